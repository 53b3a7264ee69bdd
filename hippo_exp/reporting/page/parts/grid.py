"""Tables that scroll in a box of their own and, with the page's script, sort by a click."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.reporting.page.parts.markup import Html, el, joined

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?")


@dataclass(frozen=True)
class Entry:
    """One cell.

    Attributes:
        shown: text or markup.
        value: what it is sorted by; without one a text sorts as such, and what is no number last.
        kind: a class, possibly empty.
        status: what the filter of the paper's cells looks at.
    """

    shown: str
    value: float | None = None
    kind: str = ""
    status: str | None = None


@dataclass(frozen=True)
class Head:
    """One column.

    Attributes:
        text: its heading.
        is_number: numbers stand at the right and sort as numbers, largest first.
    """

    text: str
    is_number: bool = True


def grid(
    key: str,
    caption: str,
    heads: Sequence[Head],
    rows: Sequence[Sequence[Entry]],
    *,
    groups: Sequence[tuple[str, int]] = (),
    kind: str = "",
    of: str = "",
) -> Html:
    """A table.

    Args:
        key: prefix of its ids, unique on the page.
        caption: what it holds; also its name for screen readers.
        heads: (n_columns,) headings.
        rows: (n_columns,) each; the first entry is the heading of its row.
        groups: (heading, number of columns) over the headings, the first column left out.
        kind: further classes.
        of: begins the caption for screen readers alone, where a heading says it to others.
    """
    lines = [_groups(groups)] if groups else []
    lines.append(el("tr", *(_head(head) for head in heads)))
    table = el(
        "table",
        el(
            "caption",
            el("span", f"{of} ", class_="vh") if of else None,
            caption or None,
            id=f"{key}-c",
        ),
        el("thead", *lines),
        el("tbody", *(joined([el("tr", *_row(heads, row)), Html("\n")]) for row in rows)),
        class_=f"sortable {kind}".strip(),
    )
    return el("div", table, class_="scroll", role="region", tabindex=0, aria_labelledby=f"{key}-c")


def _groups(groups: Sequence[tuple[str, int]]) -> Html:
    heads = [el("th", text, colspan=width, scope="colgroup") for text, width in groups]
    return el("tr", el("td", class_="corner"), *heads)


def _head(head: Head) -> Html:
    return el("th", head.text, scope="col", class_="n" if head.is_number else None)


def _row(heads: Sequence[Head], row: Sequence[Entry]) -> list[Html]:
    first = el("th", row[0].shown, scope="row")
    return [first, *(_cell(head, entry) for head, entry in zip(heads[1:], row[1:], strict=True))]


def _cell(head: Head, entry: Entry) -> Html:
    kinds = " ".join(filter(None, ("n" if head.is_number else "", entry.kind)))
    value = None if entry.value is None or _says(entry) else f"{entry.value:.8g}"
    return el("td", entry.shown, class_=kinds or None, data_v=value, data_s=entry.status)


def _says(entry: Entry) -> bool:
    """Whether the text is the number itself, which the page's script then reads from it."""
    plain = entry.shown.replace(",", "")
    return _NUMBER.fullmatch(plain) is not None and float(plain) == entry.value
