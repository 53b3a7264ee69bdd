"""Markdown that reads well both rendered and as plain text."""

from __future__ import annotations

import re

from hippo_exp.reporting.tables.model import Block, WideTable


def to_markdown(table: WideTable) -> str:
    """The table as GitHub-flavoured Markdown, ending with a line feed.

    Columns are padded to equal width, so the same text serves a terminal.
    """
    header = table.header
    parts = [f"# {_plain(header.title)}"]
    parts.append(" · ".join(f"**{name}** {_plain(value)}" for name, value in header.pairs()))
    parts += [f"> **{_plain(text)}**" for text in table.warnings]
    for block in table.blocks:
        parts += [f"## {_plain(block.title)}", to_grid(block)]
    if table.footnotes:
        parts.append(
            "\n".join(f"- [{n}] {_plain(text)}" for n, text in enumerate(table.footnotes, start=1))
        )
    if table.remarks:
        parts.append("\n".join(f"- **{topic}:** {_plain(text)}" for topic, text in table.remarks))
    if header.command:
        parts.append(f"Made by `{header.command}`")
    return "\n\n".join(parts) + "\n"


def to_grid(block: Block) -> str:
    """A block as a Markdown table with padded columns."""
    lines = [block.headings, *block.rows]
    texts = [[_cell(text) for text in line] for line in lines]
    widths = [max(len(line[column]) for line in texts) for column in range(len(texts[0]))]
    padded = [
        "| "
        + " | ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
        + " |"
        for line in texts
    ]
    rule = "|" + "|".join(":" + "-" * (width + 1) for width in widths) + "|"
    return "\n".join([padded[0], rule, *padded[1:]])


def _plain(text: str) -> str:
    """One line in which only code spans are markup."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(
        part if index % 2 else re.sub(r"(<(?=[A-Za-z/!?])|\*)", r"\\\1", part)
        for index, part in enumerate(parts)
    )


def _cell(text: str) -> str:
    return _plain(text).replace("|", r"\|")


def parse_grid(text: str) -> list[list[str]]:
    """Cells of every table line of a Markdown text, rules left out; the inverse of the grid."""
    rows = []
    for line in text.splitlines():
        if line.startswith("|") and not re.fullmatch(r"[|:\- ]+", line):
            cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
            rows.append([re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", cell.strip()) for cell in cells])
    return rows


def parse_grids(text: str) -> list[list[list[str]]]:
    """Every table of a Markdown text: its lines, heading first, each a list of cells."""
    grids: list[list[list[str]]] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("|"):
            grids += [] if inside else [[]]
            grids[-1] += parse_grid(line)
        inside = line.startswith("|")
    return grids
