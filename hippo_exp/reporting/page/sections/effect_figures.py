"""Effects as figures: a dot with its interval for each row, beside zero."""

from __future__ import annotations

from collections.abc import Iterator

from hippo_exp.reporting.decimals import printed_signed, rounded
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.read.model import Folder
from hippo_exp.reporting.page.sections.effects import by_baseline
from hippo_exp.reporting.page.svg.rows import Dot, dot_rows
from hippo_exp.reporting.tables.cell_text import interval_text
from hippo_exp.types import Comparison

_LONG = 20
"""Rows of a table from which on only its last metric is drawn."""
_LEVEL = 0.05
"""An effect whose corrected p-value is below it has a full dot."""


def effect_figures(folder: Folder) -> Iterator[Html]:
    """One figure for each metric against the table's own baseline; of long tables the last metric.

    What is left out stands in the tables, and the page stays of a size to be sent.
    """
    for number, (baseline, own) in enumerate(list(by_baseline(folder.comparisons).items())[:1]):
        metrics = list(dict.fromkeys(item.metric for item in own))
        for metric in metrics[-1:] if len(own) > _LONG * len(metrics) else metrics:
            style = metric_style(metric)
            dots = [
                _dot(item, folder.facts.label(item.row)) for item in own if item.metric == metric
            ]
            paper = ", diamonds the paper's" if any(dot.paper is not None for dot in dots) else ""
            title = (
                f"Effect on {style.heading} on {folder.name}: row minus "
                f"{folder.facts.label(baseline)}, 95 % interval; full dots p < 0.05 after "
                f"Holm's correction{paper}"
            )
            yield dot_rows(f"{folder.anchor}-f{number}-{metric}", title, dots, reference=0.0)


def _dot(item: Comparison, label: str) -> Dot:
    digits = metric_style(item.metric).digits
    shown = printed_signed(rounded(item.effect, digits))
    if item.ci_low is not None:
        shown += f" {interval_text(item.ci_low, item.ci_high, digits)}"
    return Dot(
        label=label,
        value=item.effect,
        shown=shown,
        low=item.ci_low,
        high=item.ci_high,
        paper=item.paper_effect,
        is_full=item.p_holm < _LEVEL,
    )
