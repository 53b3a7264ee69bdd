"""A table's numbers by the questions' number of hops."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from hippo_exp.evaluation import bootstrap_interval, rng_for
from hippo_exp.reporting import make_cell
from hippo_exp.reporting.by_hops import HopCell, hop_cells, hops_csv, hops_page, read_hops
from hippo_exp.reporting.figures.by_hops import hops_figure
from hippo_exp.reporting.recheck.by_hops import hop_faults
from hippo_exp.reporting.recheck.home import Home

HOPS = {"a": 3, "b": 2, "c": 2, "d": None}
VALUES = {"a": 100.0, "b": 0.0, "c": 50.0, "d": 10.0}


def frame() -> pd.DataFrame:
    lines = [
        (row, qid, metric, value * scale)
        for row, scale in (("bm25", 1.0), ("dense", 0.5))
        for metric in ("recall@5", "mean_rank")
        for qid, value in VALUES.items()
    ]
    return pd.DataFrame(lines, columns=["row", "qid", "metric", "value"])


def cells() -> list[HopCell]:
    return hop_cells(frame(), HOPS, ["recall@5", "mean_rank"], seed=1, resamples=100)


def test_groups_come_by_number_and_the_unknown_last() -> None:
    found = [cell for cell in cells() if cell.row == "bm25" and cell.metric == "recall@5"]
    assert [(cell.hops, cell.n, cell.measured) for cell in found] == [
        (2, 2, 25.0),
        (3, 1, 100.0),
        (None, 1, 10.0),
    ]


def test_an_interval_is_of_its_own_group_and_draw() -> None:
    first = cells()[0]
    rng = rng_for(1, "bm25", "recall@5", "hops", "2")
    assert (first.ci_low, first.ci_high) == bootstrap_interval([0, 50], seed=rng, resamples=100)
    alone = next(cell for cell in cells() if cell.n == 1)
    assert alone.ci_low is None


def test_the_file_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "by_hops.csv"
    path.write_bytes(hops_csv(cells()))
    assert path.read_text().startswith("hops,row,metric,n,measured,ci_low,ci_high\n2,bm25,")
    assert read_hops(path) == cells()


def test_the_page_has_a_grid_for_each_metric() -> None:
    page = hops_page(cells(), {"bm25": "BM25", "dense": "Dense"}, title="Table: data")
    assert page.startswith("# Table: data, by number of hops\n")
    assert page.count("| Row") == 2
    assert "2 hops (n = 2)" in page
    assert "hops unknown (n = 1)" in page
    line = next(line for line in page.splitlines() if line.startswith("| BM25"))
    assert [part.strip() for part in line.split("|")][2:-1:2] == ["25.0", "100.0", "10.0"]


def test_the_figure_has_a_panel_for_each_group_and_leaves_out_rows_that_did_not_run() -> None:
    shown = [cell for cell in cells() if cell.metric == "recall@5"]
    labels = {"bm25": "BM25", "idle": "Not run", "dense": "Dense"}
    figure = hops_figure(shown, labels, title="t")
    titles = [axis.get_title(loc="left") for axis in figure.axes if axis.axison]
    assert titles == [
        "2 hops (n = 2)",
        "3 hops (n = 1)",
        "hops unknown (n = 1)",
    ]
    assert "R@5 (%) by number of hops" in " ".join(figure.get_suptitle().split())
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == ["BM25", "Dense"]


@pytest.mark.parametrize(
    ("measured", "n", "text"),
    [
        (40.0, 4, ""),
        (39.0, 4, "its groups average 40.0 and the cell says 39.0"),
        (40.0, 5, "its groups hold 4 questions of 5"),
    ],
)
def test_verify_compares_the_groups_with_the_whole(
    tmp_path: Path, measured: float, n: int, text: str
) -> None:
    (tmp_path / "by_hops.csv").write_bytes(hops_csv(cells()))
    cell = make_cell(
        experiment="e", row="bm25", dataset="d", metric="recall@5", n=n, measured=measured
    )
    found = [str(fault) for fault in hop_faults(Home(tmp_path, {}, {}), [cell])]
    assert len(found) == bool(text)
    assert all(text in fault for fault in found)
