"""What stands behind a row's name: how it was measured, or why it was not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.parts.pieces import card, facts
from hippo_exp.reporting.page.read.facts import Facts
from hippo_exp.types import Cell


def row_card(key: str, cells: Sequence[Cell], found: Facts) -> Html:
    """A row's name as a button that opens what its manifest tells of it.

    The page's script adds what stands below the folder's heading: commit and command.

    Args:
        key: id of the card.
        cells: of the row.
        found: the manifest of its folder.
    """
    row = cells[0].row
    entry = found.rows.get(row, {})
    ids = ", ".join(
        f"{metric_style(cell.metric).heading} {cell.cell_id}" for cell in cells if cell.cell_id
    )
    pairs = [
        ("Row", row),
        ("n", ", ".join(f"{cell.n:,}" for cell in distinct(cells))),
        ("Outcomes", _counts(entry.get("outcomes"))),
        ("Failed", ", ".join(map(str, entry.get("failed") or ()))),
        ("Solver", ", ".join(map(str, entry.get("solvers") or ()))),
        ("Not run", str(entry.get("reason") or "")),
        ("Cells", ids),
    ]
    label = found.label(row)
    return card(key, label, label, facts(pairs))


def distinct(cells: Iterable[Cell]) -> list[Cell]:
    """One cell for each number of questions."""
    return list({cell.n: cell for cell in cells}.values())


def _counts(found: object) -> str:
    if not isinstance(found, dict):
        return ""
    return ", ".join(f"{name} {number}" for name, number in sorted(found.items()))
