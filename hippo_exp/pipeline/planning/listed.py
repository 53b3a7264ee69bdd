"""Which rows the table of one's own corpus lists: not the paper's other systems that lack files."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config.schema import CustomSettings, RetrievalSettings, RowSettings
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.text import counted

_NAMED = 3
"""How many are named."""
_OF_THE_PAPER = ("proposition", "raptor")
"""Retrievers whose files no command of this project makes from a corpus."""


def is_listed(settings: RetrievalSettings, row: RowSettings, gaps: Sequence[Gap]) -> bool:
    """Whether a row stands in the table, with its numbers or with what it lacks.

    Every row does on a data set of this project, and every row that was asked for. On one's own
    corpus a row that brings an encoder or extraction of its own, or is another system of the paper,
    is left out where it lacks something; :func:`unlisted_note` says so.
    """
    asked = settings.rows is not None or settings.strict
    if asked or not gaps or not isinstance(settings.dataset, CustomSettings):
        return True
    return not ({"encoder", "openie"} & row.use.keys() or row.searcher in _OF_THE_PAPER)


def unlisted_note(rows: Sequence[RowSettings], listed: Sequence[str]) -> str:
    """What a table says of rows that it leaves out; empty where there is none.

    Args:
        rows: all that were chosen.
        listed: ids of those that the table has.
    """
    left_out = [row.id for row in rows if row.id not in listed]
    if not left_out:
        return ""
    some = ", ".join([*left_out[:_NAMED], *(["…"] if len(left_out) > _NAMED else [])])
    return (
        f"{counted(len(left_out), 'row')} of the paper not listed for lack of weights or files "
        f"({some}); hippo-exp list names all, rows=[NAME] says what one needs"
    )
