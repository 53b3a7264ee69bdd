"""A row that fails leaves the others their numbers, and the command its exit code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError, GraphError
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.reporting import read_cells


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Workbench.retriever

    def retriever(self: Workbench, settings: RetrievalSettings, name: str) -> Any:
        if name == "dense":
            raise GraphError("something gave way", where="row dense", fix="mend it")
        return whole(self, settings, name)

    monkeypatch.setattr(Workbench, "retriever", retriever)


def run(tmp_path: Path, *overrides: str) -> None:
    common = [
        "dataset=synthetic",
        "dataset.synthetic.n_passages=200",
        "dataset.synthetic.n_questions=20",
        "evaluation.bootstrap_resamples=100",
        f"out={tmp_path / 'out'}",
        f"cache.root={tmp_path / 'cache'}",
        "rows=[bm25,dense]",
    ]
    run_retrieval(load_settings(RetrievalSettings, "experiment/table2", [*common, *overrides]), "t")


def test_the_other_rows_keep_their_numbers(tmp_path: Path, breaking: None) -> None:
    with pytest.raises(FaultListError, match="something gave way") as caught:
        run(tmp_path)
    assert caught.value.exit_code == GraphError.exit_code
    cells = read_cells(tmp_path / "out" / "table2" / "synthetic" / "cells.csv")
    assert [cell.row for cell in cells if cell.measured is not None] == ["bm25", "bm25"]
    reasons = [cell.reason for cell in cells if cell.row == "dense"]
    assert all(reason.startswith("FAILED: something gave way") for reason in reasons)
    assert "FAILED" in (tmp_path / "out/table2/synthetic/table.md").read_text("utf-8")


def test_strict_writes_nothing(tmp_path: Path, breaking: None) -> None:
    with pytest.raises(GraphError, match="something gave way"):
        run(tmp_path, "strict=true")
    assert not (tmp_path / "out").exists()
