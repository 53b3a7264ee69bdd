"""The points of a sweep: every combination of the swept values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from hippo_exp.config import load_settings, selected_rows
from hippo_exp.config.points import Place, placed_faults
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError, HippoExpError
from hippo_exp.pipeline.planning.unread import unread_faults


@dataclass(frozen=True)
class Axis:
    """One swept setting.

    Attributes:
        key: its dotted name.
        values: (n_values,) as they are written on the command line, in that order.
    """

    key: str
    values: tuple[str, ...]

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The values as numbers; None where one of them is none."""
        try:
            return tuple(float(value) for value in self.values)
        except ValueError:
            return None


@dataclass(frozen=True)
class Point:
    """One combination.

    Attributes:
        overrides: the whole command line with one value for each setting.
        place: swept setting -> value, in the order of the axes.
        settings: the resolved configuration.
    """

    overrides: tuple[str, ...]
    place: Mapping[str, str]
    settings: RetrievalSettings

    @property
    def name(self) -> str:
        """For example ``restart_prob=0.3, threshold=0.8``; ``the one point`` without an axis."""
        parts = [f"{key.split('.')[-1]}={value}" for key, value in self.place.items()]
        return ", ".join(parts) or "the one point"


@dataclass(frozen=True)
class Sweep:
    """A sweep as it was asked for.

    Attributes:
        experiment: name of the table whose rows are run at every point.
        axes: the swept settings, in the order of the command line.
        points: every combination, the last axis fastest.
    """

    experiment: str
    axes: tuple[Axis, ...]
    points: tuple[Point, ...]


def make_sweep(
    experiment: str, values: Sequence[tuple[str, Sequence[str]]], common: Sequence[str]
) -> Sweep:
    """Every combination of the swept values.

    Args:
        experiment: for example ``table5``.
        values: swept setting -> its values as written, in order.
        common: overrides that hold at every point.

    Raises:
        FaultListError: combinations are wrong though each value is right, or no row of them reads
            a swept setting.
    """
    axes = tuple(Axis(key, _distinct(found)) for key, found in values)
    points: list[Point] = []
    places: list[Place] = []
    faults: list[tuple[Place, HippoExpError]] = []
    for combination in product(*(axis.values for axis in axes)):
        place = {axis.key: value for axis, value in zip(axes, combination, strict=True)}
        places.append(place)
        overrides = (*common, *(f"{key}={value}" for key, value in place.items()))
        try:
            settings = load_settings(RetrievalSettings, f"experiment/{experiment}", overrides)
            faults += [(place, one) for one in unread_faults(settings, selected_rows(settings))]
        except FaultListError as error:
            faults += [(place, one) for one in error.errors]
        else:
            points.append(Point(overrides, place, settings))
    if faults:
        raise FaultListError(placed_faults(faults, places))
    return Sweep(experiment, axes, tuple(points))


def _distinct(values: Sequence[str]) -> tuple[str, ...]:
    """The values without repetitions; numbers that are equal (``1``, ``1.0``) count once."""
    found: dict[str | float, str] = {}
    for value in values:
        number = Axis("", (value,)).numbers
        found.setdefault(number[0] if number else value, value)
    return tuple(found.values())
