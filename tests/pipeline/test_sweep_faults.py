"""Sweeps in which something fails: a cell, the disk, the data, the command line."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sweep_cases import AXES, ROOT, ROWS, SMALL, cells, limit_files, marks, sweep, table


def test_a_cell_that_fails_is_shown_and_tried_again(tmp_path: Path) -> None:
    """A time limit that no cell keeps stands for any failure."""
    done = sweep(tmp_path, ROWS, AXES[0], "cells.time_limit_s=0.0001")
    assert done.returncode != 0
    assert "FAILED" in done.stderr
    assert "Traceback" not in done.stderr
    found = cells(tmp_path)
    assert found
    assert all(cell["reason"].startswith("FAILED: no result after") for cell in found)
    assert "FAILED" in (table(tmp_path) / "table.md").read_text("utf-8")
    mended = sweep(tmp_path, ROWS, AXES[0])
    assert mended.returncode == 0, mended.stderr
    assert "3 failed before" in mended.stderr or "4 failed before" in mended.stderr
    assert all(cell["measured"] for cell in cells(tmp_path))


def test_fail_fast_ends_the_sweep(tmp_path: Path) -> None:
    more = ("cells.fail_fast=true", "cells.time_limit_s=0.0001", "rows=[hipporag]")
    done = sweep(tmp_path, "expansion.restart_prob=0.1,0.3,0.5,0.7", *more)
    assert done.returncode != 0
    assert len(marks(tmp_path)) == 1


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """No file may grow beyond some kilobytes, as on a disk without space."""
    done = sweep(tmp_path, ROWS, AXES[0], preexec_fn=lambda: limit_files(20_000))
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert all(cell["reason"].startswith("FAILED: cannot write") for cell in cells(tmp_path))
    whole = sweep(tmp_path, ROWS, AXES[0])
    assert whole.returncode == 0, whole.stderr
    assert all(cell["measured"] for cell in cells(tmp_path))


def test_a_changed_data_file_is_another_cell(tmp_path: Path) -> None:
    from tests.pipeline.toy_corpus import write_corpus

    corpus = tmp_path / "corpus"
    write_corpus(corpus)
    own = ("dataset=custom", f"dataset.dir={corpus}", "experiment=table2", "rows=[bm25]")
    assert sweep(tmp_path, *own, "retriever.bm25.k1=0.9,1.2").returncode == 0
    first = [cell["cell_id"] for cell in cells(tmp_path)]
    lines = (corpus / "corpus.jsonl").read_text("utf-8").splitlines()
    changed = [line.replace('"text": "', '"text": "Changed. ', 1) for line in lines]
    (corpus / "corpus.jsonl").write_text("\n".join(changed) + "\n", "utf-8")
    again = sweep(tmp_path, *own, "retriever.bm25.k1=0.9,1.2")
    assert "0 done" in again.stderr
    assert not set(first) & {cell["cell_id"] for cell in cells(tmp_path)}


def test_two_identical_commands_at_once(tmp_path: Path) -> None:
    places = (f"out={tmp_path / 'out'}", f"cache.root={tmp_path / 'cache'}", "label=toy")
    command = [sys.executable, "-m", "experiments.sweep", *SMALL, *places, ROWS, *AXES]
    both = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    codes = [process.wait(timeout=300) for process in both if process.communicate()]
    assert codes == [0, 0]
    assert len(cells(tmp_path)) == 16
    assert all(cell["measured"] for cell in cells(tmp_path))


@pytest.mark.parametrize(
    ("override", "near"),
    [
        ("expansion.restart_prb=0.3,0.5", "expansion.restart_prob"),
        ("expansion.restart_prob=0.3,1.5", "from 0.001 to 1"),
        ("expansion.restart_prob=0.3,x", "0.001 to 1"),
        ("synonymy.treshold=0.5,0.6", "synonymy.threshold"),
        ("synonymy.threshold=0,0.6", "above 0"),
        ("synonymy.max_neighbours=5,6", "synonymy.max_neighbors"),
        ("encoder=char_ngrams,minilm", "char_ngram"),
        ("encoder.ngram_mn=2,3", "encoder.ngram_min"),
        ("dataset=synthetc,synthetic", "synthetic"),
        ("expansion=pprr,ppr", "ppr"),
        ("preset=papr,clean", "paper"),
        ("experiment=tabel5", "table5"),
        ("experiment=pathfinding", "table5"),
        ("experiment=case_study", "can be joined"),
        ("rows=[hipporg]", "hipporag"),
        ("cells.mode=again", "only_missing"),
        ("cells.time_limit_s=0", "greater than 0"),
        ("cells.time_limit=3", "cells.time_limit_s"),
        ("hydra/launcher=jobli", "joblib"),
        ("limit=0,5", "limit"),
        ("seed=-1,2", "seed"),
        ("graph.normaliser=clean,paper", "graph.normalizer"),
        ("evaluation.bootstrap_resamples=5,100", "100"),
        ("strict=true,false", "cannot be swept"),
        ("synonymy.memory_mb=64,128", "cannot be swept"),
        ("cells.fail_fast=true,false", "cannot be swept"),
        ("hydra.verbose=true", "hydra/launcher"),
        ("--multi", "--help"),
    ],
)
def test_a_wrong_override_is_refused_before_anything(
    tmp_path: Path, override: str, near: str
) -> None:
    started = time.process_time()
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = sweep(tmp_path, override)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert done.returncode == 2
    assert near in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "cache").exists()
    assert used + (time.process_time() - started) < 5
