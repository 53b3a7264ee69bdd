"""Groups of passages by length (paper, table 16)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.text import ANALYZERS
from hippo_exp.types import IntArray

_QUARTERS = ("quarter_1", "quarter_2", "quarter_3", "quarter_4")
LENGTH_GROUPS = ("all", "shortest", "longest", *_QUARTERS)
"""``shortest`` and ``longest`` are of a chosen size; ``quarter_1`` are the shortest quarter."""


def passage_lengths(contents: Sequence[str]) -> IntArray:
    """(n_passages,) number of words, by ``analyze_standard``."""
    words = ANALYZERS["standard"]
    return np.array([len(words(text)) for text in contents], dtype=np.int64)


def length_group(lengths: IntArray, name: str, *, size: int) -> list[int]:
    """Places of the passages of a group, ascending; equal lengths in the order given.

    The quarters are as equal as the number of passages allows, shorter ones larger.

    Args:
        lengths: (n_passages,).
        name: one of :data:`LENGTH_GROUPS`.
        size: of ``shortest`` and ``longest``.

    Raises:
        ConfigError: another name, a size below 1, or one beyond the number of passages.
    """
    order = np.argsort(lengths, kind="stable")
    if name in ("shortest", "longest") and not 1 <= size <= lengths.size:
        what = f"groups of {size} out of {lengths.size} passages with gold triples"
        fix = f"use 1 to {lengths.size}" if lengths.size else "give a gold file with passages"
        raise ConfigError(what, where="quality.group_size", fix=fix)
    if name in _QUARTERS:
        order = np.array_split(order, len(_QUARTERS))[_QUARTERS.index(name)]
    elif name == "shortest":
        order = order[:size]
    elif name == "longest":
        order = order[lengths.size - size :]
    elif name != "all":
        fix = f"use one of {', '.join(LENGTH_GROUPS)}"
        raise ConfigError(f"no group is named {name!r}", where="score.passages", fix=fix)
    places: list[int] = np.sort(order).tolist()
    return places
