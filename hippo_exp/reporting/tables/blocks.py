"""The grids of a table: a family of metrics, of effects or of estimates in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.errors import VerificationError
from hippo_exp.reporting.metrics import BLOCKS, UNSAMPLED, metric_style
from hippo_exp.reporting.tables.cell_text import cell_text, interval_text
from hippo_exp.reporting.tables.model import Block
from hippo_exp.types import Cell

INTERVAL = "95 % interval"
ESTIMATED = "Estimate, not measured. "
"""What stands before the title of every grid of estimates."""


def metric_blocks(cells: Sequence[Cell], labels: Mapping[str, str]) -> list[Block]:
    """One grid for each family of metrics that the cells have; of several data sets one for each.

    Args:
        cells: one per row, data set and metric, in any order.
        labels: row id -> label with its markers, in the order of print.

    Raises:
        VerificationError: a cell of an unannounced row, two cells of one place, or a missing one.
    """
    by_key = _index(cells, labels)
    columns = list(dict.fromkeys((cell.dataset, cell.metric) for cell in cells))
    datasets = list(dict.fromkeys(dataset for dataset, _ in columns))
    if len(datasets) > 1:
        return [
            _block(name, [column for column in columns if column[0] == name], by_key, labels)
            for name in datasets
        ]
    return [
        _block(title, [column for column in columns if _family(column) == name], by_key, labels)
        for name, title in BLOCKS.items()
        if any(_family(column) == name for column in columns)
    ]


def _family(column: tuple[str, str]) -> str:
    return metric_style(column[1]).block


def _index(cells: Sequence[Cell], labels: Mapping[str, str]) -> Mapping[tuple[str, str, str], Cell]:
    by_key: dict[tuple[str, str, str], Cell] = {}
    for cell in cells:
        key = (cell.row, cell.dataset, cell.metric)
        if cell.row not in labels or key in by_key:
            problem = "two cells" if key in by_key else "a cell of an unannounced row"
            raise VerificationError(problem, where="/".join(key), fix="give each row one report")
        by_key[key] = cell
    return by_key


def _block(
    title: str,
    columns: Sequence[tuple[str, str]],
    by_key: Mapping[tuple[str, str, str], Cell],
    labels: Mapping[str, str],
) -> Block:
    own = [cell for cell in by_key.values() if (cell.dataset, cell.metric) in columns]
    beside_paper = any(cell.paper is not None for cell in own)
    headings = ["Row"]
    rows: dict[str, list[str]] = {row: [label] for row, label in labels.items()}
    for dataset, metric in columns:
        style = metric_style(metric)
        shown = [_cell(by_key, row, dataset, metric) for row in labels]
        headings.append(style.heading)
        with_interval = any(cell.ci_low is not None or of_one_question(cell) for cell in shown)
        headings += [INTERVAL] if with_interval else []
        for cell in shown:
            rows[cell.row].append(cell_text(cell, beside_paper=beside_paper))
            if with_interval:
                rows[cell.row].append(interval_text(cell.ci_low, cell.ci_high, style.digits))
    return Block(title, tuple(headings), tuple(tuple(row) for row in rows.values()))


def of_one_question(cell: Cell) -> bool:
    """Whether an interval is missing because one question has no spread; counts have none ever."""
    counts = metric_style(cell.metric).block in UNSAMPLED
    return cell.measured is not None and cell.n == 1 and not counts


def _cell(by_key: Mapping[tuple[str, str, str], Cell], row: str, dataset: str, metric: str) -> Cell:
    try:
        return by_key[row, dataset, metric]
    except KeyError as error:
        raise VerificationError(
            "missing cell", where=f"{row}/{dataset}/{metric}", fix="summarize every row and metric"
        ) from error
