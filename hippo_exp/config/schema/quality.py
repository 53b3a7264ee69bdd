"""Settings of the intrinsic evaluation of an extraction (table 16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from hippo_exp.config.schema.base import Settings, Share


class QualitySettings(Settings):
    """How passages are grouped by length.

    ``group_size``: passages of the rows of the shortest and of the longest.
    """

    group_size: Annotated[int, Field(ge=1, le=1_000_000)]


class NoiseSettings(Settings):
    """Faults of a generated extraction; each rate as in ``SyntheticParameters``, by default 0."""

    missing_facts: Share = 0.0
    spurious_facts: Share = 0.0
    malformed_rows: Share = 0.0
    failed_passages: Share = 0.0
    literal_facts: Share = 0.0


PassageGroup = Literal[
    "all", "shortest", "longest", "quarter_1", "quarter_2", "quarter_3", "quarter_4"
]
"""Passages by number of words; ``quarter_1`` are the shortest quarter."""


class ScoredSettings(Settings):
    """What a row's extraction is scored on.

    ``passages``: see :data:`PassageGroup`. ``noise``: the generator's extraction with these faults
    instead of its own; None for the chosen extraction.
    """

    passages: PassageGroup = "all"
    noise: NoiseSettings | None = None


def resolved_noise(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Settings without rows of faults where no generated extraction is scored.

    Args:
        plain: the values of a ``RetrievalSettings``, not yet checked; not changed.
    """
    values = dict(plain)
    dataset, experiment = values.get("dataset"), values.get("experiment")
    if not isinstance(experiment, Mapping) or experiment.get("layout") != "openie_quality":
        return values
    form = dataset.get("format") if isinstance(dataset, Mapping) else getattr(dataset, "format", "")
    files = (values.get("gold"), values.get("extraction"))
    rows = experiment.get("rows")
    if not isinstance(rows, list | tuple) or (form == "synthetic" and files == (None, None)):
        return values
    kept = [row for row in rows if not _has_noise(row)]
    return {**values, "experiment": {**experiment, "rows": kept}}


def _has_noise(row: object) -> bool:
    score = row.get("score") if isinstance(row, Mapping) else None
    return isinstance(score, Mapping) and score.get("noise") is not None
