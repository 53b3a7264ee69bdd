"""When the paper's number may stand beside ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.reporting import read_cells
from hippo_exp.types import Cell


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("overrides", "paper", "verdict", "reason"),
    [
        ((), 61.9, "≈", ""),
        (
            ("retriever.bm25.analyzer=split_possessive",),
            None,
            "–",
            "no published value: retriever.bm25.analyzer is split_possessive, "
            "the paper's row has standard",
        ),
        (
            ("dataset.gold_source_prefix=dataset",),
            None,
            "–",
            "a part of the questions; the paper's value is for all",
        ),
        (("limit=30",), None, "–", "a part of the questions; the paper's value is for all"),
        (
            ("dataset.gold_unit=passage",),
            None,
            "–",
            "no published value: dataset.gold_unit is passage, the paper's data set has title",
        ),
    ],
)
def test_only_the_whole_data_set_and_the_published_settings(
    tmp_path: Path,
    data_root: Path,
    overrides: tuple[str, ...],
    paper: float | None,
    verdict: str,
    reason: str,
) -> None:
    settings = load_settings(
        RetrievalSettings,
        "experiment/table2",
        [
            "dataset=2wikimultihopqa",
            "rows=[bm25]",
            f"data.root={data_root}",
            f"out={tmp_path}",
            f"cache.root={tmp_path / 'cache'}",
            *overrides,
        ],
    )
    run_retrieval(settings, "test")
    cell = _cell(tmp_path / "table2/2wikimultihopqa/cells.csv", "recall@5")
    assert (cell.paper, cell.verdict, cell.reason) == (paper, verdict, reason)


@pytest.mark.real_data
def test_bm25_on_2wiki_is_the_paper_s_row(tmp_path: Path, data_root: Path) -> None:
    settings = load_settings(
        RetrievalSettings,
        "experiment/table2",
        [
            "dataset=2wikimultihopqa",
            "rows=[bm25]",
            f"data.root={data_root}",
            f"out={tmp_path}",
            f"cache.root={tmp_path / 'cache'}",
        ],
    )
    run_retrieval(settings, "test")
    path = tmp_path / "table2/2wikimultihopqa/cells.csv"
    for metric, printed in (("recall@2", 51.8), ("recall@5", 61.9)):
        cell = _cell(path, metric)
        assert cell.n == 1000
        assert cell.measured is not None
        assert abs(cell.measured - printed) <= 0.5


def _cell(path: Path, metric: str) -> Cell:
    return next(cell for cell in read_cells(path) if cell.metric == metric)
