"""The preset that a configuration started from, and rows that only one preset has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from hippo_exp.config.schema.base import Fixed, Settings

PresetName = Literal["paper", "clean", "recommended"]

_PRESET = (
    "choose one with preset=paper, preset=clean or preset=recommended; "
    "what is changed of it is shown beside its name"
)


class PresetSettings(Settings):
    """The preset whose values the configuration started from."""

    name: Annotated[PresetName, Fixed(_PRESET)]


def resolved_rows(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Settings without the rows that belong to another preset.

    Args:
        plain: the values of a ``RetrievalSettings``, not yet checked; not changed.
    """
    values = dict(plain)
    preset, experiment = values.get("preset"), values.get("experiment")
    if not isinstance(preset, Mapping) or not isinstance(experiment, Mapping):
        return values
    rows = experiment.get("rows")
    if not isinstance(rows, list | tuple):
        return values
    kept = [row for row in rows if _preset_of(row) in (None, preset.get("name"))]
    return {**values, "experiment": {**experiment, "rows": kept}}


def _preset_of(row: object) -> object:
    return row.get("preset") if isinstance(row, Mapping) else None
