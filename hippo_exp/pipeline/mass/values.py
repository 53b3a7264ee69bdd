"""One value per question for each number of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from hippo_exp.pipeline.mass.question import K, QuestionMass

if TYPE_CHECKING:
    import pandas as pd

VALUES: Mapping[str, Callable[[QuestionMass], float]] = MappingProxyType(
    {
        f"recall@{K}": lambda question: question.recall,
        f"hipporag_recall@{K}": lambda question: question.hipporag,
        f"entities_recall@{K}": lambda question: question.by_entities,
        f"reset_recall@{K}": lambda question: question.by_reset,
        f"recall_gain@{K}": lambda question: question.gain,
        "restarts_at_passages": lambda question: question.reset_share,
        "gold_from_reset": lambda question: question.gold.reset_share,
        "other_from_reset": lambda question: question.other.reset_share,
        "won": lambda question: 100.0 * (question.outcome == "won"),
        "lost": lambda question: 100.0 * (question.outcome == "lost"),
    }
)
"""Metric -> its value for a question."""


def mass_values(
    found: Mapping[str, Sequence[QuestionMass]], metrics: Sequence[str]
) -> pd.DataFrame:
    """Columns ``row, qid, metric, value``: row by row, question by question."""
    import pandas as pd

    lines = [
        (row, question.qid, metric, VALUES[metric](question))
        for row, questions in found.items()
        for question in questions
        for metric in metrics
    ]
    return pd.DataFrame(lines, columns=["row", "qid", "metric", "value"])
