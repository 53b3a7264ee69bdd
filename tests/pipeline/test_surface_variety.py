"""The study of surface variety on two small corpora, and one that cannot be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.variety import run_variety
from hippo_exp.reporting import read_cells

SIZE = ["dataset.synthetic.n_passages=300", "dataset.synthetic.n_questions=60"]
POINTS = {
    "synthetic": [],
    "variants_00": [
        "dataset.synthetic.variant_rate=0",
        "dataset.synthetic.query_variant_rate=0",
    ],
    "hubs_00": ["dataset.synthetic.hub_share=0", "dataset.synthetic.hub_mentions=0.5"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("variety")
    overrides = [
        f"out={root / 'out'}",
        f"cache.root={root / 'cache'}",
        f"rows=[{','.join(POINTS)}]",
    ]
    settings = load_settings(RetrievalSettings, "experiment/surface_variety", overrides)
    assert settings.variety is not None
    points = [
        point.model_copy(
            update={
                "overrides": ("dataset=synthetic", *SIZE, *POINTS[point.id]),
                "axis": "a setting" if point.id.startswith("variants") else "",
            }
        )
        for point in settings.variety.points
        if point.id in POINTS
    ]
    variety = settings.variety.model_copy(update={"points": tuple(points)})
    run_variety(settings.model_copy(update={"variety": variety}), "t")
    return root / "out" / "surface_variety" / "corpora"


def test_without_variants_synonymy_edges_add_nothing(folder: Path) -> None:
    cells = {(cell.row, cell.metric): cell for cell in read_cells(folder / "cells.csv")}
    assert cells["variants_00", "nodes_per_cluster"].measured == pytest.approx(1, abs=0.02)
    assert cells["variants_00", "synonymy_gain"].measured == pytest.approx(0, abs=1.0)
    assert (cells["synthetic", "nodes_per_cluster"].measured or 0) > 1.1
    assert (cells["synthetic", "links_by_synonym"].measured or 0) > 2
    assert (cells["synthetic", "synonymy_gain"].measured or 0) > 1
    assert (folder / "variety.svg").is_file()


def test_a_corpus_that_cannot_be_made_says_why(folder: Path) -> None:
    cells = [cell for cell in read_cells(folder / "cells.csv") if cell.row == "hubs_00"]
    assert all(cell.measured is None for cell in cells)
    assert all("hub_mentions" in cell.reason for cell in cells)
