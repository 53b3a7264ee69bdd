"""What the marks mean, and buttons that leave only some of the cells."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.parts.verdicts import (
    MARKS,
    NOT_RUN,
    REPRODUCED,
    WORDS,
    count_states,
)
from hippo_exp.reporting.verdict import ABSENT, LEGEND
from hippo_exp.types import Cell


def legend() -> Html:
    """Every mark with its meaning."""
    shown = {state: WORDS[state] for state in MARKS} | {NOT_RUN: LEGEND[ABSENT]}
    items = [
        el("li", el("span", MARKS.get(state, ABSENT), class_=f"chip {state}"), f" {words}")
        for state, words in shown.items()
    ]
    return el("ul", *items, class_="key", aria_label="Verdicts")


def state_filter(cells: Sequence[Cell]) -> Html:
    """Buttons that leave only cells of some states; they work by the page's script."""
    counts = count_states(cells)
    choices = (
        ("all cells", tuple(WORDS), len(cells)),
        ("reproduced", REPRODUCED, sum(counts[state] for state in REPRODUCED)),
        ("differing", ("ne",), counts["ne"]),
        ("not run", (NOT_RUN,), counts[NOT_RUN]),
    )
    buttons = [
        el(
            "button",
            f"{name} ({n:,})",
            type="button",
            data_states=" ".join(states),
            aria_pressed="true" if place == 0 else "false",
        )
        for place, (name, states, n) in enumerate(choices)
    ]
    return el(
        "div",
        el("span", "Show"),
        *buttons,
        class_="filter",
        role="group",
        aria_label="Show cells",
        hidden=True,
    )
