from __future__ import annotations

import gzip
import json
import math
import os
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hippo_exp.errors import DataError, StoreError, VerificationError
from hippo_exp.reporting import (
    Results,
    Stopwatch,
    collect_environment,
    make_manifest,
    manifest_bytes,
    read_manifest,
    staged_folder,
    write_results,
)
from hippo_exp.types import Ranking

ReadTree = Callable[[Path], dict[str, bytes]]
WHERE: dict[str, Any] = {"experiment": "table5", "dataset": "tiny"}


def with_runs(results: Results) -> Results:
    scores = np.arange(30, 0, -1, dtype=np.float64)
    ranking = Ranking("q0", np.arange(30, dtype=np.int64), scores)
    return replace(results, rankings={"full": [ranking]}, passage_ids=[f"p{i}" for i in range(30)])


def test_a_folder_has_every_file_and_its_digest(
    drawn_results: Results, tmp_path: Path, read_tree: ReadTree
) -> None:
    folder = tmp_path / "results" / "table5" / "tiny"
    write_results(folder, with_runs(drawn_results))
    files = read_tree(folder)
    assert sorted(files) == [
        "cells.csv",
        "comparisons.csv",
        "effects.png",
        "effects.svg",
        "manifest.json",
        "per_query.csv.gz",
        "recall.png",
        "recall.svg",
        "runs/full.trec.gz",
        "table.csv",
        "table.md",
        "table.tex",
    ]
    manifest = json.loads(files["manifest.json"])
    assert sorted(manifest["files"]) == sorted(files.keys() - {"manifest.json"})
    assert manifest["rows"]["without"]["failed"] == ["q3"]
    assert manifest["rows"]["full"]["outcomes"] == {"ok": 5, "no_entity": 1}
    assert manifest["rows"]["absent"]["reason"] == "torch is not installed"
    assert len(gzip.decompress(files["runs/full.trec.gz"]).splitlines()) == 20
    assert [path.name for path in folder.parent.iterdir()] == ["tiny"]
    assert (folder / "cells.csv").stat().st_mode & 0o444 == 0o444


def test_written_twice_is_the_same_bytes(
    drawn_results: Results, tmp_path: Path, read_tree: ReadTree
) -> None:
    for name in ("one", "two"):
        write_results(tmp_path / name, drawn_results)
    write_results(tmp_path / "two", drawn_results)
    one, two = read_tree(tmp_path / "one"), read_tree(tmp_path / "two")
    first, second = (json.loads(tree.pop("manifest.json")) for tree in (one, two))
    assert first.pop("stages")
    assert second.pop("stages")
    assert first == second
    assert one == two


def test_files_of_an_earlier_run_are_removed(drawn_results: Results, tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    write_results(folder, with_runs(drawn_results))
    (folder / "notes.txt").write_text("kept", encoding="utf-8")
    write_results(folder, replace(drawn_results, comparisons=(), figures={}))
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == [
        "cells.csv",
        "manifest.json",
        "notes.txt",
        "per_query.csv.gz",
        "table.csv",
        "table.md",
        "table.tex",
    ]


def test_a_fault_leaves_the_folder_as_it_was(
    results: Results, tmp_path: Path, read_tree: ReadTree
) -> None:
    folder = tmp_path / "tiny"
    write_results(folder, results)
    before = read_tree(tmp_path)
    faulty = [
        replace(results, cells=[replace(cell, measured=math.nan) for cell in results.cells]),
        replace(results, cells=[replace(results.cells[0], n=5), *results.cells[1:]]),
        replace(results, manifest={**results.manifest, "x": math.nan}),
        replace(results, manifest={**results.manifest, "x": Path("a")}),
    ]
    for item in faulty:
        with pytest.raises(VerificationError):
            write_results(folder, item)
        assert read_tree(tmp_path) == before


def test_a_folder_that_cannot_be_made_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with (
        pytest.raises(StoreError, match="cannot write results"),
        staged_folder(tmp_path / "file" / "tiny", {}),
    ):
        pass


def test_manifest_is_sorted_json_and_reads_back(results: Results, tmp_path: Path) -> None:
    data = manifest_bytes({"b": 1, "a": {"d": None, "c": "é"}})
    assert data.decode() == '{\n  "a": {\n    "c": "é",\n    "d": null\n  },\n  "b": 1\n}\n'
    path = tmp_path / "manifest.json"
    path.write_bytes(data)
    with pytest.raises(DataError, match="not a manifest of schema"):
        read_manifest(path)
    path.write_bytes(manifest_bytes(results.manifest))
    assert read_manifest(path) == json.loads(json.dumps(results.manifest))


def test_manifest_keys_cannot_be_overwritten() -> None:
    with pytest.raises(VerificationError, match="already has seeds"):
        make_manifest(**WHERE, config={}, seeds={}, inputs={}, environment={}, extra={"seeds": 1})


def test_environment_names_versions_and_no_person(tmp_path: Path) -> None:
    found = collect_environment(tmp_path)
    packages = found["packages"]
    assert isinstance(packages, dict)
    assert packages["numpy"] == np.__version__
    assert len(packages) >= 12
    assert found["git"] is None
    assert found["cores"] == os.cpu_count()
    assert str(found["blas"]).split()[0] not in ("", "unknown")
    text = manifest_bytes(found).decode()
    assert str(tmp_path) not in text
    assert str(Path.home()) not in text


def test_git_state(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        identity = ["-c", "user.name=n", "-c", "user.email=e@e", "-c", "commit.gpgsign=false"]
        command = ["git", *identity, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    git("init", "-q")
    assert collect_environment(tmp_path)["git"] == {"commit": None, "dirty": True}
    (tmp_path / "code.py").write_text("a = 1\n", encoding="utf-8")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    commit = git("rev-parse", "HEAD")
    assert collect_environment(tmp_path)["git"] == {"commit": commit, "dirty": False}
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "cells.csv").write_text("", encoding="utf-8")
    assert collect_environment(tmp_path)["git"] == {"commit": commit, "dirty": False}
    (tmp_path / "code.py").write_text("a = 2\n", encoding="utf-8")
    assert collect_environment(tmp_path)["git"] == {"commit": commit, "dirty": True}


def test_stopwatch_records_nested_and_failed_stages() -> None:
    watch = Stopwatch()
    with watch.stage("outer"):
        with watch.stage("inner"):
            block = np.ones(30_000_000)
            del block
        with pytest.raises(KeyError), watch.stage("failed"):
            raise KeyError
    with watch.stage("after"):
        block = np.ones(30_000_000)
        del block
        with watch.stage("late"):
            pass
    names = [record.stage for record in watch.records]
    assert names == ["outer/inner", "outer/failed", "outer", "after/late", "after"]
    inner, failed, outer, late, after = watch.records
    assert outer.seconds >= inner.seconds > 0
    assert outer.peak_mb >= inner.peak_mb > 0
    if inner.scope == "stage":
        assert inner.peak_mb > failed.peak_mb + 150  # 229 MiB were freed before
        assert outer.peak_mb > late.peak_mb + 150
        assert after.peak_mb > late.peak_mb + 150
