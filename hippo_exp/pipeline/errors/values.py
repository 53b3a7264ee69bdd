"""One value per question for each cause of error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.evaluation.errors import ERROR_CLASSES
from hippo_exp.pipeline.errors.diagnosing import Missed

if TYPE_CHECKING:
    import pandas as pd

MISSED = tuple(f"{cause}_missed" for cause in ERROR_CLASSES)
"""Percent of all questions that are missed for a cause."""
SHARES = tuple(f"{cause}_share" for cause in ERROR_CLASSES)
"""Percent of the missed questions that are missed for a cause."""


def error_values(
    scored: pd.DataFrame, missed: Mapping[str, Missed], metrics: Sequence[str]
) -> pd.DataFrame:
    """All-recall with the values of each cause, 100 or 0: row by row, then metric by metric.

    ``CAUSE_missed`` has a value for every question, ``CAUSE_share`` for the missed ones. Rows
    without diagnoses have neither.

    Args:
        scored: columns ``row, qid, metric, value`` of all-recall.
        missed: row id -> what it misses; the rows in order.
        metrics: those wanted.
    """
    import pandas as pd

    records: list[tuple[str, str, str, float]] = []
    for row, found in missed.items():
        own = scored[scored["row"] == row]
        records += [
            (row, qid, metric, value)
            for _, qid, metric, value in own.itertuples(index=False)
            if metric in metrics
        ]
        if found.diagnoses is None:
            continue
        questions = own["qid"].tolist()
        for metric in (*MISSED, *SHARES):
            if metric in metrics:
                records += _of_cause(row, metric, questions, found)
    return pd.DataFrame(records, columns=["row", "qid", "metric", "value"])


def _of_cause(
    row: str, metric: str, questions: Sequence[str], found: Missed
) -> list[tuple[str, str, str, float]]:
    cause, _, kind = metric.partition("_")
    assert found.diagnoses is not None
    causes = {name: diagnosis.cause for name, diagnosis in found.diagnoses.items()}
    counted = [name for name in questions if kind == "missed" or name in causes]
    return [(row, name, metric, 100.0 * (causes.get(name) == cause)) for name in counted]
