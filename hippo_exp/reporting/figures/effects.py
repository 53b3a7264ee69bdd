"""Ablation effects with intervals, beside the paper's effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.reporting.figures.dots import BAR, DIAMOND, DOT, dot_legend, dot_panels
from hippo_exp.reporting.figures.style import INK, MEASURED, figure_style
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.types import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def effects_figure(
    comparisons: Sequence[Comparison], labels: Mapping[str, str], *, title: str
) -> Figure:
    """One panel per metric, one line per row: row minus baseline, with its interval.

    A filled dot has an interval without zero, a hollow one an interval that holds zero or none; the
    diamond is the paper's effect. Panels of percentages share one scale.

    Args:
        comparisons: of one baseline, at least one.
        labels: row id -> label, in print order; rows without a comparison are left out.
        title: for example ``Table 5, musique (n = 1000): row minus HippoRAG``.
    """
    metrics = list(dict.fromkeys(item.metric for item in comparisons))
    by_key = {(item.row, item.metric): item for item in comparisons}
    compared = {item.row for item in comparisons}
    rows = [row for row in labels if row in compared]
    one_unit = len({metric_style(metric).percent for metric in metrics}) == 1
    with figure_style():
        figure, panels = dot_panels(
            len(metrics),
            [labels[row] for row in rows],
            title=title,
            muted=[False] * len(rows),
            sharex=one_unit,
        )
        for panel, metric in zip(panels, metrics, strict=True):
            style = metric_style(metric)
            panel.set_title(f"Δ {style.heading}" + (" (points)" if style.percent else ""))
            panel.axvline(0.0, color=INK, linewidth=1.0, zorder=1)
            for position, row in enumerate(rows):
                if (row, metric) in by_key:
                    _line(panel, position, by_key[row, metric])
        dot_legend(
            figure,
            hollow="measured, interval holds 0",
            intervals=any(item.ci_low is not None for item in comparisons),
            paper=any(item.paper_effect is not None for item in comparisons),
        )
    return figure


def _line(axes: Axes, position: int, item: Comparison) -> None:
    if item.paper_effect is not None:
        axes.plot(item.paper_effect, position, **DIAMOND)
    clear = False
    if item.ci_low is not None and item.ci_high is not None:
        axes.plot([item.ci_low, item.ci_high], [position, position], **BAR)
        clear = item.ci_low > 0 or item.ci_high < 0
    face = MEASURED if clear else "white"
    axes.plot(item.effect, position, markerfacecolor=face, markeredgecolor=MEASURED, **DOT)
