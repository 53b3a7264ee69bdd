"""Results with a seed, edited and signed again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pandas as pd

from hippo_exp.errors import VerificationError
from hippo_exp.reporting import (
    Results,
    compare_rows,
    summarize,
)
from hippo_exp.reporting.recheck import recheck_folder
from hippo_exp.storage import digest_bytes

SEED, RESAMPLES, PERMUTATIONS = 3, 200, 99


def seeded(results: Results, frame: pd.DataFrame) -> Results:
    rows = [report.row for report in results.reports]
    where = {"experiment": "table5", "dataset": "tiny"}
    metrics = list(dict.fromkeys(frame["metric"]))
    packages = {name: version(name) for name in ("numpy", "scipy")}
    options = {"bootstrap_resamples": RESAMPLES, "permutation_resamples": PERMUTATIONS}
    manifest = {
        **results.manifest,
        "seeds": {"seed": SEED},
        "config": {"evaluation": options},
        "environment": {"packages": packages},
    }
    cells = summarize(
        frame, results.reports, **where, metrics=metrics, seed=SEED, resamples=RESAMPLES,
        paper=results.paper,
    )  # fmt: skip
    comparisons = compare_rows(
        frame, rows, "full", **where, metrics=metrics, seed=SEED, resamples=RESAMPLES,
        permutations=PERMUTATIONS, paper=results.paper,
    )  # fmt: skip
    return replace(results, cells=cells, comparisons=comparisons, manifest=manifest)


def found(folder: Path) -> list[str]:
    faults = recheck_folder(folder)
    assert all(isinstance(fault, VerificationError) for fault in faults)
    assert all("\n" not in str(fault) for fault in faults)
    assert all(fault.where.startswith("table5/tiny") for fault in faults)
    return [str(fault) for fault in faults]


def sign_again(folder: Path) -> None:
    edit_manifest(
        folder,
        lambda old: {
            **old,
            "files": {name: digest_bytes((folder / name).read_bytes()) for name in old["files"]},  # type: ignore[attr-defined]
        },
    )


def edit_manifest(folder: Path, edit: Callable[[dict[str, object]], Mapping[str, object]]) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps(edit(json.loads(path.read_text()))), encoding="utf-8")
