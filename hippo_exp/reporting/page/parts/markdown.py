"""The Markdown that results and findings are written in, as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hippo_exp.reporting.page.parts.inline import Linker, inline, no_links
from hippo_exp.reporting.page.parts.markdown_table import markdown_table
from hippo_exp.reporting.page.parts.markup import Html, el, joined

_HEADING = re.compile(r"(#{1,6}) +(.+)")
_LIST = re.compile(r"[-*] +(.+)")


def markdown(
    text: str, key: str, caption: str, *, level: int = 3, linker: Linker = no_links
) -> Html:
    """A text as HTML: headings, paragraphs, lists, quotations, tables, fenced code.

    Args:
        text: Markdown; HTML in it is text.
        key: prefix of the ids of its tables.
        caption: of tables that stand below no heading.
        level: of its largest headings.
        linker: see :data:`hippo_exp.reporting.page.parts.inline.Linker`.
    """
    blocks = list(_blocks(text))
    top = min((depth for _, depth, _ in headings(text, key)), default=1)
    parts: list[Html] = []
    for number, block in enumerate(blocks):
        found = _HEADING.fullmatch(block[0])
        if found:
            caption = re.sub(r"[*`]", "", found[2])
            depth = min(level + len(found[1]) - top, 6)
            parts.append(el(f"h{depth}", inline(found[2], linker), id=f"{key}-{number}"))
        else:
            parts.append(_block(block, f"{key}-{number}", caption, linker))
    return joined(parts, "\n")


def headings(text: str, key: str) -> list[tuple[str, int, str]]:
    """(id, depth, text) of the headings that :func:`markdown` makes with the same key."""
    return [
        (f"{key}-{number}", len(found[1]), found[2])
        for number, block in enumerate(_blocks(text))
        if (found := _HEADING.fullmatch(block[0]))
    ]


def _blocks(text: str) -> Iterator[list[str]]:
    """Lines that belong together; a heading stands alone."""
    block: list[str] = []
    fenced = False
    for line in text.splitlines():
        starts = _HEADING.fullmatch(line) or (line.startswith("|") != _in_table(block))
        if block and not fenced and (starts or _HEADING.fullmatch(block[0]) or not line.strip()):
            yield block
            block = []
        fenced ^= line.startswith("```")
        if line.strip() or fenced:
            block.append(line)
    if block:
        yield block


def _in_table(block: Sequence[str]) -> bool:
    return bool(block) and block[-1].startswith("|")


def _block(lines: Sequence[str], key: str, caption: str, linker: Linker) -> Html:
    if lines[0].startswith("```"):
        return el("pre", el("code", "\n".join(line for line in lines if line[:3] != "```")))
    if lines[0].startswith("|"):
        return markdown_table(lines, key, caption, linker)
    if _LIST.match(lines[0]):
        items: list[str] = []
        for line in lines:
            found = _LIST.match(line)
            items += [found[1]] if found else [f"{items.pop()} {line.strip()}"]
        return el("ul", *(el("li", inline(item, linker)) for item in items))
    if lines[0].startswith(">"):
        text = " ".join(line.removeprefix(">").strip() for line in lines)
        return el("blockquote", el("p", inline(text, linker)))
    return el("p", inline(" ".join(line.strip() for line in lines), linker))
