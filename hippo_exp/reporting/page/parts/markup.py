"""Markup that cannot be forgotten to be escaped: text is escaped unless it is ``Html``."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_VOID = ("br", "hr", "meta", "input")


class Html(str):
    """Finished markup; every other string is text."""

    __slots__ = ()


def el(tag: str, *children: str | None, **attributes: str | int | bool | None) -> Html:
    """An element.

    Args:
        tag: its name.
        children: text, which is escaped, or :class:`Html`; None is left out.
        attributes: ``class_`` is ``class`` and ``aria_label`` is ``aria-label``; True is a name
            without a value, None and False leave the attribute out.
    """
    given = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in _VOID:
        return Html(f"<{tag}{given}>")
    return Html(f"<{tag}{given}>{joined(children)}</{tag}>")


def joined(parts: Iterable[str | None], between: str = "") -> Html:
    """Parts after one another, text escaped."""
    return Html(between.join(_markup(part) for part in parts if part is not None))


def _markup(part: str) -> str:
    return part if isinstance(part, Html) else escape(part, quote=False)


def _attribute(name: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    plain = name.rstrip("_").replace("_", "-")
    return f" {plain}" if value is True else f' {plain}="{escape(str(value))}"'
