"""The study of signals end to end on a small generated corpus."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.watch import run_watch
from hippo_exp.reporting import read_cells

SMALL = (
    *("dataset=synthetic", "dataset.synthetic.n_passages=200", "dataset.synthetic.n_questions=40"),
    *("evaluation.bootstrap_resamples=200", "watch.repeats=1", "watch.shares=[0.2,0.5,0.8]"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("watch")
    places = [f"out={root / 'out'}", f"cache.root={root / 'cache'}"]
    run_watch(load_settings(RetrievalSettings, "experiment/index_watch", [*SMALL, *places]), "t")
    return root / "out" / "index_watch" / "synthetic"


def test_lost_facts_cost_recall_and_show_in_the_signals(folder: Path) -> None:
    with (folder / "signals.csv").open(encoding="utf-8", newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert [line["share"] for line in lines] == ["0", *["0.2", "0.5", "0.8"] * 2]
    assert float(lines[0]["recall@5"]) > max(float(line["recall@5"]) for line in lines[3::3])
    whole, half = float(lines[0]["facts_per_passage"]), float(lines[2]["facts_per_passage"])
    assert half == pytest.approx(whole / 2, rel=0.1)
    assert float(lines[0]["agreement"]) == 1


def test_every_signal_has_its_cells(folder: Path) -> None:
    cells = {(cell.row, cell.metric): cell for cell in read_cells(folder / "cells.csv")}
    assert len(cells) == 30
    best = cells["facts_per_passage", "spearman_facts"]
    assert best.measured is not None
    assert best.measured > 0.7
    assert best.ci_low is not None
    assert -1 <= best.ci_low <= best.measured + 1e-9
    assert (folder / "signals.svg").is_file()
    text = (folder / "table.md").read_text("utf-8")
    assert "over degraded extractions" in text
