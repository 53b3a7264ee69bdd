"""Every folder of a results tree, in the order of the paper."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hippo_exp.reporting.benchmark_cells import read_benchmark_cells
from hippo_exp.reporting.by_hops import BY_HOPS, read_hops
from hippo_exp.reporting.cells import read_cells, read_comparisons
from hippo_exp.reporting.csv_files import read_text
from hippo_exp.reporting.estimates import ESTIMATES, read_estimates
from hippo_exp.reporting.manifest import read_manifest
from hippo_exp.reporting.page.read.facts import Facts
from hippo_exp.reporting.page.read.model import BenchmarkFolder, Folder, SweepFolder
from hippo_exp.reporting.page.read.notes import read_notes, read_pages
from hippo_exp.reporting.page.read.paper import PaperReport, read_paper
from hippo_exp.reporting.page.read.sweep import read_sweep
from hippo_exp.reporting.recheck.folder import BENCHMARKS, COMPARISONS, SWEEPS


@dataclass(frozen=True)
class Tree:
    """A results tree.

    Attributes:
        papers: reports over the paper's tables.
        folders: of experiments.
        sweeps: joined cells of many settings.
        benchmarks: timings.
    """

    papers: tuple[PaperReport, ...]
    folders: tuple[Folder, ...]
    sweeps: tuple[SweepFolder, ...]
    benchmarks: tuple[BenchmarkFolder, ...]


def read_tree(root: Path) -> Tree:
    """Read a results tree; folders whose name begins with a full stop are left out.

    Args:
        root: for example ``results/``.

    Raises:
        DataError: a file is damaged.
    """
    found = sorted(path.parent for path in root.glob("*/*/cells.csv"))
    folders = [path for path in found if not _is_hidden(path.relative_to(root))]
    plain = [path for path in folders if path.parent.name not in (BENCHMARKS, SWEEPS)]
    return Tree(
        papers=tuple(read_paper(path.parent) for path in sorted(root.glob("*/report.md"))),
        folders=tuple(_folder(path) for path in sorted(plain, key=_order)),
        sweeps=tuple(read_sweep(path) for path in folders if path.parent.name == SWEEPS),
        benchmarks=tuple(_benchmark(path) for path in folders if path.parent.name == BENCHMARKS),
    )


def _folder(path: Path) -> Folder:
    comparisons, estimates = path / COMPARISONS, path / ESTIMATES
    by_hops = path / BY_HOPS
    return Folder(
        experiment=path.parent.name,
        name=path.name,
        facts=Facts(read_manifest(path / "manifest.json")),
        notes=read_notes(path / "table.md", path.parent.name),
        cells=read_cells(path / "cells.csv"),
        comparisons=read_comparisons(comparisons) if comparisons.is_file() else (),
        estimates=read_estimates(estimates) if estimates.is_file() else (),
        by_hops=read_hops(by_hops) if by_hops.is_file() else (),
        pages=read_pages(path),
    )


def _benchmark(path: Path) -> BenchmarkFolder:
    facts = Facts(read_manifest(path / "manifest.json"))
    page = read_text(path / "table.md")
    return BenchmarkFolder(path.name, facts, page, read_benchmark_cells(path / "cells.csv"))


def _order(path: Path) -> tuple[bool, int, str, str]:
    """Tables by number, then the others by name."""
    name = path.parent.name
    number = name.removeprefix("table")
    is_number = number.isdigit()
    return (not is_number, int(number) if is_number else 0, name, path.name)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
