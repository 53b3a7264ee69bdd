"""Effects: rows minus the full system, with intervals and corrected p-values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hippo_exp.reporting.decimals import printed_signed, rounded
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.read.model import Folder
from hippo_exp.reporting.page.sections.numbers import INTERVAL_HEAD
from hippo_exp.reporting.tables.cell_text import interval_text, p_text
from hippo_exp.reporting.verdict import ABSENT
from hippo_exp.types import Comparison

_WIDTH = 4
"""Columns of one metric."""


def effect_table(folder: Folder) -> Iterator[Html]:
    """One table for each baseline; nothing where no rows are compared."""
    for number, (baseline, own) in enumerate(by_baseline(folder.comparisons).items()):
        metrics = list(dict.fromkeys(item.metric for item in own))
        heads, groups = [Head("Row", is_number=False)], []
        for metric in metrics:
            heading = metric_style(metric).heading
            heads += [Head("Effect"), INTERVAL_HEAD, Head("p, corrected"), Head("Paper’s effect")]
            groups.append((heading, _WIDTH))
        by_key = {(item.row, item.metric): item for item in own}
        rows = [
            [
                Entry(folder.facts.label(row)),
                *(entry for metric in metrics for entry in _entries(by_key.get((row, metric)))),
            ]
            for row in dict.fromkeys(item.row for item in own)
        ]
        caption, of = (
            f"Row minus {folder.facts.label(baseline)}",
            f"{folder.notes.title}, {folder.name}:",
        )
        yield grid(f"{folder.anchor}-e{number}", caption, heads, rows, groups=groups, of=of)


def by_baseline(comparisons: Sequence[Comparison]) -> dict[str, list[Comparison]]:
    """Baseline -> what is compared with it, in order."""
    groups: dict[str, list[Comparison]] = {}
    for item in comparisons:
        groups.setdefault(item.baseline, []).append(item)
    return groups


def _entries(item: Comparison | None) -> list[Entry]:
    if item is None:
        return [Entry(ABSENT)] * _WIDTH
    digits = metric_style(item.metric).digits
    paper = item.paper_effect
    return [
        Entry(printed_signed(rounded(item.effect, digits)), item.effect, "m"),
        Entry(interval_text(item.ci_low, item.ci_high, digits), item.ci_low),
        Entry(p_text(item.p_holm), item.p_holm),
        Entry(ABSENT if paper is None else printed_signed(rounded(paper, digits)), paper),
    ]
