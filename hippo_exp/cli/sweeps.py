"""A folder of its own for each point of a sweep."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.errors import HydraException

from hippo_exp.storage import digest_json

# Swept settings that already lead to folders of their own.
_OWN_FOLDER = ("dataset", "out", "label")
_LONGEST = 80


def sweep_points(overrides: Sequence[str]) -> list[list[str]]:
    """The command line once for each value of each sweep, the other sweeps at their first value.

    Their number is the sum of the sweeps' lengths, not the product: enough to see each value.
    """
    values = [_values(text) for text in overrides]
    first = [options[0] for options in values]
    points = [first]
    for place, options in enumerate(values):
        points += [[*first[:place], option, *first[place + 1 :]] for option in options[1:]]
    return points


def _values(text: str) -> list[str]:
    """``key=value`` for each value of an override; the text itself where there is no sweep."""
    try:
        override = OverridesParser.create().parse_override(text)
    except HydraException:
        return [text]
    if not override.is_sweep_override():
        return [text]
    key = text.split("=")[0]
    return [f"{key}={value}" for value in override.sweep_string_iterator()]


def sweep_label(
    values: Mapping[str, Any], arguments: Sequence[str], overrides: Sequence[str]
) -> str | None:
    """The label of one point of a sweep, for example ``synthetic-restart_prob-0.3``.

    Args:
        values: the point's composed configuration.
        arguments: the command line, on which a swept setting has several values.
        overrides: the point's own overrides, one value each.

    Returns:
        None where only the data set or the folder is swept.
    """
    swept = [
        text
        for text in overrides
        if text not in arguments and text.lstrip("+").split("=")[0] not in _OWN_FOLDER
    ]
    if not swept:
        return None
    dataset = values.get("dataset")
    base = dataset["name"] if isinstance(dataset, Mapping) else "instances"
    parts = [f"{key.split('.')[-1]}-{value}" for key, _, value in (x.partition("=") for x in swept)]
    label = re.sub(r"[^A-Za-z0-9._-]+", "_", "-".join([str(base), *parts]))
    if len(label) > _LONGEST:
        label = f"{label[: _LONGEST - 13]}-{digest_json(swept)[:12]}"
    return label
