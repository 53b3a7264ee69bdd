"""The same files whatever the hash seed, threads, folder of invocation or launcher."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = (
    *("dataset=synthetic", "dataset.synthetic.n_passages=200", "dataset.synthetic.n_questions=20"),
    *("evaluation.bootstrap_resamples=100", "evaluation.permutation_resamples=100"),
)
TABLES = {
    "table2": "rows=[bm25,dense,hipporag]",
    "table5": "rows=[hipporag,without_synonymy,query_nodes_and_neighbors]",
    "table13": "rows=[hipporag,hipporag_ensemble]",
}
SETTINGS = {
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "hash seed 12345, one thread": {
        **{"PYTHONHASHSEED": "12345", "OMP_NUM_THREADS": "1"},
        **{"OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"},
    },
    "two threads, another locale and time zone": {
        **{"OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2", "NUMBA_NUM_THREADS": "2"},
        **{"LC_ALL": "C", "TZ": "Asia/Tokyo"},
    },
}
LAUNCHERS = ("basic", "joblib", "submitit_local", "ray")


def run(command: list[str], folder: Path, variables: dict[str, str], cwd: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "RAY_DEDUP_LOGS": "0", **variables}
    done = subprocess.run(
        [sys.executable, "-m", *command, f"out={folder / 'out'}", f"cache.root={folder / 'cache'}"],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def digests(folder: Path) -> dict[str, str]:
    """Relative name -> SHA-256 of everything that was published but the manifests."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((folder / "out").rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


@pytest.mark.slow
def test_tables_do_not_depend_on_the_process(tmp_path: Path) -> None:
    found = []
    for number, variables in enumerate(SETTINGS.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, rows in TABLES.items():
            run([f"experiments.{name}", *DATA, rows], folder, variables, folder if number else ROOT)
        found.append(digests(folder))
    assert len(found[0]) > 20
    for other, name in zip(found[1:], list(SETTINGS)[1:], strict=True):
        assert other == found[0], name


@pytest.mark.slow
@pytest.mark.parametrize("launcher", LAUNCHERS[1:])
def test_sweeps_do_not_depend_on_the_launcher(
    launcher: str, here: dict[str, str], tmp_path: Path
) -> None:
    pytest.importorskip({"submitit_local": "submitit"}.get(launcher, launcher))
    run(sweep(launcher), tmp_path, {"PYTHONHASHSEED": "7"}, ROOT)
    assert digests(tmp_path) == here


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("basic")
    run(sweep("basic"), folder, {}, ROOT)
    return digests(folder)


def sweep(launcher: str) -> list[str]:
    """A sweep of two points; the joined table does not name its launcher."""
    workers = ["hydra.launcher.n_jobs=2"] if launcher == "joblib" else []
    axes = ["expansion.restart_prob=0.3,0.6", "rows=[hipporag,query_nodes_only]", "label=toy"]
    return ["experiments.sweep", *DATA, *axes, f"hydra/launcher={launcher}", *workers]
