"""Faults of some points of a sweep, with the values under which they occur."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.errors import ConfigError, HippoExpError

Place = Mapping[str, str]
"""Swept setting -> its value at a point."""


def placed_faults(
    found: Sequence[tuple[Place, HippoExpError]], points: Sequence[Place]
) -> list[HippoExpError]:
    """Each fault once; one that only some values of other swept settings have names those.

    A setting that is read at some points of a sweep and at others not is right by itself, so that
    its fault must say at which points it is wrong, and that they can be swept apart.

    Args:
        found: point and fault, in the order of the points.
        points: all points that were looked at.
    """
    where: dict[str, list[Place]] = {}
    first: dict[str, HippoExpError] = {}
    for place, error in found:
        where.setdefault(str(error), []).append(place)
        first.setdefault(str(error), error)
    return [_placed(first[text], places, points) for text, places in where.items()]


def _placed(error: HippoExpError, at: Sequence[Place], points: Sequence[Place]) -> HippoExpError:
    if type(error) is not ConfigError:
        return error
    conditions = []
    for key in dict.fromkeys(key for point in points for key in point):
        here = list(dict.fromkeys(place[key] for place in at))
        every = dict.fromkeys(point[key] for point in points)
        if len(here) < len(every) and error.where.partition("=")[0] != key:
            conditions.append(f"{key}={','.join(here)}")
    if not conditions:
        return error
    where = f"{error.where} at {', '.join(conditions)}"
    return ConfigError(error.what, where=where, fix=f"{error.fix}; or sweep such points apart")
