"""One metric by the number of hops: a panel for each number, a line for each row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.reporting.by_hops import HopCell, group_name
from hippo_exp.reporting.figures.dots import BAR, DOT, dot_legend, dot_panels
from hippo_exp.reporting.figures.style import MEASURED, figure_style
from hippo_exp.reporting.metrics import metric_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def hops_figure(cells: Sequence[HopCell], labels: Mapping[str, str], *, title: str) -> Figure:
    """A dot plot of one metric on one scale.

    Args:
        cells: of one metric, see ``reporting.by_hops``.
        labels: row id -> label, in print order; rows without a cell are left out.
        title: of the whole figure; the metric is added.
    """
    groups = {cell.hops: cell.n for cell in cells}
    ran = dict.fromkeys(cell.row for cell in cells)
    places = {row: place for place, row in enumerate(row for row in labels if row in ran)}
    style = metric_style(cells[0].metric)
    unit = " (%)" if style.percent else ""
    with figure_style():
        texts = [labels[row] for row in places]
        muted = [False] * len(texts)
        heading = f"{title}: {style.heading}{unit} by number of hops"
        figure, panels = dot_panels(len(groups), texts, title=heading, muted=muted, sharex=True)
        for panel, (hops, n) in zip(panels, groups.items(), strict=True):
            panel.set_title(f"{group_name(hops)} (n = {n:,})")
            panel.margins(x=0.08)
            for cell in (item for item in cells if item.hops == hops):
                if cell.ci_low is not None and cell.ci_high is not None:
                    panel.plot([cell.ci_low, cell.ci_high], [places[cell.row]] * 2, **BAR)
                panel.plot(cell.measured, places[cell.row], color=MEASURED, **DOT)
        intervals = any(cell.ci_low is not None for cell in cells)
        dot_legend(figure, intervals=intervals, paper=False)
    return figure
