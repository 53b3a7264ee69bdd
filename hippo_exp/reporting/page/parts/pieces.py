"""Small pieces: commands to copy, cards that open by a button, lists of facts, folded parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hippo_exp.reporting.page.parts.markup import Html, el, joined


def commands(texts: Sequence[str]) -> Html | None:
    """Commands one below the other; the page's script adds a button that copies them."""
    if not texts:
        return None
    return el("pre", el("code", "\n".join(texts)), class_="cmd", tabindex=0)


def facts(pairs: Iterable[tuple[str, str | None]]) -> Html:
    """Terms and what they are; a pair without a text is left out."""
    found = [el("dt", term) + el("dd", text) for term, text in pairs if text]
    return el("dl", Html("".join(found)), class_="facts")


def card(key: str, label: str, title: str, *content: str | None, kind: str = "tip") -> Html:
    """A button, and a card that it opens; Escape or a click beside it closes the card.

    The page's script adds a button that closes it; the title is written once, as its label.

    Args:
        key: id of the card, unique on the page.
        label: of the button.
        title: of the card.
        content: below the title.
        kind: class of the button.
    """
    button = el("button", label, class_=kind, popovertarget=key)
    body = el(
        "div",
        *content,
        class_="card",
        id=key,
        popover="auto",
        role="dialog",
        aria_label=title,
    )
    return joined([button, body])


def folded(summary: str, *content: str | None, is_open: bool = False) -> Html:
    """A part that is closed at first, unless it is to be open."""
    return el("details", el("summary", summary), *content, open=is_open)


def paragraph(*content: str, kind: str | None = None) -> Html:
    """A paragraph."""
    return el("p", *content, class_=kind)


def bullets(items: Iterable[str]) -> Html:
    """A list."""
    return el("ul", *(el("li", item) for item in items))


def section(key: str, level: int, title: str, *content: str | None) -> Html:
    """A part with a heading that can be linked to."""
    head = el(f"h{level}", title, id=f"{key}-h")
    return joined([el("section", head, *content, id=key, aria_labelledby=f"{key}-h"), Html("\n")])
