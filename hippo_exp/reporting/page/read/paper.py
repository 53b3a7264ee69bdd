"""The report over the paper's tables: its cells, and what ``report.md`` says about them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.reporting.cells import read_cells
from hippo_exp.reporting.csv_files import read_text
from hippo_exp.reporting.manifest import read_manifest
from hippo_exp.reporting.page.read.facts import Facts
from hippo_exp.reporting.page.read.needs import Needs, read_needs
from hippo_exp.reporting.tables.markdown import parse_grids
from hippo_exp.types import Cell

_HEADING = re.compile(r"Table (\d+): (.+)")
_NEEDS = "What the rest needs"


@dataclass(frozen=True)
class PaperPart:
    """One table of the paper on all of its data sets.

    Attributes:
        name: for example ``table2``.
        title: number and caption.
        labels: row -> name.
        cells: averages last.
        notes: remarks in Markdown.
    """

    name: str
    title: str
    labels: Mapping[str, str]
    cells: Sequence[Cell]
    notes: str


@dataclass(frozen=True)
class PaperReport:
    """``results/paper``, or another folder like it.

    Attributes:
        name: of the folder.
        facts: what its manifest tells.
        parts: the tables.
        needs: what the cells lack that were not measured.
        others: its other sections, title -> Markdown.
    """

    name: str
    facts: Facts
    parts: tuple[PaperPart, ...]
    needs: Needs
    others: Mapping[str, str]

    @property
    def cells(self) -> list[Cell]:
        """The cells of all tables."""
        return [cell for part in self.parts for cell in part.cells]


def read_paper(path: Path) -> PaperReport:
    """Read a folder with ``cells.csv``, ``report.md`` and ``manifest.json``.

    Raises:
        DataError: a file is missing or damaged.
    """
    sections = _sections(read_text(path / "report.md"))
    tables: dict[str, list[Cell]] = {}
    for cell in read_cells(path / "cells.csv"):
        tables.setdefault(cell.experiment, []).append(cell)
    titles = {f"table{found[1]}": title for title in sections if (found := _HEADING.match(title))}
    parts = [
        _part(name, titles.get(name, name), sections.get(titles.get(name, ""), ""), cells)
        for name, cells in tables.items()
    ]
    others = {
        title: text
        for title, text in sections.items()
        if title not in (*titles.values(), _NEEDS, "")
    }
    facts = Facts(read_manifest(path / "manifest.json"))
    return PaperReport(path.name, facts, tuple(parts), read_needs(sections.get(_NEEDS, "")), others)


def _sections(text: str) -> dict[str, str]:
    """Second-level heading -> what stands below it."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _part(name: str, title: str, text: str, cells: Sequence[Cell]) -> PaperPart:
    """Rows of the grid stand in the order of the cells, so that they name the rows' labels."""
    rows = list(dict.fromkeys(cell.row for cell in cells))
    grid = next(iter(parse_grids(text)), [])[1:]
    labels = {row: line[0] for row, line in zip(rows, grid, strict=False)}
    notes = "\n".join(line for line in text.splitlines() if not line.startswith("|"))
    return PaperPart(name, title, labels, cells, notes.strip())
