"""What the figures of an analysis draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.evaluation import mean
from hippo_exp.pipeline.mass.groups import OUTCOMES, TRAITS, GainGroup, by_outcome
from hippo_exp.pipeline.mass.question import Part, QuestionMass
from hippo_exp.reporting.figures import recall_figure
from hippo_exp.reporting.figures.gain import Trend, gain_figure
from hippo_exp.reporting.figures.passage_mass import MassBar, mass_figure
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.types import Cell

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PASSAGES = {"gold": "gold, mean", "weakest": "weakest gold", "other": "best other"}
_DRAWN = tuple(trait for trait in TRAITS if trait != "hops")


def mass_figures(
    found: Mapping[str, Sequence[QuestionMass]],
    groups: Mapping[str, Mapping[str, Sequence[GainGroup]]],
    cells: Sequence[Cell],
    labels: Mapping[str, str],
    title: str,
) -> dict[str, Figure]:
    """File stem -> figure: ``mass``, ``gain`` of the first row, ``parts`` of all rows.

    Args:
        found: row id -> its questions; the rows that ran, in order.
        groups: row id -> trait -> groups.
        cells: of the table.
        labels: row id -> label.
        title: names data, number of questions and encoder.
    """
    first = next(iter(found))
    shown = [cell for cell in cells if metric_style(cell.metric).block in ("recall", "parts")]
    return {
        "mass": mass_figure({row: _bars(own) for row, own in found.items()}, labels, title=title),
        "gain": gain_figure(
            {trait: _points(found[first], trait) for trait in _DRAWN},
            {trait: [_trend(group) for group in groups[first][trait]] for trait in _DRAWN},
            title=f"{title}: {labels[first]}",
            caption="grey: questions (area: their number); "
            "blue: groups of questions, mean gain with its 95 % interval",
        ),
        "parts": recall_figure(shown, labels, title=title),
    }


def _bars(questions: Sequence[QuestionMass]) -> list[MassBar]:
    bars = []
    for outcome, own in by_outcome(questions).items():
        group = f"{OUTCOMES[outcome]} ({len(own)})"
        for field, name in _PASSAGES.items():
            parts: list[Part] = [getattr(question, field) for question in own]
            entities = mean([part.entities for part in parts])
            reset = mean([part.reset for part in parts])
            bars.append(MassBar(group, name, entities, reset))
    return bars


def _points(questions: Sequence[QuestionMass], trait: str) -> list[tuple[float, float]]:
    pairs = [(TRAITS[trait](question), question.gain) for question in questions]
    return [(float(value), gain) for value, gain in pairs if value is not None]


def _trend(group: GainGroup) -> Trend:
    interval = None
    if group.ci_low is not None and group.ci_high is not None:
        interval = (group.ci_low, group.ci_high)
    return Trend(group.low, group.high, group.middle, group.gain, interval)
