"""The two experiments with a layout of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import DataError
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.pipeline.run.graph_report import check_graph_counts, paper_graph_counts


def settings(name: str, *overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, f"experiment/{name}", overrides)


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("name", "first"),
    [("case_study_university", "Thomas C. Südhof"), ("case_study_biomed", "chlorambucil")],
)
def test_hipporag_puts_the_paper_s_answer_first_and_says_why(
    tmp_path: Path, data_root: Path, name: str, first: str
) -> None:
    places = (f"data.root={data_root}", f"out={tmp_path}", f"cache.root={tmp_path / 'cache'}")
    run_retrieval(settings("case_study", f"dataset={name}", *places), "test")
    folder = tmp_path / "case_study" / name
    page = (folder / "top5.md").read_text(encoding="utf-8")
    ranks = [line.split(" | ") for line in page.splitlines() if line.startswith("| 1 |")]
    assert ranks[0][-1].strip(" |").startswith(f"**{first}")
    (trace,) = json.loads((folder / "explanations.json").read_text(encoding="utf-8"))
    (passage,) = trace["hipporag"]["passages"]
    parts = [part["amount"] for part in passage["contributions"]]
    assert sum(parts) == pytest.approx(passage["raw"])
    assert parts == sorted(parts, reverse=True)
    assert all(seed["cosine"] > 0.5 for seed in trace["hipporag"]["seeds"])


def test_the_grid_shares_graphs_and_draws_its_map(tmp_path: Path) -> None:
    small = [f"dataset.synthetic.{item}" for item in ("n_passages=200", "n_questions=20")]
    rows = "rows=[restart_0_3_threshold_0_8,restart_0_5_threshold_0_8,restart_0_5_threshold_0_9]"
    places = (f"out={tmp_path}", f"cache.root={tmp_path / 'cache'}")
    hubs = "dataset.synthetic.hub_degree=10"
    run_retrieval(settings("grid", "dataset=synthetic", *small, hubs, rows, *places), "test")
    folder = tmp_path / "grid" / "synthetic"
    assert (folder / "grid.svg").is_file()
    graphs = (folder / "graph.md").read_text(encoding="utf-8")
    assert "## restart 0.3, threshold 0.8, restart 0.5, threshold 0.8" in graphs


def test_paper_counts_of_tables_1_and_8() -> None:
    found = paper_graph_counts(settings("table5", "dataset=musique"))
    assert found == {
        "passages": 11656,
        "nodes": 91729,
        "distinct_relations": 21714,
        "facts": 107448,
    }
    assert (
        paper_graph_counts(settings("table5", "dataset=musique", "openie=rebel"))["facts"] == 52102
    )
    assert paper_graph_counts(settings("table5", "dataset=musique", "limit=5")) == {}
    assert paper_graph_counts(settings("table5")) == {}


def test_counts_that_differ_stop_a_strict_run_only() -> None:
    counts = {"passages": 11656, "nodes": 91728, "distinct_relations": 21714, "facts": 107448}
    check_graph_counts(settings("table5", "dataset=musique"), counts, "hipporag")
    strict = settings("table5", "dataset=musique", "strict=true")
    with pytest.raises(DataError, match=r"nodes 91728 \(paper 91729\)"):
        check_graph_counts(strict, counts, "hipporag")
    check_graph_counts(strict, counts | {"nodes": 91729}, "hipporag")
