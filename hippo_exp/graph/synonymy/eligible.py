"""Which nodes may be the source of synonymy edges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from hippo_exp.errors import ConfigError

Alnum = Literal["ascii", "unicode"]

_NOT_ASCII_ALNUM = re.compile("[^A-Za-z0-9]+")


def eligible_sources(
    nodes: Sequence[str], *, min_alnum: int, alnum: Alnum = "ascii"
) -> NDArray[np.bool_]:
    """Mark the nodes with at least ``min_alnum`` letters or digits (official behaviour, row 5).

    Args:
        nodes: (n_nodes,) phrases.
        min_alnum: the least number of letters and digits; the released code asks for 3.
        alnum: ``ascii`` counts A-Z, a-z and 0-9 (released code); ``unicode`` counts every
            character for which ``str.isalnum`` holds.

    Returns:
        (n_nodes,) bool.

    Raises:
        ConfigError: an unknown ``alnum``, or a negative ``min_alnum``.
    """
    if alnum not in get_args(Alnum):
        raise ConfigError(
            f"unknown value {alnum!r}", where="alnum", fix="choose one of ascii, unicode"
        )
    if min_alnum < 0:
        raise ConfigError(f"{min_alnum} is negative", where="min_alnum", fix="give 0 or more")
    count = _ascii_alnum if alnum == "ascii" else _unicode_alnum
    return np.array([count(phrase) >= min_alnum for phrase in nodes], dtype=np.bool_)


def _ascii_alnum(phrase: str) -> int:
    return len(_NOT_ASCII_ALNUM.sub("", phrase))


def _unicode_alnum(phrase: str) -> int:
    return sum(map(str.isalnum, phrase))
