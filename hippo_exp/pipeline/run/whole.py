"""Measures of whole rankings, taken while the rankings are whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hippo_exp.errors import HippoExpError
from hippo_exp.evaluation import evaluate, parse_measure
from hippo_exp.types import Dataset, Ranking

if TYPE_CHECKING:
    import pandas as pd


def whole_measures(metrics: Sequence[str]) -> tuple[str, ...]:
    """Those of a table's metrics that need every passage's place, for example ``mean_rank``."""
    return tuple(name for name in metrics if _is_whole(name))


def _is_whole(name: str) -> bool:
    try:
        return parse_measure(name).k is None
    except HippoExpError:
        return False  # of answers, or of no ranking


@dataclass
class WholeValues:
    """Collects values of whole rankings, block by block.

    Attributes:
        dataset: questions and match keys.
        names: the measures.
    """

    dataset: Dataset
    names: tuple[str, ...]
    _parts: list[pd.DataFrame] = field(default_factory=list)

    def take(self, rankings: Sequence[Ranking]) -> None:
        """Score a block of rankings of all passages."""
        asked = {ranking.question_id for ranking in rankings}
        questions = [question for question in self.dataset.questions if question.id in asked]
        found = evaluate(rankings, questions, self.dataset.match_keys, self.names)
        self._parts.append(found.frame)

    def values(self) -> dict[str, tuple[float, ...]]:
        """Measure -> (n_questions,) values in the order in which the rankings came."""
        return {
            name: tuple(
                float(value)
                for part in self._parts
                for value in part.loc[part["metric"] == name, "value"]
            )
            for name in self.names
        }


def whole_frame(values: Mapping[str, Sequence[float]], qids: Sequence[str]) -> pd.DataFrame:
    """Columns ``qid, metric, value``.

    Args:
        values: see :meth:`WholeValues.values`.
        qids: (n_questions,).
    """
    import pandas as pd

    lines = [
        (qid, name, value)
        for name, found in values.items()
        for qid, value in zip(qids, found, strict=True)
    ]
    return pd.DataFrame(lines, columns=["qid", "metric", "value"])
