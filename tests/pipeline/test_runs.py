"""Experiments as a user runs them: commands, files, determinism, faults."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hippo_exp.reporting import read_cells, verify

SMALL = [
    "dataset.synthetic.n_passages=200",
    "dataset.synthetic.n_questions=20",
    "dataset.synthetic.hub_degree=10",
]


def run(
    tmp_path: Path, experiment: str, *overrides: str, hash_seed: str = "0", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "HIPPO_EXP_CACHE": str(tmp_path / "cache"),
        "HIPPO_EXP_DATA": str(tmp_path / "data"),
        "OPENAI_API_KEY": "test-secret-123",
    }
    return subprocess.run(
        [sys.executable, "-m", f"experiments.{experiment}", *overrides],
        capture_output=True,
        text=True,
        env=environment,
        cwd=cwd or tmp_path,
        check=False,
    )


def digests(folder: Path) -> dict[str, str]:
    kinds = ("cells.csv", "comparisons.csv", "table.*", "*.svg", "*.png", "*.gz", "runs/*.gz")
    paths = sorted(path for kind in kinds for path in folder.glob(kind))
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in paths
    }


def test_same_bytes_under_other_hash_seeds_and_folders(tmp_path: Path) -> None:
    found = []
    for seed in ("0", "1", "2"):
        place = tmp_path / f"seed{seed}"
        place.mkdir()
        out = place / "results"
        done = run(place, "table5", *SMALL, f"out={out}", hash_seed=seed, cwd=place)
        assert done.returncode == 0, done.stderr
        found.append(digests(out / "table5" / "synthetic"))
    assert found[0] == found[1] == found[2]
    assert {"cells.csv", "table.md", "recall.svg", "effects.svg", "table.tex"} <= found[0].keys()
    assert "runs/hipporag.trec.gz" in found[0]


def test_a_second_run_encodes_nothing_and_leaves_the_same_bytes(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "table5" / "synthetic"
    run(tmp_path, "table5", *SMALL, "out=out")
    before = digests(folder)
    done = run(tmp_path, "table5", *SMALL, "out=out")
    assert done.returncode == 0
    assert digests(folder) == before
    changed = run(tmp_path, "table5", *SMALL, "out=out", "expansion.restart_prob=0.3")
    assert changed.returncode == 0
    cache = json.loads((folder / "manifest.json").read_text())["cache"]
    assert cache["misses"] == {}
    assert digests(folder) != before


def test_results_verify_and_hold_no_secret(tmp_path: Path) -> None:
    assert run(tmp_path, "table2", *SMALL, "out=results").returncode == 0
    assert run(tmp_path, "pathfinding", "n_instances=5", "out=results").returncode == 0
    cell = read_cells(tmp_path / "results/table2/synthetic/cells.csv")[0]
    (tmp_path / "FINDINGS.md").write_text(
        "| claim | value | interval |\n|---|---|---|\n"
        f"| `table2/synthetic/{cell.row}/{cell.metric}` | {cell.measured:.1f} "
        f"| [{cell.ci_low:.1f}, {cell.ci_high:.1f}] |\n"
        "| `pathfinding/instances:hops2/ppr/mean_rank` | 1.00 | [1.00, 1.00] |\n"
    )
    assert [str(fault) for fault in verify(tmp_path)] == []
    for path in sorted(tmp_path.rglob("*")):
        if path.is_file():
            assert b"test-secret-123" not in path.read_bytes()


def test_limit_is_marked_and_stored(tmp_path: Path) -> None:
    done = run(tmp_path, "table2", *SMALL, "rows=[bm25]", "limit=5", "out=out")
    assert "PARTIAL n=5 of 20" in done.stdout
    manifest = json.loads((tmp_path / "out/table2/synthetic/manifest.json").read_text())
    assert len(manifest["questions"]) == 5
    assert manifest["partial"] == {"n": 5, "of": 20}


def test_the_manifest_has_encoder_solver_and_versions(tmp_path: Path) -> None:
    done = run(tmp_path, "table5", *SMALL, "out=out")
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "out/table5/synthetic/manifest.json").read_text())
    assert manifest["partial"] is None
    encoder = manifest["encoders"]["hipporag"]
    assert (encoder["name"], encoder["kind"]) == ("char_ngram", "char_ngrams")
    rows = manifest["rows"]
    solvers = {report["solver"] for report in manifest["pagerank"]}
    assert set(rows["hipporag"]["solvers"]) <= solvers
    assert rows["hipporag"]["solvers"]
    assert rows["without_synonymy"]["solvers"]
    assert rows["query_nodes_only"]["solvers"] == []
    packages = manifest["environment"]["packages"]
    assert packages["networkx"]
    assert "transformers" in packages


def test_dry_run_writes_nothing(tmp_path: Path) -> None:
    done = run(tmp_path, "table5", *SMALL, "dry_run=true", "out=out")
    assert done.returncode == 0
    assert "without_synonymy" in done.stdout
    assert not (tmp_path / "out").exists()


def test_a_row_that_cannot_run_is_an_error_when_strict(tmp_path: Path) -> None:
    done = run(tmp_path, "table5", *SMALL, "strict=true", "out=out")
    assert done.returncode == 3
    assert "openie_rebel cannot run" in done.stderr
    assert not (tmp_path / "out").exists()


def test_all_faults_at_once_settings_and_files(tmp_path: Path) -> None:
    done = run(tmp_path, "table2", "dataset=musique", "limit=0", "encodr=minilm", "out=out")
    lines = done.stderr.splitlines()
    assert done.returncode == 2
    assert len(lines) == 4
    assert all(line.startswith("error: ") for line in lines)
    assert any("musique_corpus.json" in line and "git blob" in line for line in lines)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("label", "name"), [((), "synthetic"), (("label=trial",), "trial")])
def test_a_sweep_has_a_folder_for_each_point(
    tmp_path: Path, label: tuple[str, ...], name: str
) -> None:
    done = run(
        tmp_path, "table2", "-m", *SMALL, "rows=[bm25,hipporag]", "out=out", *label,
        "expansion.restart_prob=0.3,0.9",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    folders = {path.name: path for path in (tmp_path / "out/table2").iterdir()}
    assert sorted(folders) == [f"{name}-restart_prob-0.3", f"{name}-restart_prob-0.9"]
    for folder_name, folder in folders.items():
        manifest = json.loads((folder / "manifest.json").read_text())
        value = folder_name.rpartition("-")[2]
        assert manifest["config"]["expansion"]["restart_prob"] == float(value)
        assert f"expansion.restart_prob={value} label={folder_name}" in manifest["command"]
        assert f"restart probability** {value}" in (folder / "table.md").read_text()
    runs = [read_cells(folder / "cells.csv") for folder in folders.values()]
    assert [cell.measured for cell in runs[0]] != [cell.measured for cell in runs[1]]


def test_a_sweep_over_labels_alone_uses_them(tmp_path: Path) -> None:
    done = run(tmp_path, "table2", "-m", *SMALL, "rows=[bm25]", "label=k1-1,k1-2", "out=out")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "out/table2").iterdir()) == ["k1-1", "k1-2"]


def test_read_only_results_are_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file where a folder should be")
    done = run(tmp_path, "table2", *SMALL, "rows=[bm25]", "out=out")
    assert done.returncode == 2
    assert done.stderr.count("error: ") == 1
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("command", [["--help"], ["--cfg", "job"]])
def test_hydra_s_own_questions_still_work(tmp_path: Path, command: list[str]) -> None:
    done = run(tmp_path, "table2", *command)
    assert done.returncode == 0
    assert "restart_prob" in done.stdout
