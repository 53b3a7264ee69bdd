"""What stands around a folder's numbers: the line below its heading, what did not run, remarks."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.reporting.page.parts.inline import inline
from hippo_exp.reporting.page.parts.markup import Html, el, joined
from hippo_exp.reporting.page.parts.pieces import bullets, folded, paragraph
from hippo_exp.reporting.page.read.model import Folder
from hippo_exp.reporting.page.sections.measured import shown_rows
from hippo_exp.text import counted


def meta(folder: Folder) -> Html:
    """The line below the heading."""
    counts = [cell.n for cell in folder.cells if cell.measured is not None]
    encoder = folder.facts.text("config", "encoder", "name")
    parts: list[str] = [f"n = {_range(counts)}"] if counts else []
    parts += [f"encoder {encoder}"] if encoder else []
    parts += [f"commit {folder.facts.commit}"] if folder.facts.commit else []
    parts += [el("code", folder.facts.command)] if folder.facts.command else []
    return paragraph(joined(parts, " · "), kind="meta")


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def not_run(folder: Folder) -> Html | None:
    """Rows without any number, with the reason."""
    shown = shown_rows(folder.cells)
    others = {cell.row: cell.reason for cell in folder.cells if cell.row not in shown}
    if not others:
        return None
    items = [
        joined([el("strong", folder.facts.label(row)), f": {reason}"])
        for row, reason in others.items()
    ]
    return folded(f"{counted(len(items), 'row')} did not run", bullets(items))


def remarks(folder: Folder) -> Html | None:
    """The bullets below its table, folded; None without any."""
    lines = folder.notes.remarks
    return folded("Remarks", bullets(inline(line[2:]) for line in lines)) if lines else None
