"""``hippo-exp extract`` against a scripted server: files, resume, money, faults."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from toy_corpus import PASSAGES, QUESTIONS, write_corpus

sys.path.insert(0, str(Path(__file__).parents[1] / "llm"))
from scripted_server import Script, Step, error_body, scripted_server

from hippo_exp.cli.main import main
from hippo_exp.openie import read_openie, read_query_entities
from hippo_exp.types import Passage

KEY_VARIABLE = "HIPPO_EXP_TEST_KEY"
KEY = "sk-test-0123456789abcdef"
TRIPLES = "Named entities:"


def answer(body: dict[str, Any]) -> str:
    """Entities: the words in capitals; triples: each of them is named."""
    prompt = body["messages"][-1]["content"]
    last = prompt.strip().splitlines()
    names = [word.strip(".?") for word in last[-1].split() if word[:1].isupper()] or ["nothing"]
    if TRIPLES in prompt:
        return json.dumps({"triples": [[name, "is in", "the text"] for name in names]})
    return json.dumps({"named_entities": names})


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_server(Script(answer=answer)) as running:
        yield running


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = write_corpus(tmp_path / "mine")
    for name in ("openie.json", "query_ner.json"):
        (folder / name).unlink()
    return folder


def extract(script: Script, corpus: Path, *overrides: str) -> int:
    base_url = f"llm.base_url={script.base_url}"
    return main(
        [
            "extract",
            "dataset=custom",
            f"dataset.dir={corpus}",
            f"cache.root={corpus.parent / 'cache'}",
            "llm=local",
            *([] if any("base_url" in text for text in overrides) else [base_url]),
            *overrides,
        ]
    )


def summary(folder: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder / "extraction.json").read_text())
    return content


def test_the_files_are_those_that_the_tables_read(
    script: Script, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert extract(script, corpus) == 0
    printed = capsys.readouterr()
    assert "12 of 12 passages (0 done before), 4 questions" in printed.err
    assert "extraction by gemma-3-270m: 24 calls" in printed.err
    assert "extraction: 24 calls (168 prompt and 72 reply tokens, 0 USD), 0 kept" in printed.out
    assert script.calls == 2 * len(PASSAGES) + len(QUESTIONS)
    passages = [Passage(f"p{n}", title, text) for n, (title, text) in enumerate(PASSAGES)]
    extraction = read_openie(corpus / "openie.json", passages, name="mine")
    assert {item.status for item in extraction.passages} == {"ok"}
    entities = read_query_entities(corpus / "query_ner.json")
    assert list(entities) == list(QUESTIONS)
    found = summary(corpus)
    assert found["statuses"] == {"ok": 12}
    assert found["last_run"]["roles"]["extraction"]["paid"]["usd"] == 0.0
    assert str(corpus.parent) not in json.dumps(found)


def test_a_second_run_asks_for_nothing(script: Script, corpus: Path) -> None:
    extract(script, corpus)
    before = {name: (corpus / name).read_bytes() for name in ("openie.json", "query_ner.json")}
    calls = script.calls
    assert extract(script, corpus) == 0
    (corpus / "openie.json").unlink()
    (corpus / "query_ner.json").unlink()
    assert extract(script, corpus, "llm.mode=replay") == 0
    assert script.calls == calls
    assert before == {name: (corpus / name).read_bytes() for name in before}


def test_replay_names_what_is_missing(
    script: Script, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert extract(script, corpus, "llm.mode=replay") == 8
    assert "24 replies are not in the store" in capsys.readouterr().err
    assert script.calls == 0


def test_a_failed_passage_keeps_its_status_and_is_asked_for_again(
    script: Script, corpus: Path
) -> None:
    script.steps = [Step(400, error_body("no"))]
    assert extract(script, corpus) == 0
    assert summary(corpus)["statuses"] == {"api_error": 1, "ok": 11}
    passages = [Passage(f"p{n}", title, text) for n, (title, text) in enumerate(PASSAGES)]
    read = read_openie(corpus / "openie.json", passages, name="mine")
    assert read.passages[0].status == "api_error"
    calls = script.calls
    assert extract(script, corpus) == 0
    assert script.calls == calls + 2
    assert summary(corpus)["statuses"] == {"ok": 12}


def test_dry_run_only_prints(
    script: Script, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert extract(script, corpus, "dry_run=true") == 0
    assert "query ner by gemma-3-270m: 4 calls" in capsys.readouterr().err
    assert script.calls == 0
    assert not (corpus / "openie.json").exists()


PRICE = ("llm.usd_input=1000", "llm.usd_output=2000")


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        (PRICE, "llm.budget_usd=USD and llm.confirm=true"),
        ((*PRICE, "llm.confirm=true"), "llm.budget_usd=USD"),
        ((*PRICE, "llm.budget_usd=1000"), "llm.confirm=true"),
        ((*PRICE, "llm.budget_usd=1", "llm.confirm=true"), "raise it, or run on less"),
        (("llm.model=unknown", "llm.base_url=http://192.0.2.1/v1"), "cost of unknown"),
    ],
)
def test_calls_that_cost_money_are_confirmed_first(
    script: Script,
    corpus: Path,
    capsys: pytest.CaptureFixture[str],
    overrides: tuple[str, ...],
    expected: str,
) -> None:
    assert extract(script, corpus, *overrides) == 8
    error = capsys.readouterr().err
    assert expected.replace("cost of unknown", "what calls of unknown cost is not known") in error
    assert script.calls == 0


def test_a_confirmed_run_counts_its_cost(script: Script, corpus: Path) -> None:
    assert extract(script, corpus, *PRICE, "llm.budget_usd=1000", "llm.confirm=true") == 0
    paid = summary(corpus)["last_run"]["roles"]["extraction"]["paid"]
    assert paid["usd"] == pytest.approx((168 * 1000 + 72 * 2000) / 1e6)


def test_no_file_holds_the_key(
    script: Script, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    assert extract(script, corpus, f"llm.key_env={KEY_VARIABLE}") == 0
    assert script.headers[0]["authorization"] == f"Bearer {KEY}"
    files = [path for path in corpus.parent.rglob("*") if path.is_file()]
    assert len(files) >= 6
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


def test_a_part_of_a_shipped_data_set_becomes_a_corpus_of_its_own(
    script: Script, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "trial"
    arguments = [
        "extract", "dataset=synthetic", "llm=local", f"llm.base_url={script.base_url}",
        f"cache.root={tmp_path / 'cache'}", f"to={target}", "limit_passages=30",
        "dataset.synthetic.n_passages=200", "dataset.synthetic.n_questions=20",
    ]  # fmt: skip
    assert main(arguments) == 0
    assert len((target / "corpus.jsonl").read_text().splitlines()) == 30
    assert len(json.loads((target / "openie.json").read_text())["docs"]) == 30
    assert summary(target)["passages_of_corpus"] == 200


def test_faults_come_together(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["extract", "dataset=musique", "data.root=/nowhere", "prompts.ner=/no/file"]
    assert main(arguments) == 2
    error = capsys.readouterr().err
    for part in ("no language model is chosen", "musique.json", "add to=FOLDER", "/no/file"):
        assert part in error
    assert main(["extract", "limit=3", "llm=locl", "llm.api_key=sk-secret"]) == 2
    error = capsys.readouterr().err
    for part in ("did you mean limit_passages", "did you mean local", "llm.key_env"):
        assert part in error
    assert "sk-secret" not in error


def test_files_that_others_made_are_not_replaced(
    script: Script, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = write_corpus(tmp_path / "mine")
    before = {path: path.read_bytes() for path in corpus.iterdir() if path.is_file()}
    assert extract(script, corpus) == 3
    assert "not a file of a run of extraction" in capsys.readouterr().err
    (corpus / "openie.json").rename(corpus / "kept.json")
    assert extract(script, corpus) == 3
    assert "questions=false" in capsys.readouterr().err
    (corpus / "kept.json").rename(corpus / "openie.json")
    assert before == {path: path.read_bytes() for path in corpus.iterdir() if path.is_file()}
    assert script.calls == 0
