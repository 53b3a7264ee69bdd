"""The numbers of a table by the number of hops of the questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from hippo_exp.evaluation import rng_for
from hippo_exp.reporting.aggregates import aggregate_of
from hippo_exp.reporting.decimals import printed
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.per_query import values_by_cell
from hippo_exp.reporting.records import records_from_csv, records_to_csv
from hippo_exp.reporting.tables.cell_text import interval_text
from hippo_exp.reporting.tables.markdown import to_grid
from hippo_exp.reporting.tables.model import Block

if TYPE_CHECKING:
    import pandas as pd

BY_HOPS = "by_hops.csv"


@dataclass(frozen=True, slots=True)
class HopCell:
    """One number of one group of questions; the columns of ``by_hops.csv`` in this order.

    Attributes:
        hops: of the group's questions; None for those of which it is not known.
        row, metric, n, measured, ci_low, ci_high: as of a :class:`~hippo_exp.types.Cell`.
    """

    hops: int | None
    row: str
    metric: str
    n: int
    measured: float
    ci_low: float | None
    ci_high: float | None


def hop_cells(
    frame: pd.DataFrame,
    hops: Mapping[str, int | None],
    metrics: Sequence[str],
    *,
    seed: int,
    resamples: int,
) -> list[HopCell]:
    """One cell for each number of hops, row and metric, fewest hops first.

    The interval of a cell is drawn by ``rng_for(seed, row, metric, "hops", hops)``.

    Args:
        frame: columns ``row, qid, metric, value``, rows in the order wanted.
        hops: question id -> its number of hops.
        metrics: in the order wanted.
        seed, resamples: of the intervals.
    """
    values = values_by_cell(frame)
    rows = list(dict.fromkeys(row for row, _ in values))
    groups = sorted(dict.fromkeys(hops.values()), key=lambda h: (h is None, h or 0))
    cells = []
    for group, row, metric in product(groups, rows, metrics):
        own = [value for qid, value in values[row, metric].items() if hops[qid] == group]
        if own:
            rng = rng_for(seed, row, metric, "hops", str(group))
            aggregate = aggregate_of(metric)
            low, high = aggregate.interval(own, rng, resamples) or (None, None)
            cells.append(HopCell(group, row, metric, len(own), aggregate(own), low, high))
    return cells


def hops_csv(cells: Sequence[HopCell]) -> bytes:
    """The bytes of ``by_hops.csv``."""
    return records_to_csv(cells, HopCell)


def read_hops(path: Path) -> list[HopCell]:
    """Read ``by_hops.csv``.

    Raises:
        DataError: it is missing or not as :func:`hops_csv` writes it.
    """
    return records_from_csv(path, HopCell)


def hops_page(cells: Sequence[HopCell], labels: Mapping[str, str], *, title: str) -> str:
    """Markdown: one grid for each metric, a row per line, a column per number of hops.

    Args:
        cells: see :func:`hop_cells`.
        labels: row id -> label.
        title: of the page.
    """
    metrics = dict.fromkeys(cell.metric for cell in cells)
    drawn = any(aggregate_of(metric).is_drawn for metric in metrics)
    method = "percentile bootstrap over questions" if drawn else "Wilson's score"
    parts = [f"# {title}, by number of hops", f"Intervals: 95 %, {method}"]
    for metric in metrics:
        style = metric_style(metric)
        unit = " (%)" if style.percent else ""
        parts += [f"## {style.heading}{unit}", to_grid(_block(cells, metric, labels))]
    return "\n\n".join(parts) + "\n"


def group_name(hops: int | None) -> str:
    """``1 hop``, ``2 hops``, or ``hops unknown``."""
    if hops is None:
        return "hops unknown"
    return f"{hops} hop" if hops == 1 else f"{hops} hops"


def _block(cells: Sequence[HopCell], metric: str, labels: Mapping[str, str]) -> Block:
    own = [cell for cell in cells if cell.metric == metric]
    groups = {cell.hops: cell.n for cell in own}
    headings = ["Row"]
    for hops, n in groups.items():
        headings += [f"{group_name(hops)} (n = {n:,})", "95 % interval"]
    lines = {row: [labels[row]] for row in dict.fromkeys(cell.row for cell in own)}
    digits = metric_style(metric).digits
    for cell in own:
        interval = interval_text(cell.ci_low, cell.ci_high, digits)
        lines[cell.row] += [printed(cell.measured, digits), interval]
    return Block("", tuple(headings), tuple(tuple(line) for line in lines.values()))
