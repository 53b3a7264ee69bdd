"""The cells that are measured here and published, one line each."""

from __future__ import annotations

from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.parts.pieces import paragraph, section
from hippo_exp.reporting.page.read.paper import PaperPart, PaperReport
from hippo_exp.reporting.page.sections.numbers import INTERVAL_HEAD, number, paper_entries
from hippo_exp.reporting.tables.cell_text import interval_text
from hippo_exp.types import Cell

_HEADS = (
    *(Head(word, is_number=False) for word in ("Row", "Table", "Data set", "Metric")),
    *(Head("n"), Head("Measured"), INTERVAL_HEAD, Head("Paper"), Head("Difference")),
    Head("Verdict", is_number=False),
)


def compared_cells(report: PaperReport, key: str) -> Html:
    """The table of them; a sentence where there are none."""
    rows = [
        _row(part, cell)
        for part in report.parts
        for cell in part.cells
        if cell.measured is not None and cell.paper is not None
    ]
    if not rows:
        return paragraph("No cell of the paper has been measured yet.")
    return section(
        f"{key}-compared",
        3,
        "Measured beside the paper",
        grid(f"{key}-compared", "Cells that are measured and published", _HEADS, rows),
    )


def _row(part: PaperPart, cell: Cell) -> list[Entry]:
    style = metric_style(cell.metric)
    return [
        Entry(part.labels.get(cell.row, cell.row)),
        Entry(part.name.replace("table", "Table\N{NO-BREAK SPACE}")),
        Entry(cell.dataset),
        Entry(style.heading),
        Entry(f"{cell.n:,}", cell.n),
        Entry(number(cell.measured, style.digits), cell.measured, "m"),
        Entry(interval_text(cell.ci_low, cell.ci_high, style.digits), cell.ci_low),
        *paper_entries(cell),
    ]
