"""The check behind ``hippo-exp verify``: every printed number follows from what is committed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from hippo_exp.errors import HippoExpError, VerificationError
from hippo_exp.reporting.benchmark_cells import benchmark_numbers
from hippo_exp.reporting.cells import read_cells, read_comparisons
from hippo_exp.reporting.claim_checks import check_claim
from hippo_exp.reporting.claims import Claim, read_claims
from hippo_exp.reporting.csv_files import read_text
from hippo_exp.reporting.estimates import ESTIMATES, Estimate, read_estimates
from hippo_exp.reporting.manifest import read_manifest
from hippo_exp.reporting.recheck import BENCHMARKS, is_recomputed, recheck_folder
from hippo_exp.types import Cell, Comparison

_Numbers: TypeAlias = tuple[float | None, float | None, float | None]


@dataclass(frozen=True)
class Audit:
    """Outcome of a verification.

    Attributes:
        faults: every fault found; empty when all is well.
        folders: ``EXPERIMENT/DATASET`` of the result folders that were recomputed.
        skipped: those without per-question values, of which only the files were compared.
        claims: number of quoted numbers that were looked up.
    """

    faults: tuple[HippoExpError, ...]
    folders: tuple[str, ...]
    skipped: tuple[str, ...]
    claims: int


def verify(project_root: Path, *, results: str = "results") -> list[HippoExpError]:
    """Every fault of the committed numbers, see :func:`audit`; empty when all is well."""
    return list(audit(project_root, results=results).faults)


def audit(
    project_root: Path, *, results: str = "results", tell: Callable[[str], None] | None = None
) -> Audit:
    """Check ``FINDINGS.md``, ``README.md`` and every folder ``results/*/*`` with a ``cells.csv``.

    A table row of ``FINDINGS.md`` (or ``README.md``) whose first cell is a code span
    ``EXPERIMENT/DATASET/ROW/METRIC`` must quote the value and interval that
    ``results/EXPERIMENT/DATASET/cells.csv`` holds, equal at the printed digits (``FOLDER:DATASET``
    names one data set of a folder that holds several); the prefix ``effect:`` quotes
    ``comparisons.csv`` (``ROW`` against the table's baseline, ``ROW:BASELINE`` against a further
    one), ``estimate:`` quotes ``estimates.csv``, and
    ``benchmark:NAME/CASE/METHOD/COLUMN`` a number of ``results/benchmarks/NAME/cells.csv``.
    ``FINDINGS.md`` must exist and hold such a row. For the result folders see
    :func:`hippo_exp.reporting.recheck.recheck_folder`.

    Args:
        project_root: folder that holds both files and the results.
        results: name of the results folder in it.
        tell: is given a line for each result folder, before it is checked.
    """
    root = project_root / results
    folders = sorted(
        path.parent
        for path in root.glob("*/*/cells.csv")
        if not any(part.startswith(".") for part in path.relative_to(root).parts)
    )
    faults: list[HippoExpError] = []
    for folder in folders:
        if tell is not None:
            tell(f"checking {folder.relative_to(root).as_posix()}")
        faults += recheck_folder(folder)
    claims, more = _claims(project_root)
    faults += more
    cache: dict[Path, Mapping[tuple[str, str, str], _Numbers]] = {}
    for claim in claims:
        faults += _claim_faults(claim, root, cache)
    names = {folder: "/".join(folder.parts[-2:]) for folder in folders}
    recomputed = [
        folder for folder in folders if folder.parent.name == BENCHMARKS or _recomputed(folder)
    ]
    return Audit(
        faults=tuple(faults),
        folders=tuple(names[folder] for folder in recomputed),
        skipped=tuple(names[folder] for folder in folders if folder not in recomputed),
        claims=len(claims),
    )


def _claims(project_root: Path) -> tuple[list[Claim], list[HippoExpError]]:
    found: list[Claim] = []
    faults: list[HippoExpError] = []
    for name in ("FINDINGS.md", "README.md"):
        required = name == "FINDINGS.md"
        path = project_root / name
        try:
            text = read_text(path) if path.exists() else ""
        except HippoExpError as error:
            faults.append(VerificationError(error.what, where=name, fix="save it as UTF-8 text"))
            continue
        claims, malformed = read_claims(text, name, strict=required)
        found += claims
        faults += malformed
        if required and not claims and not malformed:
            what = "no row quotes a result" if path.is_file() else "the file is missing"
            fix = "add a table row | `EXPERIMENT/DATASET/ROW/METRIC` | value | [low, high] |"
            faults.append(VerificationError(what, where=name, fix=fix))
    return found, faults


def _claim_faults(
    claim: Claim, root: Path, cache: dict[Path, Mapping[tuple[str, str, str], _Numbers]]
) -> list[HippoExpError]:
    path, key = _source(claim, root)
    if path not in cache:
        try:
            cache[path] = _numbers(path, claim.kind)
        except HippoExpError as error:
            what = f"unknown reference {claim.reference}: {error.what}"
            return [VerificationError(what, where=claim.place, fix="run the experiment first")]
    numbers = cache[path].get(key)
    if numbers is None:
        kinds = "case, method and column" if claim.kind == "benchmark" else "row and metric"
        what = f"unknown reference {claim.reference}: no such {kinds} in {path.name}"
        known = ", ".join(sorted({other[1] for other in cache[path]}))
        return [VerificationError(what, where=claim.place, fix=f"the rows are {known}")]
    return [*check_claim(claim, *numbers)]


def _source(claim: Claim, root: Path) -> tuple[Path, tuple[str, str, str]]:
    """The file that a claim quotes, and the key of its number there."""
    first, second, row, column = claim.parts
    if claim.kind == "benchmark":
        return root / BENCHMARKS / first / "cells.csv", (second, row, column)
    folder, _, dataset = second.partition(":")
    names = {"effect": "comparisons.csv", "estimate": ESTIMATES}
    return root / first / folder / names.get(claim.kind, "cells.csv"), (dataset, row, column)


def _numbers(path: Path, kind: str) -> Mapping[tuple[str, str, str], _Numbers]:
    """Numbers by (data set, row, metric), the data set empty where a file has only one.

    Those of a benchmark by (case, method, column).
    """
    if kind == "benchmark":
        numbers = benchmark_numbers(path)
        return {key: (value, None, None) for key, value in numbers.items()}
    items: list[Cell] | list[Comparison] | list[Estimate]
    if kind == "estimate":
        items = read_estimates(path)
    else:
        items = read_comparisons(path) if kind == "effect" else read_cells(path)
    single = len({item.dataset for item in items}) == 1
    found: dict[tuple[str, str, str], _Numbers] = {}
    for item in items:
        value = _value(item)
        row = item.row
        if isinstance(item, Comparison) and item.baseline != _first_baseline(items):
            row = f"{item.row}:{item.baseline}"
        key = ("" if single else item.dataset, row, item.metric)
        found[key] = (value, item.ci_low, item.ci_high)
    return found


def _first_baseline(items: Sequence[Cell | Comparison | Estimate]) -> str:
    """The table's baseline, whose comparisons come first."""
    first = items[0]
    return first.baseline if isinstance(first, Comparison) else ""


def _value(item: Cell | Comparison | Estimate) -> float | None:
    if isinstance(item, Comparison):
        return item.effect
    return item.estimate if isinstance(item, Estimate) else item.measured


def _recomputed(folder: Path) -> bool:
    try:
        files = read_manifest(folder / "manifest.json").get("files")
    except HippoExpError:
        return False
    return isinstance(files, dict) and is_recomputed(files)
