"""Rows that ask a language model: IRCoT and answers, against a scripted server."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toy_corpus import FILMS, PASSAGES, TRIPLES

sys.path.insert(0, str(Path(__file__).parents[1] / "llm"))
from scripted_server import Script, Step, error_body, scripted_server

from hippo_exp.config import load_settings, row_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError, HippoExpError
from hippo_exp.llm import BudgetError
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.planning.preflight import retrieval_faults
from hippo_exp.pipeline.planning.published import compared_identity
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.pipeline.retrievers.identity import measured_identity
from hippo_exp.reporting import read_cells

QUESTIONS = {f"Where was the director of {film} born?": film for film in FILMS}
QUICK = ("evaluation.bootstrap_resamples=200", "evaluation.permutation_resamples=199")
CITIES = {film: city for film, (_, city) in FILMS.items()}


def answer(body: dict[str, Any]) -> str:
    """Thoughts name the director's city of the last film asked about; answers end with it."""
    system, prompt = body["messages"][0]["content"], body["messages"][-1]["content"]
    if "named entities" in system:
        return json.dumps({"named_entities": [n for n in FILMS if n in prompt.rpartition("\n")[2]]})
    film = next(film for film in FILMS if film in prompt.rpartition("Question:")[2])
    if "Write only the next thought" in system:
        return f"{FILMS[film][0]} was born in {CITIES[film]}."
    return f"So the answer is: {CITIES[film]}."


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_server(Script(answer=answer)) as running:
        yield running


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """The toy corpus in the release's layout, which holds answers."""
    folder = tmp_path / "mine"
    folder.mkdir()
    passages = [{"title": title, "text": text} for title, text in PASSAGES]
    questions = [
        {
            "id": f"q{number}",
            "question": text,
            "answer": CITIES[film],
            "paragraphs": [
                {"title": title, "paragraph_text": body, "is_supporting": True}
                for title, body in PASSAGES
                if title in (film, FILMS[film][0])
            ],
        }
        for number, (text, film) in enumerate(QUESTIONS.items())
    ]
    docs = [
        {"title": title, "text": text, "extracted_entities": [], "extracted_triples": rows}
        for (title, text), rows in zip(PASSAGES, TRIPLES, strict=True)
    ]
    entities = {text: [film] for text, film in QUESTIONS.items()}
    for name, value in {
        "films.json": questions,
        "films_corpus.json": passages,
        "openie.json": {"docs": docs},
        "query_ner.json": entities,
    }.items():
        (folder / name).write_text(json.dumps(value))
    return folder


def settings(corpus: Path, table: str, *overrides: str) -> RetrievalSettings:
    common = (
        "dataset=custom",
        f"dataset.dir={corpus}",
        f"out={corpus.parent / 'out'}",
        f"cache.root={corpus.parent / 'cache'}",
        *QUICK,
    )
    return load_settings(RetrievalSettings, f"experiment/{table}", [*common, *overrides])


def run(corpus: Path, table: str, *overrides: str) -> dict[tuple[str, str], float | None]:
    run_retrieval(settings(corpus, table, *overrides), "test")
    cells = read_cells(corpus.parent / "out" / table / "custom" / "cells.csv")
    return {(cell.row, cell.metric): cell.measured for cell in cells}


def local(script: Script) -> tuple[str, str]:
    return "llm=local", f"llm.base_url={script.base_url}"


TABLE3 = "rows=[bm25,dense,hipporag,ircot_bm25,ircot_dense,ircot_hipporag]"


def test_table_3_without_a_language_model_says_what_to_do(corpus: Path) -> None:
    found = run(corpus, "table3", TABLE3)
    assert found["bm25", "recall@2"] is not None
    assert found["ircot_bm25", "recall@2"] is None
    page = (corpus.parent / "out/table3/custom/table.md").read_text()
    command = "python -m experiments.table3 dataset=custom dataset.dir=FOLDER llm=local"
    assert "not run: needs an LLM, and none is chosen" in page
    assert f"Run: `{command}`" in page


def test_table_3_with_one(script: Script, corpus: Path) -> None:
    found = run(corpus, "table3", TABLE3, *local(script))
    assert all(value is not None for value in found.values())
    # A thought names the director, whose passage the question alone does not.
    assert found["ircot_bm25", "recall@2"] == 100.0
    assert found["ircot_hipporag", "recall@5"] == 100.0
    page = (corpus.parent / "out/table3/custom/table.md").read_text()
    assert "**language model** gemma-3-270m" in page
    assert "**IRCoT steps** 3" in page
    assert "prompts of the language model are this project's own" in page
    manifest = json.loads((corpus.parent / "out/table3/custom/manifest.json").read_text())
    paid = {role: entry["paid"] for role, entry in manifest["llm"].items()}
    assert sum(entry["calls"] for entry in paid.values()) == script.calls
    # Entities are asked for once for each distinct thought, of which there is one a question.
    assert paid["query_ner"]["calls"] == len(QUESTIONS)
    assert paid["reasoning"]["usd"] == 0.0
    assert script.base_url not in json.dumps(manifest)


def test_a_table_is_made_again_from_the_kept_replies(script: Script, corpus: Path) -> None:
    rows = "rows=[ircot_bm25,ircot_hipporag]"
    first = run(corpus, "table3", rows, *local(script), "experiment.baseline=null")
    folder = corpus.parent / "out/table3/custom"
    names = ("cells.csv", "table.md", "per_query.csv.gz", "runs/ircot_bm25.trec.gz")
    before = {name: (folder / name).read_bytes() for name in names}
    calls = script.calls
    again = run(corpus, "table3", rows, "llm=local", "llm.mode=replay", "experiment.baseline=null")
    assert (again, script.calls) == (first, calls)
    assert before == {name: (folder / name).read_bytes() for name in names}


def test_replay_without_the_replies(corpus: Path) -> None:
    with pytest.raises(HippoExpError, match="not in the store") as caught:
        run(corpus, "table3", "rows=[ircot_bm25]", "llm=local", "llm.mode=replay")
    assert caught.value.exit_code == 8
    assert not (corpus.parent / "out").exists()


TABLE4 = "rows=[no_retrieval,bm25,hipporag,ircot_bm25]"


def test_table_4(script: Script, corpus: Path) -> None:
    found = run(corpus, "table4", TABLE4, *local(script))
    assert set(found.values()) == {100.0}
    assert {metric for _, metric in found} == {"em", "f1"}
    folder = corpus.parent / "out/table4/custom"
    lines = gzip.decompress((folder / "answers.jsonl.gz").read_bytes()).decode().splitlines()
    assert json.loads(lines[0]) == {
        "row": "no_retrieval", "qid": "q0", "answer": "Lund", "status": "ok",
    }  # fmt: skip
    assert not (folder / "runs/no_retrieval.trec.gz").exists()
    assert (folder / "runs/bm25.trec.gz").exists()
    assert (folder / "answers.svg").exists()


def test_answers_that_fail_count_nothing_and_are_listed(script: Script, corpus: Path) -> None:
    script.steps = [Step(400, error_body("no"))]
    found = run(corpus, "table4", "rows=[bm25]", "experiment.baseline=null", *local(script))
    assert found == {("bm25", "em"): 75.0, ("bm25", "f1"): 75.0}
    page = (corpus.parent / "out/table4/custom/table.md").read_text()
    assert "answer_api_error 1" in page
    assert "Failed questions, counted as 0" in page


def test_recall_and_answers_in_one_table(script: Script, corpus: Path) -> None:
    chosen = ("rows=[bm25]", "experiment.baseline=null", "experiment.metrics=[recall@2,f1]")
    assert set(run(corpus, "table4", *chosen, *local(script))) == {
        ("bm25", "recall@2"), ("bm25", "f1"),
    }  # fmt: skip


def test_without_a_language_model_no_row_is_read_from(corpus: Path) -> None:
    with pytest.raises(FaultListError) as caught:
        run(corpus, "table4", "rows=[bm25,hipporag]")
    assert next(str(error) for error in caught.value.errors).endswith(
        "python -m experiments.table4 dataset=custom dataset.dir=FOLDER llm=local"
    )


def test_questions_without_answers_are_not_read(corpus: Path, script: Script) -> None:
    rows = json.loads((corpus / "films.json").read_text())
    for row in rows:
        del row["answer"]
    (corpus / "films.json").write_text(json.dumps(rows))
    with pytest.raises(FaultListError, match="no question of the data set has an answer"):
        run(corpus, "table4", "rows=[bm25]", *local(script))
    assert script.calls == 0


def test_calls_that_cost_money_are_confirmed_first(script: Script, corpus: Path) -> None:
    price = ("llm.usd_input=10", "llm.usd_output=10")
    rows = ("rows=[bm25]", "experiment.baseline=null")
    with pytest.raises(BudgetError, match=r"llm\.confirm"):
        run(corpus, "table4", *rows, *local(script), *price)
    confirmed = ("llm.confirm=true", "llm.budget_usd=0.0001")
    with pytest.raises(BudgetError, match="may cost"):
        run(corpus, "table4", *rows, *local(script), *price, *confirmed)
    assert script.calls == 0
    run(corpus, "table4", *rows, *local(script), *price, "llm.confirm=true", "llm.budget_usd=1")
    assert script.calls == 4


@pytest.mark.parametrize(
    ("table", "overrides", "expected"),
    [
        ("table2", ("llm=local",), "no chosen row asks a language model"),
        ("table2", ("experiment.metrics=[em]",), "which no row of this table has"),
        ("table3", ("ircot.prompt=/no/file",), "/no/file"),
        ("table3", ("ircot.demonstrations_from=release",), "no demonstrations for custom"),
        ("table4", ("reader.prompt=/no/file",), "/no/file"),
        ("table3", ("llm=openai", "llm.key_env=HIPPO_EXP_NO_SUCH_KEY"), "HIPPO_EXP_NO_SUCH_KEY"),
        ("table3", ("llm=local", "llm.base_url=nowhere"), "is no http address"),
        ("table3", ("rows=[bm25]", "ircot.top_k=3"), "no chosen row reads this setting"),
    ],
)
def test_faults_before_any_work(
    corpus: Path, table: str, overrides: tuple[str, ...], expected: str
) -> None:
    faults = retrieval_faults(settings(corpus, table, *overrides))
    assert any(expected in str(fault) for fault in faults), faults


def identity(row: str, *overrides: str, table: str = "table4") -> dict[str, Any]:
    loaded = load_settings(RetrievalSettings, f"experiment/{table}", ["llm=local", *overrides])
    chosen = next(item for item in loaded.experiment.rows if item.id == row)
    return measured_identity(row_settings(loaded, chosen), chosen.method)


@pytest.mark.parametrize(
    ("override", "changed"),
    [
        ("llm.model=other", True),
        ("llm.temperature=0.5", True),
        ("llm.roles.reading.max_tokens=7", True),
        ("llm.roles.reasoning.max_tokens=7", True),
        ("llm.roles.extraction.max_tokens=7", False),
        ("ircot.top_k=3", True),
        ("ircot.other_steps=4", True),
        ("ircot.demonstrations=0", True),
        ("reader.n_passages=3", True),
        ("llm.base_url=http://127.0.0.1:1/v1", False),
        ("llm.concurrency=7", False),
        ("llm.mode=replay", False),
    ],
)
def test_what_makes_another_cell(override: str, changed: bool) -> None:
    assert (identity("ircot_bm25") != identity("ircot_bm25", override)) == changed


def test_a_single_step_row_does_not_depend_on_the_thoughts() -> None:
    for override in ("ircot.top_k=3", "llm.roles.reasoning.temperature=1"):
        assert identity("bm25") == identity("bm25", override)


def test_step_limits_are_those_of_the_data_set() -> None:
    steps = {
        name: identity("ircot_bm25", f"dataset={name}", table="table3")["ircot"]["steps"]
        for name in ("musique", "2wikimultihopqa", "hotpotqa", "synthetic")
    }
    assert steps == {"musique": 4, "2wikimultihopqa": 2, "hotpotqa": 2, "synthetic": 3}


def test_the_paper_s_numbers_stand_beside_its_own_model_alone() -> None:
    """Another language model is another method, whatever else is equal."""
    shipped = load_settings(RetrievalSettings, "experiment/table3", ["llm=openai"])
    row = next(item for item in shipped.experiment.rows if item.id == "ircot_bm25")
    theirs = measured_identity(row_settings(shipped, row), row.method)
    for choice, equal in ((["llm=openai"], True), (["llm=local"], False), ([], True)):
        ours = load_settings(RetrievalSettings, "experiment/table3", choice)
        item = PlannedRow(row, row.label, row_settings(ours, row), (), {})
        assert (compared_identity(item, shipped) == theirs) == equal, choice
