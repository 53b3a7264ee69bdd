"""Triples stand under the name of what made them."""

from __future__ import annotations

from pathlib import Path

import pytest
import toy_corpus

from hippo_exp.config import changes, config_folder, load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.pipeline.statistics import run_statistics
from hippo_exp.reporting import read_cells
from hippo_exp.reporting.tables.markdown import parse_grids

SMALL = tuple(
    f"dataset.synthetic.{item}"
    for item in ("n_passages=200", "n_questions=20", "hub_degree=10", "failed_passages=0.05")
)
NAMES = sorted(path.stem for path in (config_folder() / "dataset").glob("*.yaml"))
STATISTICS = ("table1", "table8")


def settings(name: str, *overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, f"experiment/{name}", overrides)


def labels(page: str) -> list[str]:
    return [line[0].partition(" [")[0] for grid in parse_grids(page) for line in grid[1:]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("table", STATISTICS)
def test_a_row_is_named_after_gpt35_only_where_its_triples_are_released(
    name: str, table: str
) -> None:
    found = settings(table, f"dataset={name}")
    released = any(entry.upstream for entry in found.dataset.openie.values())
    named = [row.label for row in found.experiment.rows if "GPT-3.5" in row.label]
    assert bool(named) == released
    chosen = found.dataset.openie.get(found.openie.extractor)
    assert (found.openie.extractor == "gpt35") == released
    assert chosen is None or bool(chosen.upstream) == released
    assert not any(text.startswith("openie") for text in changes(found))


@pytest.mark.parametrize("table", STATISTICS)
def test_statistics_of_generated_triples_name_the_generator(tmp_path: Path, table: str) -> None:
    places = (f"out={tmp_path}", f"cache.root={tmp_path / 'cache'}")
    run_statistics(settings(table, "dataset=synthetic", *SMALL, *places), "test")
    folder = tmp_path / table / "synthetic"
    assert labels((folder / "table.md").read_text(encoding="utf-8")) == ["generator"]
    cells = read_cells(folder / "cells.csv")
    assert {cell.row for cell in cells} == {"openie_generator"}
    measured = {cell.metric for cell in cells if cell.measured is not None}
    assert {"unique_nodes", "unique_triples", "synonym_edges"} <= measured


def test_no_page_about_generated_triples_speaks_of_gpt35(tmp_path: Path) -> None:
    places = (f"out={tmp_path}", f"cache.root={tmp_path / 'cache'}")
    choice = ("dataset=synthetic", "rows=[bm25,hipporag]", *SMALL, *places)
    run_retrieval(settings("table2", *choice), "test")
    pages = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.md")]
    assert any("extraction generator failed for " in page for page in pages)
    assert not any("gpt35" in page or "GPT-3.5" in page for page in pages)


def test_one_s_own_triples_are_called_own_and_their_file_can_be_named(tmp_path: Path) -> None:
    folder = toy_corpus.write_corpus(tmp_path / "mine")
    (folder / "openie.json").rename(folder / "mine.json")
    choice = ("dataset=custom", f"dataset.dir={folder}", "dataset.openie.own.file=mine.json")
    places = (f"out={tmp_path / 'out'}", f"cache.root={tmp_path / 'cache'}")
    run_statistics(settings("table8", *choice, *places), "test")
    page = (tmp_path / "out/table8/custom/table.md").read_text(encoding="utf-8")
    assert labels(page) == ["own"]
    assert "GPT-3.5" not in page


def test_gpt35_can_still_be_asked_for_and_is_then_a_change() -> None:
    found = settings("table5", "dataset=synthetic", "openie=gpt35")
    assert found.openie.extractor == "gpt35"
    assert "openie=gpt35" in changes(found)
