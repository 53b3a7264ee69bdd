"""The figures of a folder: curves by hops, a map of two settings, effects, or the rows."""

from __future__ import annotations

from collections.abc import Iterator

from hippo_exp.reporting.decimals import printed
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.read.model import Folder
from hippo_exp.reporting.page.sections.effect_figures import effect_figures
from hippo_exp.reporting.page.sections.hop_figures import hop_cells, hop_figures
from hippo_exp.reporting.page.sections.map_figures import map_figures
from hippo_exp.reporting.page.svg.rows import Dot, dot_rows
from hippo_exp.reporting.tables.cell_text import interval_text

_MOST = 24
"""Rows of a figure of rows."""


def leading_figures(folder: Folder) -> list[Html]:
    """Figures that say more than the tables: curves over data sets of hops, maps of settings."""
    return [*hop_figures(folder, hop_cells(folder.cells))] or [*map_figures(folder)]


def other_figures(folder: Folder) -> list[Html]:
    """Curves of the questions by hops, effects, or the rows where none are compared."""
    if leading_figures(folder):
        return []
    compared = [*effect_figures(folder)] or [*_rows(folder)]
    return [*hop_figures(folder, folder.by_hops), *compared]


def _rows(folder: Folder) -> Iterator[Html]:
    """Measured values with intervals, where there are at least two."""
    for metric in dict.fromkeys(cell.metric for cell in folder.cells):
        style = metric_style(metric)
        dots = [
            Dot(
                label=folder.facts.label(cell.row),
                value=cell.measured,
                shown=f"{printed(cell.measured, style.digits)} "
                f"{interval_text(cell.ci_low, cell.ci_high, style.digits)}",
                low=cell.ci_low,
                high=cell.ci_high,
                paper=cell.paper,
            )
            for cell in folder.cells
            if cell.metric == metric and cell.measured is not None and cell.ci_low is not None
        ]
        if 2 <= len(dots) <= _MOST:
            title = f"{style.heading} on {folder.name}, 95 % interval"
            yield dot_rows(f"{folder.anchor}-r-{metric}", title, dots)
