"""One folder of results as a part of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hippo_exp.reporting.page.parts.inline import inline
from hippo_exp.reporting.page.parts.markdown import markdown
from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.parts.pieces import folded, paragraph, section
from hippo_exp.reporting.page.read.model import Folder
from hippo_exp.reporting.page.sections.effects import effect_table
from hippo_exp.reporting.page.sections.estimates import estimate_tables
from hippo_exp.reporting.page.sections.figures import leading_figures, other_figures
from hippo_exp.reporting.page.sections.folder_notes import meta, not_run, remarks
from hippo_exp.reporting.page.sections.further import further_pages
from hippo_exp.reporting.page.sections.made_by import made_by
from hippo_exp.reporting.page.sections.measured import measured_tables

_LONG = 30
"""Rows of a table that is shown at once."""


def folder_section(folder: Folder) -> Html:
    """Numbers, figures, effects, rows that did not run, and how it was made."""
    lead, rest = leading_figures(folder), other_figures(folder)
    return section(
        folder.anchor,
        4,
        folder.name,
        meta(folder),
        *(paragraph(inline(text), kind="warning") for text in folder.notes.warnings),
        _own_page(folder),
        _drawn(lead),
        *_tables(folder, is_folded=bool(lead)),
        _drawn(rest),
        *_effects(folder),
        *estimate_tables(folder),
        not_run(folder),
        remarks(folder),
        *further_pages(folder, is_open=_is_long(folder) and not lead),
        made_by(folder.facts, f"{folder.experiment}/{folder.name}"),
    )


def _own_page(folder: Folder) -> Html | None:
    """The results' own tables, where their manifest names no rows."""
    if folder.facts.rows:
        return None
    return markdown(folder.notes.body, f"{folder.anchor}-own", folder.notes.title, level=5)


def _tables(folder: Folder, *, is_folded: bool) -> Iterator[Html]:
    """The tables; folded where others or figures say the same, or where they are long."""
    tables = [*measured_tables(folder)]
    if is_folded or _is_long(folder) or not folder.facts.rows:
        yield folded("Every number", *tables)
    else:
        yield from tables


def _is_long(folder: Folder) -> bool:
    return len({cell.row for cell in folder.cells}) > _LONG


def _drawn(found: Sequence[Html]) -> Html | None:
    return el("div", *found, class_="figures") if found else None


def _effects(folder: Folder) -> Iterator[Html]:
    tables = [*effect_table(folder)]
    if tables:
        yield folded("Effects with intervals and p-values", *tables)
