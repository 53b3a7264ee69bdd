"""``table.md``, ``table.csv`` and ``table.tex`` against the numbers they show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hippo_exp.errors import VerificationError
from hippo_exp.reporting.csv_files import read_bytes, read_csv_columns, read_text
from hippo_exp.reporting.estimates import ESTIMATES, Estimate, read_estimates
from hippo_exp.reporting.recheck.home import Home
from hippo_exp.reporting.rows import RowReport
from hippo_exp.reporting.tables.blocks import metric_blocks
from hippo_exp.reporting.tables.effect_blocks import effect_blocks, estimate_blocks
from hippo_exp.reporting.tables.latex import escape
from hippo_exp.reporting.tables.markdown import parse_grid, parse_grids, to_grid
from hippo_exp.reporting.tables.model import Block
from hippo_exp.reporting.tables.remarks import against_paper
from hippo_exp.reporting.tables.wide_csv import to_wide_csv
from hippo_exp.types import Cell, Comparison

_MARKERS = re.compile(r"( \[\d+\])*( \(n=\d+\))?")
"""What may stand behind a row's label in a grid of metrics."""


def page_faults(
    home: Home, cells: Sequence[Cell], comparisons: Sequence[Comparison]
) -> list[VerificationError]:
    """Whatever a page shows otherwise than the cells, comparisons and estimates beside it.

    Raises:
        DataError: a page is missing or unreadable.
        VerificationError: the rows of the files do not fit together.
    """
    folder = home.folder
    lines = read_csv_columns(folder / "table.csv", ("row",))
    rows = list(dict.fromkeys(line[0] for line in lines))
    reports = home.reports(rows)
    named = {item.row for item in comparisons} | {item.baseline for item in comparisons}
    if named - set(rows):
        unknown = ", ".join(sorted(named - set(rows)))
        return [home.fault(f"comparisons of unknown rows ({unknown})", "comparisons.csv")]
    labels = {report.row: report.label for report in reports}
    estimates = read_estimates(folder / ESTIMATES) if ESTIMATES in home.files else []
    metrics = metric_blocks(cells, labels)
    others = [*effect_blocks(comparisons, labels), *estimate_blocks(estimates, labels)]
    return [
        *_estimate_faults(home, estimates, labels),
        *_csv_faults(home, cells, reports),
        *_markdown_faults(home, metrics, others, against_paper(cells)),
        *_latex_faults(home, [*metrics, *others]),
    ]


def _estimate_faults(
    home: Home, estimates: Sequence[Estimate], labels: Mapping[str, str]
) -> list[VerificationError]:
    """Estimates of another folder or of no row, which no grid would show."""
    return [
        home.fault(f"an estimate of {item.experiment}/{item.dataset}/{item.row}", ESTIMATES)
        for item in estimates
        if item.experiment != home.experiment
        or item.dataset not in home.datasets
        or item.row not in labels
    ]


def _csv_faults(
    home: Home, cells: Sequence[Cell], reports: Sequence[RowReport]
) -> list[VerificationError]:
    if read_bytes(home.folder / "table.csv") == to_wide_csv(cells, reports):
        return []
    return [home.fault("it does not follow from cells.csv and the manifest's rows", "table.csv")]


def _markdown_faults(
    home: Home, metrics: Sequence[Block], others: Sequence[Block], summary: str
) -> list[VerificationError]:
    text = read_text(home.folder / "table.md")
    faults = []
    if home.partial and home.partial not in text:
        faults.append(home.fault(f"table.md does not say {home.partial!r}", "table.md"))
    if summary and summary not in text:
        faults.append(home.fault(f"table.md does not say {summary!r}", "table.md"))
    found = parse_grids(text)
    blocks = [*metrics, *others]
    if len(found) != len(blocks):
        what = f"table.md has {len(found)} grids and its cells make {len(blocks)}"
        return [*faults, home.fault(what, "table.md")]
    for position, (block, grid) in enumerate(zip(blocks, found, strict=True)):
        expected = parse_grid(to_grid(block))
        faults += _grid_faults(home, expected, grid, marked=position < len(metrics))
    return faults


def _grid_faults(
    home: Home,
    expected: Sequence[Sequence[str]],
    found: Sequence[Sequence[str]],
    *,
    marked: bool,
) -> list[VerificationError]:
    if found[:1] != expected[:1] or len(found) != len(expected):
        what = f"table.md has not the rows and headings {', '.join(expected[0])}"
        return [home.fault(what, "table.md")]
    faults = []
    for line, shown in zip(expected[1:], found[1:], strict=True):
        label, rest = line[0], shown[0][len(line[0]) :]
        named = shown[0].startswith(label) and (_MARKERS.fullmatch(rest) if marked else not rest)
        if not named or len(shown) != len(line):
            what = f"table.md has the line {shown[0]!r} where {label!r} should be"
            faults.append(home.fault(what, "table.md"))
            continue
        faults += [
            home.fault(f"table.md does not show {text!r}", f"{label}/{heading}")
            for heading, text, there in zip(expected[0], line, shown, strict=True)
            if text != there and heading != expected[0][0]
        ]
    return faults


def _latex_faults(home: Home, blocks: Sequence[Block]) -> list[VerificationError]:
    """Lines of numbers that ``table.tex`` lacks, where the folder has that file."""
    if "table.tex" not in home.files or not (home.folder / "table.tex").exists():
        return []
    text = read_text(home.folder / "table.tex")
    return [
        home.fault(f"table.tex does not show {' | '.join(row[1:])!r}", row[0])
        for block in blocks
        for row in block.rows
        if " & ".join(escape(cell) for cell in row[1:]) + r" \\" not in text
    ]
