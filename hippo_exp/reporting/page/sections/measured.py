"""A folder's numbers as tables: measured, interval and, where the paper has any, its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hippo_exp.reporting.metrics import BLOCKS, metric_style
from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.read.model import Folder
from hippo_exp.reporting.page.sections.numbers import INTERVAL_HEAD, number, paper_entries
from hippo_exp.reporting.page.sections.row_cards import row_card
from hippo_exp.reporting.tables.cell_text import interval_text
from hippo_exp.types import Cell


def measured_tables(folder: Folder) -> Iterator[Html]:
    """One table for each data set, or for each family of metrics of the only one."""
    cells = folder.cells
    datasets = list(dict.fromkeys(cell.dataset for cell in cells))
    if len(datasets) > 1:
        groups = {name: [cell for cell in cells if cell.dataset == name] for name in datasets}
    else:
        groups = {
            title: [cell for cell in cells if metric_style(cell.metric).block == block]
            for block, title in BLOCKS.items()
        }
    for place, (name, own) in enumerate(groups.items()):
        if any(cell.measured is not None for cell in own):
            yield _table(f"{folder.anchor}-{place}", name, own, folder)


def shown_rows(cells: Sequence[Cell]) -> dict[str, list[Cell]]:
    """Rows with a number, measured or the paper's, in order."""
    rows: dict[str, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return {
        row: own
        for row, own in rows.items()
        if any(cell.measured is not None or cell.paper is not None for cell in own)
    }


def _table(key: str, caption: str, cells: Sequence[Cell], folder: Folder) -> Html:
    metrics = list(dict.fromkeys(cell.metric for cell in cells))
    beside_paper = any(cell.paper is not None for cell in cells)
    drawn = any(cell.ci_low is not None for cell in cells)
    heads, groups = [Head("Row", is_number=False)], []
    for metric in metrics:
        own = _heads(drawn=drawn, beside_paper=beside_paper)
        heading = metric_style(metric).heading
        heads += own if len(own) > 1 else [Head(heading)]
        groups.append((heading, len(own)))
    rows = []
    for place, own_cells in enumerate(shown_rows(cells).values()):
        by_metric = {cell.metric: cell for cell in own_cells}
        entries = [Entry(row_card(f"{key}-{place}", own_cells, folder.facts))]
        for metric in metrics:
            found = by_metric.get(metric)
            entries += _entries(found, drawn=drawn, beside_paper=beside_paper)
        rows.append(entries)
    grouped = groups if len(heads) > len(metrics) + 1 else ()
    of = f"{folder.notes.title}, {folder.name}:"
    return grid(key, caption, heads, rows, groups=grouped, of=of)


def _heads(*, drawn: bool, beside_paper: bool) -> list[Head]:
    heads = [Head("Measured"), *([INTERVAL_HEAD] if drawn else [])]
    paper = [Head("Paper"), Head("Difference"), Head("Verdict", is_number=False)]
    return [*heads, *(paper if beside_paper else [])]


def _entries(cell: Cell | None, *, drawn: bool, beside_paper: bool) -> list[Entry]:
    if cell is None:
        return [Entry("")] * (1 + drawn + 3 * beside_paper)
    digits = metric_style(cell.metric).digits
    entries = [Entry(number(cell.measured, digits), cell.measured, "m")]
    if drawn:
        entries.append(Entry(interval_text(cell.ci_low, cell.ci_high, digits), cell.ci_low))
    if beside_paper:
        entries += paper_entries(cell)
    return entries
