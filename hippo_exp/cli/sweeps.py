"""A folder of its own for each point of a sweep."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.errors import HydraException

from hippo_exp.config import public

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


def all_points(overrides: Sequence[str], *, at_most: int) -> list[list[str]]:
    """The command line once for each combination of the values of its sweeps.

    None at all where there are more than ``at_most``.
    """
    values = [_values(text) for text in overrides]
    if prod(map(len, values)) > at_most:
        return []
    return [list(point) for point in product(*values)]


def swept_values(overrides: Sequence[str], point: Sequence[str]) -> dict[str, str]:
    """Swept setting -> its value at a point of :func:`sweep_points`."""
    pairs = zip(overrides, point, strict=True)
    return {_key(one): one.partition("=")[2] for text, one in pairs if one != text}


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

    A label that the command line gives to the whole sweep stands in the place of the data set's
    name, so that two points never share a folder.

    Args:
        values: the point's composed configuration.
        arguments: the command line, on which a swept setting has several values.
        overrides: the point's own overrides, one value each.

    Returns:
        None where the point needs no label: nothing is swept, or only what has folders anyway.
    """
    given = values.get("label")
    apart = ("out", "label") if given is not None else ("out", "label", "dataset")
    swept = [text for text in overrides if text not in arguments and _key(text) not in apart]
    if not swept:
        return None
    return _within(_base(values), [_part(text) for text in swept], swept)


def _base(values: Mapping[str, Any]) -> str:
    dataset = values.get("dataset")
    name = dataset["name"] if isinstance(dataset, Mapping) else "instances"
    return str(values.get("label") or name)


def _key(override: str) -> str:
    return override.lstrip("+").partition("=")[0]


def _part(override: str) -> str:
    return f"{_key(override).split('.')[-1]}-{public(override.partition('=')[2])}"


def _within(base: str, parts: Sequence[str], swept: Sequence[str]) -> str:
    """A file name of bearable length; a digest keeps apart what its letters do not."""
    plain = "-".join([base, *parts])
    label = re.sub(r"[^A-Za-z0-9._-]+", "_", plain)
    if label == plain and len(label) <= _LONGEST:
        return label
    from hippo_exp.storage import digest_json

    return f"{label[: _LONGEST - 13]}-{digest_json(list(swept))[:12]}"
