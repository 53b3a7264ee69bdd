"""Beside which rows the paper's numbers stand, and how near is near."""

from __future__ import annotations

import pytest

from hippo_exp.config import load_settings, row_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.paper.printed import paper_table
from hippo_exp.pipeline.planning import published as module
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.planning.published import published
from hippo_exp.types import Dataset, Passage, Question

TOLERANCES = {"bm25": 0.5, "dense": 0.3, "graph": 0.5, "llm": None}
LLM_ROWS = {"raptor", "raptor_colbertv2", "openie_llama3_8b", "openie_llama3_70b"}


@pytest.fixture(autouse=True)
def counts_of_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "check_counts", lambda dataset, paper: [])


def compared(table: str, *overrides: str) -> tuple[set[str], set[str]]:
    """Ids of rows with the paper's numbers, and of those with its effects."""
    settings = load_settings(
        RetrievalSettings, f"experiment/{table}", ["dataset=musique", *overrides]
    )
    rows = settings.experiment.rows
    planned = [PlannedRow(row, row.label, row_settings(settings, row), (), {}) for row in rows]
    question = Question("q", "?", ("p",), (), None)
    dataset = Dataset("musique", (Passage("p", "t", "x"),), (question,), "passage", {}, (), "")
    found = published(settings, dataset, planned)
    assert found.cells is not None
    assert found.effects is not None
    return set(found.cells.numbers), set(found.effects.numbers)


def test_table_5_is_the_paper_s_on_its_encoder_alone() -> None:
    rows = set(paper_table("table5").rows)
    assert compared("table5", "encoder=colbertv2") == (rows, rows)
    assert compared("table5", "encoder=contriever") == (set(), rows)
    assert compared("table5", "encoder=colbertv2", "encoder.document_length=300")[0] == set()
    assert compared("table5", "encoder=colbertv2", "encoder.batch_size=8")[0] == rows


@pytest.mark.parametrize("table", ["table2", "table6", "table13"])
def test_rows_with_an_encoder_of_their_own_are_the_paper_s(table: str) -> None:
    assert compared(table)[0] == set(paper_table(table).rows)


def test_other_weights_are_not_the_paper_s() -> None:
    found = compared("table2", "checkpoints.colbertv2=/tmp")[0]
    assert found == {row for row in paper_table("table2").rows if "colbertv2" not in row}


def test_tolerances_are_those_stated_for_the_kind_of_row() -> None:
    for table in ("table2", "table5", "table6", "table13"):
        printed = paper_table(table)
        for row in printed.rows.values():
            assert printed.tolerances[row.kind] == TOLERANCES[row.kind]
            assert (row.kind == "llm") == (row.id in LLM_ROWS)
            assert (row.kind == "bm25") == (row.id == "bm25")
            graph = row.id.startswith("hipporag") or (table == "table5" and row.kind != "llm")
            assert (row.kind == "graph") == graph


def test_colbert_takes_the_released_form_and_99_synonyms() -> None:
    settings = load_settings(
        RetrievalSettings, "experiment/table2", ["dataset=musique", "encoder=colbertv2"]
    )
    dumped = settings.encoder.model_dump()
    assert dumped == {
        "kind": "colbert",
        "name": "colbertv2",
        "model": "colbert-ir/colbertv2.0",
        "revision": "c1e84128e85ef755c096a95bdb06b47793b13acf",
        "query_length": 32,
        "document_length": 180,
        "mask_punctuation": True,
        "document_form": "release",
        "max_synonyms": 99,
        "batch_size": 64,
    }
    clean = load_settings(
        RetrievalSettings, "experiment/table2", ["dataset=synthetic", "encoder=colbertv2"]
    )
    assert clean.encoder.model_dump()["document_form"] == "plain"
