"""Fictional names: three syllables, eight letters, no dictionary words."""

from __future__ import annotations

import numpy as np

_ONSETS = [a + b for a in "bdfghklmnprstvz" for b in "aeiou"]
_MIDDLES = [a + b for a in ("vr", "zm", "gv", "zr", "dv", "tv", "zd", "kv") for b in "aeiou"]
_ENDINGS = ["lan", "rin", "mos", "nek", "dur", "sil", "tam", "bor", "kel", "nar", "pos", "vun"]

N_NAMES = len(_ONSETS) * len(_MIDDLES) * len(_ENDINGS)
"""Number of distinct names, 36,000."""


def name(index: int) -> str:
    """The name of a number, 0 <= index < N_NAMES; one-to-one."""
    rest, ending = divmod(index, len(_ENDINGS))
    onset, middle = divmod(rest, len(_MIDDLES))
    return (_ONSETS[onset] + _MIDDLES[middle] + _ENDINGS[ending]).capitalize()


def draw_names(count: int, rng: np.random.Generator) -> tuple[str, ...]:
    """Draw ``count`` <= N_NAMES distinct names in random order."""
    drawn = rng.choice(N_NAMES, size=count, replace=False)
    return tuple(name(int(index)) for index in drawn)
