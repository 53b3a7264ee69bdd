"""An extraction with a known share of its facts lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from hippo_exp.storage import digest_json
from hippo_exp.types import Extraction, PassageExtraction

Loss = Literal["facts", "passages"]
"""``facts``: each triple row is lost by itself; ``passages``: a passage loses all of its rows."""


def lose(extraction: Extraction, share: float, how: Loss, rng: np.random.Generator) -> Extraction:
    """The extraction without a share of its triple rows, drawn at random.

    Args:
        extraction: whole.
        share: in [0, 1], of all rows (``facts``) or of the passages that have rows (``passages``).
        how: see ``Loss``.
        rng: draws what is lost.
    """
    units = [
        (number, place)
        for number, passage in enumerate(extraction.passages)
        for place in (range(len(passage.rows)) if how == "facts" else [0][: len(passage.rows)])
    ]
    n_lost = round(share * len(units))
    chosen = rng.permutation(len(units))[:n_lost]
    lost: dict[int, list[int]] = {}
    for unit in np.sort(chosen):
        number, place = units[unit]
        lost.setdefault(number, []).append(place)
    passages = tuple(
        _without(passage, lost.get(number, []), how)
        for number, passage in enumerate(extraction.passages)
    )
    digest = digest_json([extraction.digest, share, how, [int(unit) for unit in np.sort(chosen)]])
    return replace(extraction, passages=passages, digest=digest)


def _without(passage: PassageExtraction, places: list[int], how: Loss) -> PassageExtraction:
    if not places:
        return passage
    if how == "passages":
        return replace(passage, rows=(), status="ok_empty")
    keep = np.ones(len(passage.rows), dtype=bool)
    keep[places] = False
    rows = tuple(row for row, kept in zip(passage.rows, keep, strict=True) if kept)
    return replace(passage, rows=rows)
