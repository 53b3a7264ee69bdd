"""Further pages of a folder, under their own titles."""

from __future__ import annotations

from collections.abc import Iterator

from hippo_exp.reporting.page.parts.markdown import markdown
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.parts.pieces import folded, paragraph
from hippo_exp.reporting.page.read.model import Folder

_LONGEST = 8_000
"""Characters of a page that is shown whole: the whole report is to stay below 2 MB."""


def further_pages(folder: Folder, *, is_open: bool) -> Iterator[Html]:
    """The Markdown files beside the table; a long one is named, not shown.

    Args:
        folder: whose pages.
        is_open: whether they are open at first.
    """
    for name, text in folder.pages.items():
        if len(text) > _LONGEST:
            where = f"results/{folder.experiment}/{folder.name}/{name}"
            yield paragraph(f"Too long for this page: {where}", kind="meta")
            continue
        lines = text.splitlines()
        title = next((line[2:] for line in lines if line.startswith("# ")), name)
        body = "\n".join(line for line in lines if not line.startswith("# "))
        key = f"{folder.anchor}-{name.removesuffix('.md')}"
        yield folded(title, markdown(body, key, title, level=5), is_open=is_open)
