"""Every check of one results folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from hippo_exp.errors import HippoExpError, VerificationError
from hippo_exp.reporting.by_hops import BY_HOPS
from hippo_exp.reporting.cells import read_cells, read_comparisons
from hippo_exp.reporting.csv_files import read_bytes
from hippo_exp.reporting.manifest import read_manifest
from hippo_exp.reporting.passage_sums import PER_PASSAGE
from hippo_exp.reporting.per_query import read_per_query, values_by_cell
from hippo_exp.reporting.recheck.benchmark import benchmark_faults
from hippo_exp.reporting.recheck.by_hops import hop_faults
from hippo_exp.reporting.recheck.home import FIX, MANIFEST, Home, is_recomputed
from hippo_exp.reporting.recheck.numbers import (
    effect_faults,
    left_over,
    mean_faults,
    own_faults,
)
from hippo_exp.reporting.recheck.pages import page_faults
from hippo_exp.reporting.recheck.quality import quality_faults
from hippo_exp.storage import digest_bytes
from hippo_exp.types import Cell, Comparison

Check: TypeAlias = Callable[[], Sequence[HippoExpError]]

COMPARISONS = "comparisons.csv"
BENCHMARKS = "benchmarks"
"""Name of the results folder that holds timings, whose cells have columns of their own."""

SWEEPS = "sweep"
"""Name of the results folder of joined cells, whose values by question are in the cache alone."""


def recheck_folder(folder: Path) -> list[HippoExpError]:
    """Every fault of one folder ``results/EXPERIMENT/DATASET``.

    The files must be those of the manifest (SHA-256) and no others; cells must belong to the
    experiment and data sets that it names; each difference must be measured minus paper;
    ``table.md``, ``table.csv`` and ``table.tex`` must show exactly the cells and comparisons. If
    the manifest lists ``per_query.csv.gz``, each measured value must be the mean of its
    per-question values and rest on their number, each effect the mean paired difference, to 1e-9;
    intervals and p-values must be those that the manifest's seed gives, where numpy and scipy are
    of the versions that it names (else they must lie between the extreme values). A folder whose
    manifest does not list that file (counts) is not recomputed. With ``per_passage.csv.gz`` the
    scores of an extraction and their intervals must be those of its passages. Of
    ``results/benchmarks/NAME`` medians and ratios must follow from ``timings.csv``, and
    ``table.md`` from ``cells.csv``. Of ``results/sweep/NAME`` only the files are compared.

    A file that is missing, truncated or of another form is a fault like any other.
    """
    try:
        home = _home(folder)
    except HippoExpError as error:
        return [_placed(folder, error)]
    faults = [*_changed_files(home)]
    if folder.parent.name == SWEEPS:
        return [*faults]
    if folder.parent.name == BENCHMARKS:
        return [*faults, *_gathered(home, [partial(benchmark_faults, home)])]
    try:
        cells = read_cells(folder / "cells.csv")
        comparisons: list[Comparison] = []
        if (folder / COMPARISONS).is_file():
            comparisons = read_comparisons(folder / COMPARISONS)
    except HippoExpError as error:
        return [*faults, _placed(folder, error)]
    checks: list[Check] = [partial(own_faults, home, cell) for cell in cells]
    checks.append(partial(page_faults, home, cells, comparisons))
    if BY_HOPS in home.files:
        checks.append(partial(hop_faults, home, cells))
    if PER_PASSAGE in home.files:
        checks.append(partial(quality_faults, home, cells))
    if is_recomputed(home.files):
        checks.append(partial(_recomputed_faults, home, cells, comparisons))
    return [*faults, *_gathered(home, checks)]


def _recomputed_faults(
    home: Home, cells: Sequence[Cell], comparisons: Sequence[Comparison]
) -> list[VerificationError]:
    """Faults of the numbers against the values of each question."""
    found = values_by_cell(read_per_query(home.folder / "per_query.csv.gz"))
    faults = [fault for cell in cells for fault in mean_faults(home, cell, found)]
    return [*faults, *left_over(home, cells, found), *effect_faults(home, comparisons, found)]


def _gathered(home: Home, checks: Sequence[Check]) -> list[HippoExpError]:
    """What every check finds; one that cannot be done is a fault itself."""
    faults: list[HippoExpError] = []
    for check in checks:
        try:
            faults += check()
        except HippoExpError as error:
            faults.append(_placed(home.folder, error))
    return faults


def _placed(folder: Path, error: HippoExpError) -> VerificationError:
    """The same fault with a place that begins ``EXPERIMENT/DATASET``."""
    home = "/".join(folder.parts[-2:])
    where = error.where.replace(str(folder), home)
    if not where.startswith(home):
        where = f"{home}/{where}".rstrip("/")
    return VerificationError(error.what, where=where, fix=error.fix)


def _home(folder: Path) -> Home:
    manifest = read_manifest(folder / MANIFEST)
    files = manifest.get("files")
    if not isinstance(files, dict):
        raise VerificationError("the manifest lists no files", where=MANIFEST, fix=FIX)
    return Home(folder, manifest, {name: str(digest) for name, digest in files.items()})


def _changed_files(home: Home) -> list[VerificationError]:
    faults = []
    if "cells.csv" not in home.files:
        faults.append(home.fault("the manifest does not list cells.csv", MANIFEST))
    for name, digest in sorted(home.files.items()):
        path = home.folder / name
        try:
            same = digest_bytes(read_bytes(path)) == digest
        except HippoExpError as error:
            what = "a file of the manifest is missing" if not path.exists() else error.what
            faults.append(home.fault(what, name))
            continue
        if not same:
            faults.append(home.fault("the file is not the one of the manifest", name))
    return [*faults, *_foreign_files(home)]


def _foreign_files(home: Home) -> list[VerificationError]:
    """Files that the run did not write, hidden ones aside."""
    names = [
        path.relative_to(home.folder).as_posix()
        for path in sorted(home.folder.rglob("[!.]*"))
        if path.is_file()
    ]
    known = (MANIFEST, *home.files)
    return [
        home.fault("the manifest lists no such file", name) for name in names if name not in known
    ]
