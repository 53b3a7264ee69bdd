"""Markdown within a line: code spans, bold, emphasis, links, escapes."""

from __future__ import annotations

import re
from collections.abc import Callable

from hippo_exp.reporting.page.parts.markup import Html, el, joined

Linker = Callable[[str], str | None]
"""The text of a code span -> the anchor on the page that it speaks of, if any."""

_TOKEN = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<bold>.+?)\*\*"
    r"|\[(?P<text>[^\]]+)\]\((?P<address>[^)\s]+)\)"
    r"|(?<![\w*])\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])"
    r"|\\(?P<plain>[\\`*_{}\[\]()#+\-.!|<>])"
)


def no_links(text: str) -> None:
    """A linker that knows no anchor."""
    return


def inline(text: str, linker: Linker = no_links) -> Html:
    """One line of Markdown; HTML in it is text, a link to a file is its text alone."""
    parts: list[str] = []
    end = 0
    for found in _TOKEN.finditer(text):
        parts += [text[end : found.start()], _token(found, linker)]
        end = found.end()
    return joined([*parts, text[end:]])


def broken(path: str) -> Html:
    """A path that may be broken behind each slash."""
    return joined(path.split("/"), "/<wbr>")


def _token(found: re.Match[str], linker: Linker) -> str:
    kind = found.lastgroup
    if kind == "code":
        code, anchor = el("code", broken(found["code"])), linker(found["code"])
        return el("a", code, href=f"#{anchor}") if anchor else code
    if kind == "bold":
        return el("strong", inline(found["bold"], linker))
    if kind == "em":
        return el("em", inline(found["em"], linker))
    if kind == "plain":
        return found["plain"]
    text = inline(found["text"], linker)
    if found["address"].startswith(("https://", "http://")):
        return el("a", text, href=found["address"])
    return text
