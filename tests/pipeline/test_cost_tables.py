"""Tables 17 and 18 against a scripted server: what is measured, kept, estimated and refused."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from cost_cases import (
    CALL_USD,
    PRICE,
    PROMPT,
    REPLY,
    STEPS,
    answer,
    asking,
    extract,
    folder,
    load,
    run,
)
from scripted_server import Script, Step, chat_body, scripted_server
from toy_corpus import PASSAGES, QUESTIONS, write_corpus

from hippo_exp.errors import DataError, FaultListError
from hippo_exp.llm import BudgetError
from hippo_exp.pipeline.cost import run_cost
from hippo_exp.pipeline.cost.publish import unmeasurable
from hippo_exp.pipeline.cost.rows import cost_rows
from hippo_exp.pipeline.planning.preflight import retrieval_faults
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.reporting import read_estimates, read_manifest, read_per_query


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_server(Script(answer=answer)) as running:
        yield running


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "mine")


def test_questions_are_counted_call_by_call(script: Script, corpus: Path) -> None:
    paid = ("llm.budget_usd=1000", "llm.confirm=true")
    cells = run("table17", corpus, *asking(script, *PRICE, *paid))
    n = len(QUESTIONS)
    for row, calls in {"dense": 0, "hipporag": 1, "ircot_dense": STEPS - 1}.items():
        expected = {
            "llm_calls": calls,
            "prompt_tokens": PROMPT * calls,
            "completion_tokens": REPLY * calls,
            "api_usd": 1000 * CALL_USD * calls,
        }
        for metric, value in expected.items():
            assert cells[row, metric].measured == pytest.approx(value), (row, metric)
            assert cells[row, metric].n == n
    assert script.calls == n * (1 + STEPS - 1)
    manifest = read_manifest(folder("table17", corpus) / "manifest.json")
    assert isinstance(manifest["llm"], dict)
    assert manifest["llm"]["query_ner"]["paid"]["calls"] == n
    assert manifest["llm"]["reasoning"]["paid"]["calls"] == n * (STEPS - 1)


def test_time_of_calls_is_the_one_recorded(script: Script, corpus: Path) -> None:
    script.delay = 0.03
    first = run("table17", corpus, *asking(script))
    calls, script.delay = script.calls, 0.0
    again = run("table17", corpus, *asking(script, "llm.mode=replay"))
    assert script.calls == calls
    for row, thoughts in {"hipporag": 1, "ircot_dense": STEPS - 1}.items():
        for quantile in ("p50", "p95"):
            recorded = again[row, f"llm_ms_{quantile}"].measured
            assert recorded == first[row, f"llm_ms_{quantile}"].measured
            assert recorded is not None
            assert 30 * thoughts <= recorded
    lines = per_query(corpus)
    for qid in {qid for _, qid, _ in lines}:
        parts = [lines["hipporag", qid, f"{part}_ms"] for part in ("linking", "ppr", "scoring")]
        retrieval = lines["hipporag", qid, "retrieval_ms"]
        assert sum(parts) == pytest.approx(retrieval)
        assert min(parts) > 0
        whole = retrieval + lines["hipporag", qid, "llm_ms"]
        assert lines["hipporag", qid, "total_ms"] == pytest.approx(whole)
        assert lines["hipporag", qid, "minutes"] == pytest.approx(1000 * whole / 60_000)


def per_query(corpus: Path) -> dict[tuple[str, str, str], float]:
    frame = read_per_query(folder("table17", corpus) / "per_query.csv.gz")
    return {
        (row, qid, metric): value
        for row, qid, metric, value in frame[["row", "qid", "metric", "value"]].itertuples(
            index=False
        )
    }


def test_questions_are_encoded_anew(corpus: Path) -> None:
    run("table17", corpus)
    run("table17", corpus)
    vectors = list((corpus.parent / "cache/vectors").iterdir())
    assert len(vectors) == 2, "only those of passages and of nodes are kept"


def test_without_a_model_what_is_not_measured_is_estimated_apart(corpus: Path) -> None:
    cells = run("table17", corpus)
    retrieval = cells["hipporag", "retrieval_ms_p50"]
    assert retrieval.measured is not None
    for metric in ("api_usd", "minutes", "llm_calls", "total_ms_p50", "llm_ms_p50"):
        assert cells["hipporag", metric].measured is None
        assert "needs an LLM" in cells["hipporag", metric].reason
    assert cells["ircot_dense", "retrieval_ms_p50"].measured is None
    assert cells["dense", "linking_ms_p50"].reason == "the row has no such part"
    found = {
        (item.row, item.metric): item
        for item in read_estimates(folder("table17", corpus) / "estimates.csv")
    }
    assert ("dense", "llm_calls") not in found
    assert found["hipporag", "llm_calls"].estimate == 1
    assert found["ircot_dense", "llm_calls"].estimate == STEPS - 1
    prompt, reply = (found["hipporag", f"{kind}_tokens"] for kind in ("prompt", "completion"))
    usd = 1000 * (prompt.estimate * 1 + reply.estimate * 2) / 1e6
    assert found["hipporag", "api_usd"].estimate == pytest.approx(usd)
    text = (folder("table17", corpus) / "table.md").read_text()
    measured, _, estimated = text.partition("## Estimate, not measured. ")
    shown = f"{prompt.estimate:.1f}"
    assert shown not in measured
    assert shown in estimated
    command = "python -m experiments.table17 dataset=custom dataset.dir=FOLDER encoder=char_ngram"
    assert f"{command} llm=local" in text


def test_an_extraction_costs_what_the_server_was_paid(script: Script, corpus: Path) -> None:
    """Failures and second runs included: every reply of the extraction is some passage's."""
    bad = Step(body=chat_body("no JSON"))
    script.steps = [bad, bad, bad]
    extract(script, corpus, "questions=false")
    script.steps = [bad]
    extract(script, corpus, "questions=false")
    calls = script.calls
    assert calls == 3 + 2 * (len(PASSAGES) - 1) + 1 + 2
    cells = run("table18", corpus, *asking(script, *PRICE))
    assert script.calls == calls
    row = {metric: cell for (name, metric), cell in cells.items() if name == "hipporag"}
    n = len(PASSAGES)
    assert row["llm_calls"].measured == pytest.approx(calls / n)
    assert row["prompt_tokens"].measured == pytest.approx(PROMPT * calls / n)
    assert row["api_usd"].measured == pytest.approx(10_000 * CALL_USD * calls / n)
    for metric in ("extraction_s", "encoding_s", "synonymy_s", "graph_s"):
        assert (row[metric].measured or 0) > 0, metric
        assert row[metric].n == 1
    assert cells["dense", "llm_calls"].measured == 0
    assert cells["dense", "extraction_s"].measured is None
    assert row["minutes"].measured is None
    estimates = read_estimates(folder("table18", corpus) / "estimates.csv")
    minutes = next(e for e in estimates if (e.row, e.metric) == ("hipporag", "minutes"))
    seconds = sum(
        row[metric].measured or 0
        for metric in ("extraction_s", "encoding_s", "synonymy_s", "graph_s")
    )
    assert minutes.estimate == pytest.approx(seconds / 60 * 10_000 / n)
    assert not any(e.row == "hipporag" and e.metric != "minutes" for e in estimates)


def test_a_part_of_an_extraction_says_how_large_it_is(script: Script, corpus: Path) -> None:
    extract(script, corpus, "limit_passages=5")
    cells = run("table18", corpus, *asking(script), "rows=[hipporag]")
    assert cells["hipporag", "llm_calls"].measured == 2
    assert cells["hipporag", "llm_calls"].n == 5
    assert cells["hipporag", "extraction_s"].measured is None
    assert "5 passages of 12" in cells["hipporag", "extraction_s"].reason


def test_an_index_needs_no_query_entities(corpus: Path) -> None:
    (corpus / "query_ner.json").write_text('{"another question": []}')
    cells = run("table18", corpus, "rows=[hipporag]")
    assert (cells["hipporag", "graph_s"].measured or 0) > 0
    with pytest.raises(DataError, match="no query entities for 4 questions"):
        run_cost(load("table17", corpus, "rows=[hipporag]"), "test")


def test_replies_of_another_model_are_not_taken(script: Script, corpus: Path) -> None:
    extract(script, corpus)
    cells = run("table18", corpus, *asking(script, "llm.model=other"), "rows=[hipporag]")
    assert cells["hipporag", "llm_calls"].measured is None
    assert "no extraction by other is kept" in cells["hipporag", "llm_calls"].reason


def test_the_paper_stands_beside_rows_of_its_model_alone(corpus: Path) -> None:
    cells = run("table18", corpus)
    assert cells["hipporag", "api_usd"].paper is None
    assert cells["hipporag_gpt35_1106", "api_usd"].paper == 15
    assert cells["hipporag_gpt35_1106", "minutes"].paper == 60
    assert cells["hipporag_gpt35_1106", "api_usd"].measured is None
    online = run("table17", corpus)
    assert online["ircot_colbertv2", "api_usd"].paper is None
    text = (folder("table17", corpus) / "table.md").read_text()
    assert "the paper prints 1 to 3 USD and 20 to 40 minutes" in text


def test_tokens_that_a_server_does_not_count_are_not_zero(script: Script, corpus: Path) -> None:
    def silent(text: str) -> Step:
        return Step(body=chat_body(text, usage=None))

    script.steps = [silent('{"named_entities": []}') for _ in range(len(QUESTIONS))]
    cells = run("table17", corpus, *asking(script), "rows=[hipporag]")
    assert cells["hipporag", "llm_calls"].measured == 1
    assert (cells["hipporag", "llm_ms_p50"].measured or 0) > 0
    for metric in ("prompt_tokens", "completion_tokens", "api_usd"):
        assert cells["hipporag", metric].measured is None
        assert "does not say how many tokens" in cells["hipporag", metric].reason


def test_rows_that_nothing_can_be_measured_of(script: Script, corpus: Path) -> None:
    """They never take the place of measured ones."""

    def found(name: str, *overrides: str) -> list[str]:
        settings = load(name, corpus, *overrides)
        return unmeasurable(cost_rows(settings), read_inputs(settings))

    weights = ["colbertv2", "ircot_colbertv2"]
    assert found("table17") == ["ircot_dense", *weights, "hipporag_colbertv2"]
    assert found("table17", *asking(script)) == [*weights, "hipporag_colbertv2"]
    assert found("table18")[:3] == [*weights, "hipporag_gpt35_1106"]
    model = asking(script, "llm.model=gpt-3.5-turbo-1106")
    assert "hipporag_gpt35_1106" not in found("table18", *model)
    assert len(found("break_even")) == 7
    assert "gpt35_1106" not in found("break_even", *model)


def test_calls_that_cost_money_are_confirmed_first(script: Script, corpus: Path) -> None:
    settings = load("table17", corpus, *asking(script, *PRICE))
    with pytest.raises(BudgetError, match="may cost"):
        run_cost(settings, "test")
    assert script.calls == 0


def test_dry_run_only_prints(
    script: Script, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_cost(load("table17", corpus, *asking(script), "dry_run=true"), "test")
    printed = capsys.readouterr()
    assert "query ner by gemma-3-270m: 4 calls" in printed.err
    assert "reasoning by gemma-3-270m: 8 calls" in printed.err
    assert "hipporag" in printed.out
    assert script.calls == 0
    run_cost(load("table18", corpus, "dry_run=true"), "test")
    assert not (corpus.parent / "out").exists()


@pytest.mark.parametrize(
    ("name", "overrides", "expected"),
    [
        ("table17", ["experiment.metrics=[recall@5]"], "recall@5 is not measured here"),
        ("table17", ["cost.model=gpt-3.5"], "'gpt-3.5' has no price"),
        ("table17", ["llm=local", "rows=[dense]"], "no chosen row asks a language model"),
        ("table17", ["llm=openai", "llm.key_env=NOT_SET_HERE"], "NOT_SET_HERE"),
        ("table17", ["ircot.prompt=/no/file"], "/no/file"),
        ("table18", ["limit=3"], "no effect on a table of indexes"),
        ("table18", ["expansion.restart_prob=0.3"], "no chosen row reads this setting"),
        ("table18", ["rows=[dense]", "synonymy.threshold=0.9"], "no chosen row reads this"),
        ("break_even", ["retriever.bm25.b=0.5"], "no chosen row reads this setting"),
    ],
)
def test_refused(corpus: Path, name: str, overrides: list[str], expected: str) -> None:
    faults = retrieval_faults(load(name, corpus, *overrides))
    assert [str(fault) for fault in faults if expected in str(fault)], faults


def test_strict_refuses_a_table_that_is_not_whole(corpus: Path) -> None:
    with pytest.raises(FaultListError, match="cannot be measured whole"):
        run_cost(load("table18", corpus, "strict=true"), "test")


def test_estimates_are_a_file_of_their_own(corpus: Path) -> None:
    run("table18", corpus, "rows=[hipporag]")
    with (folder("table18", corpus) / "estimates.csv").open(newline="") as stream:
        header = next(csv.reader(stream))
    assert "measured" not in header
    assert "estimate" in header
