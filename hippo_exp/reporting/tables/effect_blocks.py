"""The grids of a table for effects and estimates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.reporting.decimals import printed
from hippo_exp.reporting.estimates import Estimate
from hippo_exp.reporting.metrics import BLOCKS, metric_style
from hippo_exp.reporting.tables.blocks import ESTIMATED, INTERVAL
from hippo_exp.reporting.tables.cell_text import effect_text, interval_text, p_text
from hippo_exp.reporting.tables.model import Block
from hippo_exp.reporting.verdict import ABSENT
from hippo_exp.types import Comparison


def effect_blocks(comparisons: Sequence[Comparison], labels: Mapping[str, str]) -> list[Block]:
    """One grid for each baseline and family of metrics.

    Args:
        comparisons: rows against baselines.
        labels: row id -> label.
    """
    groups: dict[tuple[str, str], list[Comparison]] = {}
    for item in comparisons:
        key = (item.baseline, metric_style(item.metric).block)
        groups.setdefault(key, []).append(item)
    return [
        _effects(f"Effect on {family.replace('_', '-')}: row minus {labels[baseline]}", own, labels)
        for (baseline, family), own in groups.items()
    ]


def _effects(title: str, own: Sequence[Comparison], labels: Mapping[str, str]) -> Block:
    headings = ["Row"]
    for metric in dict.fromkeys(item.metric for item in own):
        headings += [f"Δ {metric_style(metric).heading}", INTERVAL, "p"]
    rows: dict[str, list[str]] = {item.row: [labels[item.row]] for item in own}
    beside_paper = any(item.paper_effect is not None for item in own)
    for item in own:
        interval = interval_text(item.ci_low, item.ci_high, metric_style(item.metric).digits)
        effect = effect_text(item, beside_paper=beside_paper)
        rows[item.row] += [effect, interval, p_text(item.p_holm)]
    return Block(title, tuple(headings), tuple(tuple(row) for row in rows.values()))


def estimate_blocks(estimates: Sequence[Estimate], labels: Mapping[str, str]) -> list[Block]:
    """One grid for each family of metrics that was worked out and not measured.

    Args:
        estimates: at most one per row and metric.
        labels: row id -> label, in the order of print; rows without an estimate are left out.
    """
    families = [
        name
        for name in BLOCKS
        if any(metric_style(item.metric).block == name for item in estimates)
    ]
    return [_estimates(name, estimates, labels) for name in families]


def _estimates(family: str, estimates: Sequence[Estimate], labels: Mapping[str, str]) -> Block:
    own = [item for item in estimates if metric_style(item.metric).block == family]
    by_key = {(item.row, item.metric): item for item in own}
    metrics = list(dict.fromkeys(item.metric for item in own))
    drawn = {metric for (_, metric), item in by_key.items() if item.ci_low is not None}
    headings = ["Row"]
    for metric in metrics:
        headings += [metric_style(metric).heading, *([INTERVAL] if metric in drawn else [])]
    rows = []
    for row in (name for name in labels if any(item.row == name for item in own)):
        texts = [labels[row]]
        for metric in metrics:
            found, digits = by_key.get((row, metric)), metric_style(metric).digits
            texts.append(printed(found.estimate, digits) if found else ABSENT)
            if metric in drawn:
                ends = (found.ci_low, found.ci_high) if found else (None, None)
                texts.append(interval_text(*ends, digits))
        rows.append(tuple(texts))
    return Block(f"{ESTIMATED}{BLOCKS[family]}", tuple(headings), tuple(rows))
