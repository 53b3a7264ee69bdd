"""Numbers that were worked out and not measured, in tables of their own, with what they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hippo_exp.reporting.estimates import Estimate
from hippo_exp.reporting.metrics import BLOCKS, metric_style
from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.markup import Html, el, joined
from hippo_exp.reporting.page.parts.pieces import bullets, folded
from hippo_exp.reporting.page.read.model import Folder
from hippo_exp.reporting.page.sections.numbers import INTERVAL_HEAD, number
from hippo_exp.reporting.tables.blocks import ESTIMATED
from hippo_exp.reporting.tables.cell_text import interval_text


def estimate_tables(folder: Folder) -> Iterator[Html]:
    """One table for each family of metrics, then what the rows rest on."""
    if not folder.estimates:
        return
    tables = []
    for block, title in BLOCKS.items():
        own = [item for item in folder.estimates if metric_style(item.metric).block == block]
        if own:
            tables.append(_table(f"{folder.anchor}-estimated-{block}", title, own, folder))
    basis = {item.row: item.basis for item in folder.estimates}
    rests = [
        joined([el("strong", folder.facts.label(row)), f": {text}"]) for row, text in basis.items()
    ]
    alone = all(cell.measured is None for cell in folder.cells)
    rest = [el("p", "They rest on:"), bullets(rests)]
    yield folded("Estimates, not measured", *tables, *rest, is_open=alone)


def _table(key: str, title: str, own: Sequence[Estimate], folder: Folder) -> Html:
    metrics = list(dict.fromkeys(item.metric for item in own))
    drawn = any(item.ci_low is not None for item in own)
    by_key = {(item.row, item.metric): item for item in own}
    heads, groups = [Head("Row", is_number=False)], []
    for metric in metrics:
        heading = metric_style(metric).heading
        heads += [Head("Estimate"), INTERVAL_HEAD] if drawn else [Head(heading)]
        groups.append((heading, 2))
    rows = [
        [
            Entry(folder.facts.label(row)),
            *(
                entry
                for metric in metrics
                for entry in _entries(by_key.get((row, metric)), drawn=drawn)
            ),
        ]
        for row in dict.fromkeys(item.row for item in own)
    ]
    of = f"{folder.notes.title}, {folder.name}:"
    return grid(
        key,
        f"{ESTIMATED}{title}",
        heads,
        rows,
        groups=groups if drawn else (),
        of=of,
        kind="estimates",
    )


def _entries(item: Estimate | None, *, drawn: bool) -> list[Entry]:
    if item is None:
        return [Entry("")] * (1 + drawn)
    digits = metric_style(item.metric).digits
    interval = Entry(interval_text(item.ci_low, item.ci_high, digits), item.ci_low)
    return [Entry(number(item.estimate, digits), item.estimate), *([interval] if drawn else [])]
