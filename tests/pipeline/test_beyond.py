"""Rows beyond the paper, end to end on a small synthetic corpus, and the figures of a trial."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.reporting import read_cells, read_comparisons

SMALL = [
    "dataset=synthetic",
    "dataset.synthetic.n_passages=300",
    "dataset.synthetic.n_questions=30",
    "evaluation.bootstrap_resamples=100",
    "evaluation.permutation_resamples=100",
]


def run(tmp_path: Path, *overrides: str, cache: Path | None = None) -> dict[str, float | None]:
    kept = cache or tmp_path / "cache"
    places = [f"out={tmp_path / 'out'}", f"cache.root={kept}", "label=here"]
    settings = load_settings(RetrievalSettings, "experiment/beyond", [*places, *overrides])
    run_retrieval(settings, "test")
    cells = read_cells(tmp_path / "out" / "beyond" / "here" / "cells.csv")
    return {f"{cell.row}/{cell.metric}": cell.measured for cell in cells}


def test_every_row_runs_or_says_why_not(tmp_path: Path) -> None:
    found = run(tmp_path, *SMALL)
    lacking = [name for name, value in found.items() if value is None]
    assert lacking == ["hipporag2/recall@2", "hipporag2/recall@5"]
    assert found["without_passage_reset/recall@5"] != found["without_entities/recall@5"]
    table = (tmp_path / "out" / "beyond" / "here" / "table.md").read_text("utf-8")
    assert "] of 10 folds, chosen by recall@5 on the others" in table
    fusions = [name for name in found if "fusion" in name and name.endswith("/recall@5")]
    assert len(fusions) == 9
    best = found["fusion_in_hindsight/recall@5"]
    assert best == max(found[name] or 0.0 for name in fusions) > 0
    compared = read_comparisons(tmp_path / "out" / "beyond" / "here" / "comparisons.csv")
    pairs = [(item.row, item.baseline) for item in compared if item.metric == "recall@5"]
    assert ("passage_nodes_out_of_fold", "hipporag") in pairs
    assert ("passage_nodes_out_of_fold", "fusion_in_hindsight") in pairs
    assert {item.baseline for item in compared[:40]} == {"hipporag"}


def test_a_choice_without_its_rows_says_so(tmp_path: Path) -> None:
    found = run(tmp_path, *SMALL, "rows=[hipporag,passage_nodes_0_01,passage_nodes_out_of_fold]")
    assert found["passage_nodes_out_of_fold/recall@5"] is None
    table = (tmp_path / "out" / "beyond" / "here" / "table.md").read_text("utf-8")
    assert "these do not run before it: passage_nodes_0_001" in table


def test_fewer_questions_than_folds_are_told_before_any_work(tmp_path: Path) -> None:
    choosing = "passage_nodes_0_001,passage_nodes_0_003,passage_nodes_0_01,passage_nodes_0_03"
    rows = (
        f"rows=[hipporag,{choosing},passage_nodes_0_1,passage_nodes_0_3,passage_nodes_out_of_fold]"
    )
    found = run(tmp_path, *SMALL, rows, "limit=9")
    assert found["passage_nodes_out_of_fold/recall@5"] is None
    table = (tmp_path / "out" / "beyond" / "here" / "table.md").read_text("utf-8")
    assert "it chooses out of 10 folds, and there are 9 questions" in table


@pytest.mark.parametrize(
    "override", ["retriever.passage_nodes.reset=none", "retriever.passage_nodes.reset_weight=0"]
)
def test_nothing_to_restart_at_is_a_fault_of_settings(tmp_path: Path, override: str) -> None:
    with pytest.raises(
        FaultListError, match=r"neither .* \[retriever.passage_nodes.use_entities\]"
    ):
        run(tmp_path, *SMALL, override, "retriever.passage_nodes.use_entities=false")


@pytest.mark.real_data
@pytest.mark.slow
@pytest.mark.neural
@pytest.mark.xdist_group("musique_train")
def test_figures_of_an_independent_trial(
    tmp_path: Path, data_root: Path, vectors_cache: Path
) -> None:
    """A trial outside this project measured 59.5 / 77.5 with MiniLM and weight 0.01."""
    overrides = ["dataset=musique_train", "encoder=minilm", f"data.root={data_root}"]
    rows = "rows=[hipporag,passage_nodes_0_01]"
    found = run(tmp_path, *overrides, rows, cache=vectors_cache)
    assert found["passage_nodes_0_01/recall@2"] == pytest.approx(59.5, abs=0.05)
    assert found["passage_nodes_0_01/recall@5"] == pytest.approx(77.5, abs=0.05)
