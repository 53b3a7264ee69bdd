"""Results of other settings are not replaced unless one says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import StoreError
from hippo_exp.pipeline.pages import guard
from hippo_exp.pipeline.pages.guard import check_target, free_folder, publish, recorded_settings
from hippo_exp.reporting import Results, RowReport, TableHeader, make_cell, make_manifest


def settings(*overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, "experiment/table2", ["dataset=synthetic", *overrides])


def results(made_by: RetrievalSettings, mark: str = "", reason: str = "") -> Results:
    where: dict[str, Any] = {"experiment": "table2", "dataset": "synthetic"}
    report = RowReport("dense", f"Dense{mark}", reason=reason)
    manifest = make_manifest(
        **where,
        config=recorded_settings(made_by),
        seeds={},
        inputs={},
        environment={},
        reports=[report],
    )
    measured = None if reason else 50.0
    cell = make_cell(
        row="dense", metric="recall@5", n=0 if reason else 4, measured=measured, **where
    )
    header = TableHeader(title="made up", dataset="synthetic", n=4)
    return Results(cells=[cell], reports=[report], header=header, manifest=manifest)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the default tree with results of the default settings."""
    folder = tmp_path / "table2" / "synthetic"
    publish(folder, settings(), results(settings()))
    return folder


def test_the_same_settings_replace_their_own_results(folder: Path) -> None:
    assert free_folder(folder, settings()) == folder
    assert publish(folder, settings(), results(settings(), " again")) == folder
    assert "Dense again" in (folder / "table.md").read_text(encoding="utf-8")


def test_places_and_labels_are_no_other_settings(folder: Path, tmp_path: Path) -> None:
    same = settings(f"data.root={tmp_path}", f"cache.root={tmp_path}", "label=synthetic")
    assert free_folder(folder, same) == folder


def test_other_settings_go_beside_and_stay_there(folder: Path) -> None:
    before = (folder / "table.md").read_bytes()
    found = []
    for override in ("expansion.restart_prob=0.3", "expansion.restart_prob=0.4"):
        other = settings(override)
        beside = publish(folder, other, results(other, override))
        assert beside.parent == folder.parent
        assert beside.name.startswith("synthetic-")
        assert len(beside.name) == len("synthetic-") + 8
        assert publish(folder, other, results(other, override)) == beside
        found.append(beside)
    assert found[0] != found[1]
    assert (folder / "table.md").read_bytes() == before


def test_a_label_of_another_run_is_refused_unless_one_says_so(folder: Path) -> None:
    labelled = ("label=synthetic", "expansion.restart_prob=0.3")
    other = settings(*labelled)
    with pytest.raises(StoreError, match=r"other settings \(expansion.restart_prob\)") as caught:
        free_folder(folder, other)
    assert "overwrite=true" in str(caught.value)
    assert free_folder(folder, settings(*labelled, "overwrite=true")) == folder


def test_a_folder_named_by_out_is_the_user_s_own(folder: Path, tmp_path: Path) -> None:
    other = settings("expansion.restart_prob=0.3", f"out={tmp_path}")
    assert free_folder(folder, other) == folder


def test_measured_rows_are_not_replaced_by_rows_that_cannot_run(folder: Path) -> None:
    with pytest.raises(StoreError, match=r"measured rows that cannot run here \(dense\)"):
        check_target(folder, settings(), ["dense"])
    beside = publish(folder, settings(), results(settings(), reason="no torch"), ["dense"])
    assert beside != folder
    publish(beside, settings("overwrite=true"), results(settings()))
    with pytest.raises(StoreError, match="measured rows"):
        free_folder(folder, settings(), ["dense"])


@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": "other"}'])
def test_a_folder_without_a_manifest_holds_no_results(folder: Path, content: str) -> None:
    (folder / "manifest.json").write_text(content, encoding="utf-8")
    assert free_folder(folder, settings("expansion.restart_prob=0.3")) == folder


def test_a_manifest_without_settings_is_of_other_settings(folder: Path) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    del manifest["config"]
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(StoreError, match="other settings"):
        check_target(folder, settings())


def test_a_folder_that_is_taken_while_a_run_computes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "table2" / "synthetic"
    other = settings("expansion.restart_prob=0.3")
    assert free_folder(folder, other) == folder
    publish(folder, settings(), results(settings()))  # meanwhile
    before = (folder / "table.md").read_bytes()
    assert publish(folder, other, results(other)) != folder
    monkeypatch.setattr(guard, "free_folder", lambda *_: folder)  # in the last moment
    with pytest.raises(StoreError, match="other settings"):
        publish(folder, other, results(other))
    assert (folder / "table.md").read_bytes() == before
