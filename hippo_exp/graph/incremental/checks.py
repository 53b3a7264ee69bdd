"""Passages that cannot be added or removed, told before anything changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence

from hippo_exp.errors import GraphError


def check_new(ids: Sequence[str], known: Container[str]) -> None:
    """Refuse ids that are stored, or named twice.

    Raises:
        GraphError: naming the first.
    """
    _check_distinct(ids)
    for name in ids:
        if name in known:
            fix = "remove the passage first, or give the new one an id of its own"
            raise GraphError("a passage of this id is in the index", where=f"{name!r}", fix=fix)


def check_known(ids: Sequence[str], known: Container[str]) -> None:
    """Refuse ids that are not stored, or named twice.

    Raises:
        GraphError: naming the first.
    """
    _check_distinct(ids)
    for name in ids:
        if name not in known:
            fix = "name passages that were added and not removed"
            raise GraphError("no passage of this id is in the index", where=f"{name!r}", fix=fix)


def _check_distinct(ids: Sequence[str]) -> None:
    twice = [name for name, count in Counter(ids).items() if count > 1]
    if twice:
        raise GraphError("a passage is named twice", where=f"{twice[0]!r}", fix="name it once")
