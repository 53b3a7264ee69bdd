"""What a row lacks is said in full, and only the rows that need it are stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toy_corpus import write_corpus

from hippo_exp.config import load_settings, row_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import HippoExpError
from hippo_exp.pipeline.planning.availability import row_gaps
from hippo_exp.pipeline.planning.gaps import RUNS, Gap, command_of, reason_of, remedy_of, state_of
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.reporting import read_cells

REVISION = "c1e84128e85ef755c096a95bdb06b47793b13acf"
QUICK = ("evaluation.bootstrap_resamples=200", "evaluation.permutation_resamples=199")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "mine")


def run(corpus: Path, *overrides: str) -> str:
    """Run table 2 and return the page."""
    common = (
        "dataset=custom",
        f"dataset.dir={corpus}",
        f"out={corpus.parent / 'out'}",
        f"cache.root={corpus.parent / 'cache'}",
        *QUICK,
    )
    settings = load_settings(RetrievalSettings, "experiment/table2", [*common, *overrides])
    run_retrieval(settings, "test")
    return (corpus.parent / "out/table2/custom/table.md").read_text()


def gaps(root: Path, row: str, *overrides: str, table: str = "table2") -> tuple[Gap, ...]:
    settings = load_settings(
        RetrievalSettings,
        f"experiment/{table}",
        ["dataset=musique", f"data.root={root}", *overrides],
    )
    chosen = next(item for item in settings.experiment.rows if item.id == row)
    return row_gaps(row_settings(settings, chosen), chosen)


@pytest.fixture(autouse=True)
def no_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path / "hub"))


def test_every_gap_of_a_row_and_one_command(tmp_path: Path) -> None:
    found = gaps(tmp_path, "hipporag_colbertv2")
    assert [gap.kind for gap in found] == ["files", "files", "weights", "files", "files"]
    for part in ("musique.json", "musique_corpus.json", "gpt-3.5-turbo", "colbert-ir/colbertv2.0"):
        assert part in reason_of(found)
    assert command_of(found) == (
        "hippo-exp data fetch musique --parts questions corpus gpt35 query_entities && "
        f"hf download colbert-ir/colbertv2.0 --revision {REVISION}"
    )
    assert state_of(found) == "needs files, needs weights"


def test_a_command_that_fills_a_part_is_not_given_as_the_one_that_fills_all(
    tmp_path: Path,
) -> None:
    found = gaps(tmp_path, "raptor")
    assert command_of(found) == ""
    remedy = remedy_of(found)
    assert remedy.startswith(
        "`hippo-exp data fetch musique --parts questions corpus && hf download"
    )
    assert "fills a part; no command fills the rest: needs an LLM: its summaries" in remedy
    whole = gaps(tmp_path, "bm25")
    assert remedy_of(whole) == command_of(whole) != ""
    assert remedy_of([Gap("code", "not written")]) == ""


def test_the_state_of_rows_with_other_needs(tmp_path: Path) -> None:
    assert state_of(gaps(tmp_path, "bm25")) == "needs files"
    assert state_of(gaps(tmp_path, "raptor")) == "needs files, needs weights, needs an LLM"
    propositions = gaps(tmp_path, "proposition_colbertv2")
    assert propositions[-1].fetch == ("musique", "propositions")
    capitalized = gaps(tmp_path, "hipporag", "query_ner=capitalized")
    assert "named_entity" not in reason_of(capitalized)
    assert state_of(()) == RUNS
    beyond = load_settings(RetrievalSettings, "experiment/beyond", [])
    (planned,) = [row for row in beyond.experiment.rows if row.retriever is None]
    assert [gap.kind for gap in row_gaps(beyond, planned)] == ["llm"]
    unwritten = planned.model_copy(update={"needs": None})
    assert [gap.kind for gap in row_gaps(beyond, unwritten)] == ["code"]


def test_files_that_cannot_be_read_are_not_called_absent(corpus: Path) -> None:
    for name in ("openie.json", "query_ner.json"):
        (corpus / name).unlink()
        (corpus / name).mkdir()
    page = run(corpus, "rows=[bm25,hipporag]")
    assert "openie.json cannot be read (Is a directory)" in page
    assert "query_ner.json cannot be read (Is a directory)" in page
    assert "is not in the data set's folder" not in page
    cells = read_cells(corpus.parent / "out/table2/custom/cells.csv")
    assert {cell.row for cell in cells if cell.measured is not None} == {"bm25"}
    assert {cell.verdict for cell in cells if cell.row == "hipporag"} == {"–"}


@pytest.mark.parametrize("content", ["[]", "{'a': 1}", ""])
def test_damaged_query_entities_stop_the_rows_that_read_them(corpus: Path, content: str) -> None:
    (corpus / "query_ner.json").write_text(content)
    with pytest.raises(HippoExpError, match="query_ner"):
        run(corpus, "rows=[bm25,hipporag]")
    assert not (corpus.parent / "out").exists()
    assert "BM25" in run(corpus, "rows=[bm25]")
    assert "Dense" in run(corpus, "rows=[dense]", "overwrite=true")


def test_summaries_are_an_llm_s_and_weights_are_named_beside_them(corpus: Path) -> None:
    page = run(corpus, "rows=[bm25,raptor,proposition]")
    lines = [line for line in page.splitlines() if "not run" in line]
    raptor = next(line for line in lines if "needs an LLM" in line)
    assert "sentence-transformers/gtr-t5-base" in raptor
    assert "raptor_summaries.json" in raptor
    assert any("hf download sentence-transformers/gtr-t5-base" in line for line in lines)


def test_without_propositions_the_row_says_so(corpus: Path) -> None:
    (corpus / "propositions.json").unlink()
    page = run(corpus, "rows=[bm25,proposition]")
    assert "propositions.json is not in the data set's folder" in page


def test_a_strict_run_refuses_rows_that_cannot_run(corpus: Path) -> None:
    with pytest.raises(HippoExpError, match="the row raptor cannot run"):
        run(corpus, "rows=[bm25,raptor]", "strict=true")
    assert json.loads((corpus / "query_ner.json").read_text())
