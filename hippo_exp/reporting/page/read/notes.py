"""``table.md`` besides its grids: title, warnings, remarks."""

from __future__ import annotations

import re
from pathlib import Path

from hippo_exp.reporting.csv_files import read_text
from hippo_exp.reporting.page.read.model import Notes

_WARNING = re.compile(r"> \*\*(.+)\*\*")
_KNOWN = ("Marks", "Cell")
"""Remarks that the page makes itself."""


def read_notes(path: Path, title: str) -> Notes:
    """What a ``table.md`` says; without one only the title.

    Raises:
        DataError: it is unreadable.
    """
    if not path.is_file():
        return Notes(title, (), ())
    lines = read_text(path).splitlines()
    first = next((line[2:] for line in lines if line.startswith("# ")), title)
    warnings = tuple(found[1] for line in lines if (found := _WARNING.fullmatch(line)))
    remarks = tuple(
        line
        for line in lines
        if line.startswith("- ") and not line.startswith(tuple(f"- **{name}:**" for name in _KNOWN))
    )
    body = "\n".join(line for line in lines if not line.startswith("# "))
    return Notes(first, warnings, remarks, body)


def read_pages(folder: Path) -> dict[str, str]:
    """Further Markdown files of a folder, name -> text.

    Raises:
        DataError: one is unreadable.
    """
    paths = sorted(path for path in folder.glob("*.md") if path.name != "table.md")
    return {path.name: read_text(path) for path in paths}
