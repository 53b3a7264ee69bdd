"""The files of a sweep: joined cells, pivot table, figure."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING

from hippo_exp.pipeline.sweep.points import Axis, Sweep
from hippo_exp.reporting import CELL_COLUMNS, metric_style
from hippo_exp.reporting.tables.pivot import Placed, pivot_markdown

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def joined_csv(cells: Sequence[Placed], axes: Sequence[Axis]) -> bytes:
    """``cells.csv`` of all points: the usual columns, then one for each swept setting."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([*CELL_COLUMNS, *(axis.key for axis in axes)])
    for item in cells:
        values = ["" if value is None else value for value in astuple(item.cell)]
        writer.writerow([*values, *(item.place[axis.key] for axis in axes)])
    return buffer.getvalue().encode("utf-8")


def sweep_page(
    sweep: Sweep, cells: Sequence[Placed], *, title: str, command: str, notes: Sequence[str]
) -> str:
    """``table.md``: one pivot table for each measure, what failed, and the command."""
    keys = [axis.key for axis in sweep.axes]
    parts = [f"# {title}", "", *(f"> {note}\n" for note in notes)]
    metrics = dict.fromkeys(item.cell.metric for item in cells)
    parts += [pivot_markdown(cells, keys, metric) for metric in metrics]
    parts += _without_number(cells)
    parts += [
        f"Values in percent where the measure is one; intervals are in `cells.csv`. `{command}`"
    ]
    return "\n".join(parts) + "\n"


def _without_number(cells: Sequence[Placed]) -> list[str]:
    """Why cells have no number, each reason once with how many cells have it."""
    reasons: dict[str, dict[str, int]] = {}
    for item in cells:
        if item.cell.measured is None:
            rows = reasons.setdefault(item.cell.reason, {})
            rows[item.label] = rows.get(item.label, 0) + 1
    if not reasons:
        return []
    lines = [
        f"- {', '.join(f'{label} ({n})' for label, n in rows.items())}: {reason}"
        for reason, rows in reasons.items()
    ]
    return ["## Cells without a number", "", *lines, ""]


def sweep_figures(sweep: Sweep, cells: Sequence[Placed], title: str) -> dict[str, Figure]:
    """Name -> figure; none where no swept setting is a number or nothing is measured."""
    along = _along(sweep.axes)
    measured = [item for item in cells if item.cell.measured is not None]
    if along is None or not measured:
        return {}
    from hippo_exp.reporting.figures.sweep import sweep_figure

    metrics = list(dict.fromkeys(item.cell.metric for item in measured))
    return {
        f"sweep_{metric.replace('@', '_at_')}": sweep_figure(
            cells, along.key, metric=metric, title=f"{title}: {metric_style(metric).heading}"
        )
        for metric in metrics
    }


def _along(axes: Sequence[Axis]) -> Axis | None:
    """The swept setting of numbers that has most values; the last of equals."""
    numbers = [axis for axis in axes if axis.numbers is not None and len(axis.values) > 1]
    return max(reversed(numbers), key=lambda axis: len(axis.values)) if numbers else None
