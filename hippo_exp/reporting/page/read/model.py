"""What is read from a results tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hippo_exp.reporting.benchmark_cells import BenchmarkCell
from hippo_exp.reporting.by_hops import HopCell
from hippo_exp.reporting.estimates import Estimate
from hippo_exp.reporting.page.read.facts import Facts
from hippo_exp.types import Cell, Comparison


@dataclass(frozen=True)
class Notes:
    """What a folder's ``table.md`` says besides its grids.

    Attributes:
        title: its first heading.
        warnings: what must not be missed.
        remarks: the bullets below its grids, in Markdown.
        body: all of it but the title.
    """

    title: str
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]
    body: str = ""


@dataclass(frozen=True)
class Folder:
    """``results/EXPERIMENT/NAME`` of an experiment.

    Attributes:
        experiment, name: where it is.
        facts: what its manifest tells.
        notes: what its table says.
        cells, comparisons, estimates: its numbers.
        by_hops: the same numbers by number of hops.
        pages: further Markdown files, name -> text.
    """

    experiment: str
    name: str
    facts: Facts
    notes: Notes
    cells: Sequence[Cell]
    comparisons: Sequence[Comparison] = ()
    estimates: Sequence[Estimate] = ()
    by_hops: Sequence[HopCell] = ()
    pages: Mapping[str, str] = field(default_factory=dict)

    @property
    def anchor(self) -> str:
        """Its id on the page."""
        return "-".join(f"{self.experiment}-{self.name}".split())


@dataclass(frozen=True)
class SweptCell:
    """A cell of a sweep with its place: swept setting -> value as written."""

    cell: Cell
    place: Mapping[str, str]


@dataclass(frozen=True)
class SweepFolder:
    """``results/sweep/NAME``."""

    name: str
    facts: Facts
    notes: Notes
    axes: tuple[str, ...]
    cells: Sequence[SweptCell]


@dataclass(frozen=True)
class BenchmarkFolder:
    """``results/benchmarks/NAME``."""

    name: str
    facts: Facts
    page: str
    cells: Sequence[BenchmarkCell]
