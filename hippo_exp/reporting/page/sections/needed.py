"""What the cells lack that were not run, and the commands that bring it."""

from __future__ import annotations

from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.parts.pieces import commands, folded, paragraph, section
from hippo_exp.reporting.page.read.paper import PaperReport
from hippo_exp.text import counted

ALL_AT_ONCE = "make paper"
"""Fetches files and weights, as far as they can be reached, and runs what can run."""


def needed(report: PaperReport, key: str) -> Html | None:
    """The part about it; None where nothing is lacking."""
    needs = report.needs
    if not needs.files and not needs.others:
        return None
    runs = [need.command for need in needs.others if need.command]
    steps = [*([needs.fetch] if needs.fetch else []), *runs, report.facts.command]
    return section(
        f"{key}-needed",
        3,
        "Running what is missing",
        paragraph("Everything at once, from a checkout of the project:"),
        commands([ALL_AT_ONCE]),
        paragraph("The same step by step; cells that have what they need are run:"),
        commands([step for step in steps if step]),
        _others(report, key),
        _files(report, key),
    )


def _others(report: PaperReport, key: str) -> Html | None:
    others = report.needs.others
    if not others:
        return None
    heads = [
        Head("What", is_number=False),
        Head("Kind", is_number=False),
        Head("Cells"),
        Head("Command", is_number=False),
    ]
    rows = [
        [
            Entry(need.reason),
            Entry(need.kind),
            Entry(need.cells, float(need.cells.replace(",", ""))),
            Entry(el("code", need.command) if need.command else need.cost or "none"),
        ]
        for need in others
    ]
    return grid(f"{key}-others", "Weights and language models that are lacking", heads, rows)


def _files(report: PaperReport, key: str) -> Html | None:
    files = report.needs.files
    if not files:
        return None
    heads = [
        Head("File, below the data root", is_number=False),
        Head("Source", is_number=False),
        Head("git blob", is_number=False),
        Head("Cells"),
    ]
    rows = [
        [Entry(path), Entry(_source(source)), Entry(el("code", blob[:12])), _count(cells)]
        for path, source, blob, cells in files
    ]
    table = grid(f"{key}-files", "Files that are missing", heads, rows)
    return folded(f"{counted(len(files), 'file')} missing", table)


def _count(text: str) -> Entry:
    plain = text.replace(",", "")
    return Entry(text, float(plain) if plain.isdigit() else None)


def _source(address: str) -> Html | str:
    if not address.startswith("https://"):
        return address
    return el("a", address.rpartition("/")[2], href=address)
