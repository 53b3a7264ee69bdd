"""What of a cache is to go."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from hippo_exp.errors import ConfigError
from hippo_exp.pipeline.cache.cells import STATES, KeptCell
from hippo_exp.pipeline.cache.contents import Contents
from hippo_exp.storage.entries import KeptFile, over_cap
from hippo_exp.text import did_you_mean

UNFINISHED = ("failed", "interrupted")
_AT_REST = tuple(state for state in STATES if state != "running")
_DAY = 86_400.0
_REPLIES_REST = 3600.0
"""Seconds for which a file of replies must not have grown: a run may still write it."""


@dataclass(frozen=True)
class Wish:
    """What somebody wants to be rid of.

    ``stage``, ``failed`` and ``replies`` say what goes; without any of them ``older_than`` means
    all stage outputs and cells. Model replies go by ``replies`` alone, as they cost money.

    Attributes:
        stage: this stage's outputs.
        failed: cells that failed or were interrupted.
        replies: kept model replies.
        older_than: only what was not used for so many days.
        max_gb: afterwards, least recently used outputs (of ``stage``, or of all stages) until the
            rest has at most so many 10^9 bytes; with it, ``stage`` alone removes nothing.
    """

    stage: str | None = None
    failed: bool = False
    replies: bool = False
    older_than: float | None = None
    max_gb: float | None = None

    @property
    def names_no_kind(self) -> bool:
        """Whether only limits are given."""
        return self.stage is None and not self.failed and not self.replies


@dataclass(frozen=True)
class Choice:
    """What goes.

    Attributes:
        left: temporary files and locks of processes that are gone.
        entries: stage outputs.
        cells: none of them is worked on.
        states: in which a cell must still be when its turn comes.
        replies: files of model replies.
    """

    left: list[KeptFile] = field(default_factory=list)
    entries: list[KeptFile] = field(default_factory=list)
    cells: list[KeptCell] = field(default_factory=list)
    states: tuple[str, ...] = _AT_REST
    replies: list[KeptFile] = field(default_factory=list)


def choose(contents: Contents, wish: Wish) -> Choice:
    """What of a cache goes; what killed processes left always does.

    Raises:
        ConfigError: there is no such stage.
    """
    now = time.time()
    limit = now if wish.older_than is None else now - wish.older_than * _DAY
    aged = wish.older_than is not None and wish.names_no_kind
    states = UNFINISHED if wish.failed else _AT_REST
    cells = [cell for cell in contents.cells.cells if cell.state in states]
    return Choice(
        left=contents.left,
        entries=_entries(contents, wish, limit, aged=aged),
        cells=_unused(cells, limit) if wish.failed or aged else [],
        states=states,
        replies=_unused(contents.replies, min(limit, now - _REPLIES_REST)) if wish.replies else [],
    )


def _entries(contents: Contents, wish: Wish, limit: float, *, aged: bool) -> list[KeptFile]:
    stages = contents.stages
    if wish.stage is not None and wish.stage not in stages.stages:
        fix = did_you_mean(wish.stage, stages.stages, all_of="there are")
        raise ConfigError(f"no stage {wish.stage!r} in the cache", where="--stage", fix=fix)
    scope = [entry for entry in stages.entries if wish.stage in (None, entry.path.parent.name)]
    whole_stage = wish.stage is not None and (wish.older_than is not None or wish.max_gb is None)
    gone = _unused(scope, limit) if whole_stage or aged else []
    if wish.max_gb is None:
        return gone
    paths = frozenset(entry.path for entry in gone)
    return gone + over_cap([entry for entry in scope if entry.path not in paths], wish.max_gb)


class _Used(Protocol):
    @property
    def used(self) -> int: ...


_Item = TypeVar("_Item", bound=_Used)


def _unused(items: Iterable[_Item], limit: float) -> list[_Item]:
    """The items that were last used before ``limit``, in seconds since the epoch."""
    return [item for item in items if item.used / 1e9 <= limit]
