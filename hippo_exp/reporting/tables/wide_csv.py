"""The wide table for a spreadsheet: the printed cell and its numbers side by side."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.reporting.records import csv_bytes
from hippo_exp.reporting.rows import RowReport
from hippo_exp.reporting.tables.cell_text import cell_text
from hippo_exp.types import Cell

_NUMBERS = ("measured", "ci_low", "ci_high", "paper", "delta", "verdict")


def to_wide_csv(cells: Sequence[Cell], reports: Sequence[RowReport]) -> bytes:
    """One line per data set and row.

    Columns: ``row,label,dataset,n,reason``, then for each metric its printed cell under the
    metric's name and ``METRIC_measured,METRIC_ci_low,…`` unrounded.
    """
    metrics = list(dict.fromkeys(cell.metric for cell in cells))
    header = ["row", "label", "dataset", "n", "reason"]
    for metric in metrics:
        header += [metric, *(f"{metric}_{name}" for name in _NUMBERS)]
    by_key = {(cell.dataset, cell.row, cell.metric): cell for cell in cells}
    lines: list[list[object]] = []
    for dataset in dict.fromkeys(cell.dataset for cell in cells):
        for report in reports:
            own = [by_key.get((dataset, report.row, metric)) for metric in metrics]
            lines.append(_line(dataset, report, own))
    return csv_bytes(header, lines)


def _line(dataset: str, report: RowReport, own: Sequence[Cell | None]) -> list[object]:
    n = max((cell.n for cell in own if cell), default=0)
    line: list[object] = [report.row, report.label, dataset, n, report.reason]
    for cell in own:
        if cell is None:
            line += [None] * (1 + len(_NUMBERS))
        else:
            line += [cell_text(cell), *(getattr(cell, name) for name in _NUMBERS)]
    return line
