"""One cell of the paper's tables: two numbers and a mark, and a card with the rest."""

from __future__ import annotations

from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.page.parts.grid import Entry
from hippo_exp.reporting.page.parts.markup import Html, el, joined
from hippo_exp.reporting.page.parts.pieces import bullets, card, commands, facts
from hippo_exp.reporting.page.parts.verdicts import VOID, WORDS, chip, state_of
from hippo_exp.reporting.page.read.paper import PaperReport
from hippo_exp.reporting.page.sections.numbers import number, paper_entries
from hippo_exp.reporting.tables.cell_text import interval_text
from hippo_exp.reporting.verdict import ABSENT
from hippo_exp.types import Cell


def paper_cell(key: str, cell: Cell, label: str, report: PaperReport) -> Entry:
    """The entry of a cell.

    Args:
        key: id of its card.
        cell: what is shown.
        label: of its row.
        report: tells what a cell lacks, and what runs it.
    """
    state = state_of(cell)
    if state == VOID:
        return Entry(ABSENT, None, VOID, VOID)
    style = metric_style(cell.metric)
    paper = number(cell.paper, style.digits)
    shown = joined(
        [
            el(
                "span", el("b", number(cell.measured, style.digits)), " ", chip(state), class_="top"
            ),
            el("span", el("span", "paper ", class_="vh"), paper, class_="under"),
        ]
    )
    title = f"{label}, {cell.dataset}, {style.heading}"
    content = [facts(_facts(cell, state)), *_lacking(cell, report)]
    value = cell.measured if cell.measured is not None else None
    return Entry(card(key, shown, title, *content, kind="cell"), value, state, state)


def _facts(cell: Cell, state: str) -> list[tuple[str, str]]:
    digits = metric_style(cell.metric).digits
    pairs = [
        ("Verdict", WORDS[state]),
        ("Measured", number(cell.measured, digits)),
        ("95 % interval", interval_text(cell.ci_low, cell.ci_high, digits)),
        ("Paper", number(cell.paper, digits)),
        ("Difference", str(paper_entries(cell)[1].shown)),
        ("n", f"{cell.n:,}" if cell.n else ""),
        ("Cell", cell.cell_id),
    ]
    return [(name, text) for name, text in pairs if text != ABSENT]


def _lacking(cell: Cell, report: PaperReport) -> list[Html | None]:
    """Why a cell was not run, and the commands that run it; else what made it."""
    run = [report.facts.command] if report.facts.command else []
    if cell.measured is not None:
        return [commands(run)]
    reasons = [reason for reason in cell.reason.split("; ") if reason]
    return [
        el("p", "It lacks:"),
        bullets(reasons),
        el("p", "These commands bring what can be fetched, and run it:"),
        commands([*report.needs.commands(cell), *run]),
    ]
