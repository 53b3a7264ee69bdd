"""The state of a cell beside the paper, and the chip that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.verdict import ABSENT, EQUAL, INSIDE, LEGEND, NEAR, UNEQUAL
from hippo_exp.types import Cell

NOT_RUN: Final = "off"
NEW: Final = "new"
VOID: Final = "void"
_OF_MARK: Mapping[str, str] = {EQUAL: "eq", NEAR: "near", INSIDE: "in", UNEQUAL: "ne"}
WORDS: Mapping[str, str] = {
    "eq": LEGEND[EQUAL],
    "near": LEGEND[NEAR],
    "in": LEGEND[INSIDE],
    "ne": LEGEND[UNEQUAL],
    NOT_RUN: "not run yet; the paper has a value",
    NEW: "measured; the paper has no value",
    VOID: "not run; the paper has no value",
}
"""State -> meaning, in the order of print."""
MARKS: Mapping[str, str] = {state: mark for mark, state in _OF_MARK.items()}
REPRODUCED: Final = ("eq", "near", "in")


def state_of(cell: Cell) -> str:
    """One of the keys of :data:`WORDS`."""
    if cell.measured is None:
        return VOID if cell.paper is None else NOT_RUN
    return NEW if cell.paper is None else _OF_MARK.get(cell.verdict, NEW)


def count_states(cells: Iterable[Cell]) -> dict[str, int]:
    """State -> number of cells, every state in it."""
    counts = dict.fromkeys(WORDS, 0)
    for cell in cells:
        counts[state_of(cell)] += 1
    return counts


def chip(state: str) -> Html:
    """The mark of a state; its meaning is read out and shown as a tool tip."""
    mark = MARKS.get(state, ABSENT)
    hidden = el("span", f" {WORDS[state]}", class_="vh")
    return el(
        "span",
        el("span", mark, aria_hidden="true"),
        hidden,
        class_=f"chip {state}",
        title=WORDS[state],
    )
