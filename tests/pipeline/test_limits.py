"""A limit in the experiments that are no table of questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import PaperSettings, PathfindingSettings
from hippo_exp.pipeline.paper.plan import plan_paper
from hippo_exp.pipeline.pathfinding.table import run_pathfinding
from hippo_exp.reporting import read_cells


def study(folder: Path, *overrides: str) -> Path:
    common = ("hops=[2]", "rows=[ppr,mention_count]", f"out={folder}", "bootstrap_resamples=100")
    settings = load_settings(PathfindingSettings, "experiment/pathfinding", [*common, *overrides])
    run_pathfinding(settings, "test")
    return folder / "pathfinding/instances"


def test_a_limited_study_is_a_smaller_one_that_says_so(tmp_path: Path) -> None:
    limited, small = study(tmp_path / "a", "limit=3"), study(tmp_path / "b", "n_instances=3")
    assert read_cells(limited / "cells.csv") == read_cells(small / "cells.csv")
    assert "PARTIAL n=3 of 500" in (limited / "table.md").read_text("utf-8")
    assert "PARTIAL" not in (small / "table.md").read_text("utf-8")
    assert json.loads((limited / "manifest.json").read_text())["partial"] == {"n": 3, "of": 500}


def test_a_limit_beyond_the_instances_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = study(tmp_path, "n_instances=2", "limit=5")
    assert "PARTIAL" not in (folder / "table.md").read_text("utf-8")
    study(tmp_path / "dry", "limit=4", "dry_run=true")
    assert "4 instances (hops2)" in capsys.readouterr().out
    assert not (tmp_path / "dry").exists()


def test_the_paper_s_run_limits_questions_and_no_counts(tmp_path: Path) -> None:
    overrides = ["limit=3", "tables=[table2,table8]", "datasets=[musique]", f"out={tmp_path}"]
    settings = load_settings(PaperSettings, "experiment/paper", overrides)
    questions, counts = plan_paper(settings)
    assert (questions.settings.limit, counts.settings.limit) == (3, None)
    assert questions.folder == tmp_path / "table2/musique-paper-limit-3"
    whole = load_settings(PaperSettings, "experiment/paper", overrides[1:])
    assert plan_paper(whole)[0].folder == tmp_path / "table2/musique-paper"
