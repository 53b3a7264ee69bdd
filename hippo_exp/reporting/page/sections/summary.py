"""How many published numbers of each table have which verdict."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.parts.verdicts import NOT_RUN, REPRODUCED, count_states
from hippo_exp.reporting.page.read.paper import PaperReport
from hippo_exp.reporting.verdict import EQUAL, INSIDE, NEAR, UNEQUAL

_BAR = 100
_HEADS = {
    "eq": f"{EQUAL}\N{NO-BREAK SPACE}equal",
    "near": f"{NEAR}\N{NO-BREAK SPACE}close",
    "in": f"{INSIDE}\N{NO-BREAK SPACE}inside",
    "ne": f"{UNEQUAL}\N{NO-BREAK SPACE}differs",
    NOT_RUN: "not\N{NO-BREAK SPACE}run",
}


def by_table(report: PaperReport, key: str) -> Html:
    """One line for each table, with a bar."""
    shown = (*REPRODUCED, "ne", NOT_RUN)
    heads = [
        Head("Table", is_number=False),
        Head("Published"),
        *(Head(_HEADS[s]) for s in shown),
        Head("Share", is_number=False),
    ]
    rows = []
    for part in report.parts:
        counts = count_states(part.cells)
        total = sum(counts[state] for state in shown)
        entries = [Entry(f"{counts[state]:,}", counts[state]) for state in shown]
        link = el("a", part.title, href=f"#{key}-{part.name}")
        rows.append([Entry(link), Entry(f"{total:,}", total), *entries, Entry(_bar(counts, shown))])
    return grid(f"{key}-summary", "Published numbers by table and verdict", heads, rows)


def _bar(counts: dict[str, int], shown: Sequence[str]) -> Html:
    """A bar of all states; the numbers beside it say the same."""
    total = sum(counts[state] for state in shown) or 1
    parts, start = [], 0.0
    for state in shown:
        width = _BAR * counts[state] / total
        if counts[state]:
            parts.append(
                el(
                    "rect",
                    x=f"{start:.2f}",
                    y=0,
                    width=f"{width:.2f}",
                    height=8,
                    class_=f"b-{state}",
                )
            )
        start += width
    return el(
        "svg",
        *parts,
        class_="bar",
        viewBox=f"0 0 {_BAR} 8",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
