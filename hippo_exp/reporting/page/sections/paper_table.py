"""One table of the paper as it is printed, each cell with what was measured."""

from __future__ import annotations

from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.markdown import markdown
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.parts.pieces import folded, section
from hippo_exp.reporting.page.read.paper import PaperPart, PaperReport
from hippo_exp.reporting.page.sections.paper_cells import paper_cell


def paper_table(part: PaperPart, report: PaperReport, key: str) -> Html:
    """The table with its heading, tolerances and remarks.

    Args:
        part: the table.
        report: tells what cells lack.
        key: prefix of its ids.
    """
    return section(
        f"{key}-{part.name}",
        3,
        part.title,
        _grid(part, report, f"{key}-{part.name}"),
        folded(
            "Tolerances and remarks",
            markdown(part.notes, f"{key}-{part.name}-n", part.title, level=4),
        )
        if part.notes
        else None,
    )


def _grid(part: PaperPart, report: PaperReport, key: str) -> Html:
    columns = list(dict.fromkeys((cell.dataset, cell.metric) for cell in part.cells))
    datasets = list(dict.fromkeys(dataset for dataset, _ in columns))
    heads = [Head("Row", is_number=False)]
    heads += [Head(metric_style(metric).heading) for _, metric in columns]
    groups = [(name, sum(dataset == name for dataset, _ in columns)) for name in datasets]
    by_key = {(cell.row, cell.dataset, cell.metric): cell for cell in part.cells}
    rows: list[list[Entry]] = []
    for row in dict.fromkeys(cell.row for cell in part.cells):
        label = part.labels.get(row, row)
        entries = [Entry(label)]
        for place, column in enumerate(columns):
            cell = by_key.get((row, *column))
            card = f"{key}-{len(rows)}-{place}"
            entries.append(Entry("") if cell is None else paper_cell(card, cell, label, report))
        rows.append(entries)
    return grid(
        key,
        "Measured over paper",
        heads,
        rows,
        groups=groups,
        kind="cells",
        of=f"{part.title}:",
    )
