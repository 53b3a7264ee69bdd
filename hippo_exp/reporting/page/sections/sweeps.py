"""Sweeps: curves, and every point."""

from __future__ import annotations

from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.inline import inline
from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.parts.pieces import folded, paragraph, section
from hippo_exp.reporting.page.read.model import SweepFolder
from hippo_exp.reporting.page.sections.made_by import made_by
from hippo_exp.reporting.page.sections.numbers import INTERVAL_HEAD, number
from hippo_exp.reporting.page.sections.sweep_figures import number_of, sweep_figures
from hippo_exp.reporting.tables.cell_text import interval_text


def sweep_section(sweep: SweepFolder) -> Html:
    """Curves, then one line for each point, row and metric."""
    key = f"sweep-{sweep.name}"
    drawn = [*sweep_figures(sweep, key)]
    return section(
        key,
        3,
        sweep.notes.title,
        *(paragraph(inline(text), kind="warning") for text in sweep.notes.warnings),
        el("div", *drawn, class_="figures") if drawn else None,
        folded("Every point", _table(sweep, key)),
        made_by(sweep.facts, f"sweep/{sweep.name}"),
    )


def _table(sweep: SweepFolder, key: str) -> Html:
    heads = [Head("Row", is_number=False), *map(Head, sweep.axes), Head("Metric", is_number=False)]
    heads += [Head("n"), Head("Measured"), INTERVAL_HEAD, Head("Reason", is_number=False)]
    rows = []
    for item in sweep.cells:
        cell, style = item.cell, metric_style(item.cell.metric)
        interval = interval_text(cell.ci_low, cell.ci_high, style.digits)
        reason = cell.reason if cell.measured is None else ""
        rows.append(
            [
                Entry(sweep.facts.label(cell.row)),
                *(Entry(item.place[axis], number_of(item.place[axis])) for axis in sweep.axes),
                Entry(style.heading),
                Entry(f"{cell.n:,}", cell.n),
                Entry(number(cell.measured, style.digits), cell.measured, "m"),
                Entry(interval, cell.ci_low),
                Entry(reason),
            ]
        )
    return grid(key, f"{sweep.notes.title}: every point", heads, rows)
