"""``errors.csv`` and ``crosstab.csv``: every missed passage, and what other rows make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.evaluation import proportion_interval
from hippo_exp.evaluation.errors import ALL, ERROR_CLASSES, FOUND, Crossed, MissingPassage, cross
from hippo_exp.pipeline.errors.diagnosing import Missed
from hippo_exp.reporting.records import csv_bytes
from hippo_exp.types import Dataset

_COLUMNS = (
    *("row", "qid", "class", "passage", "title", "passage_class", "evidence"),
    *("phrase", "from", "to", "fact", "rank"),
)


def errors_csv(dataset: Dataset, missed: Mapping[str, Missed]) -> bytes:
    """One line for each missing passage of each question that a row misses."""
    lines = [
        (row, name, diagnosis.cause, *_passage(dataset, item))
        for row, found in missed.items()
        for name, diagnosis in (found.diagnoses or {}).items()
        for item in diagnosis.missing
    ]
    return csv_bytes(_COLUMNS, lines)


def _passage(dataset: Dataset, item: MissingPassage) -> tuple[object, ...]:
    passage = dataset.passages[item.passage]
    ends = [_title(dataset, place) for place in (item.origin, item.target)]
    fact = " | ".join(item.fact) if item.fact else ""
    why = (item.cause, item.evidence, item.phrase)
    return (passage.id, passage.title, *why, *ends, fact, item.rank)


def _title(dataset: Dataset, passage: int | None) -> str:
    if passage is None:
        return ""
    return dataset.passages[passage].title or dataset.passages[passage].id


def cross_rows(dataset: Dataset, missed: Mapping[str, Missed], baseline: str) -> list[Crossed]:
    """What each other row finds of the baseline's misses, class by class, and misses anew.

    Args:
        dataset: its questions, all scored.
        missed: row id -> what it misses.
        baseline: a row with diagnoses; without them there is nothing to cross.
    """
    base = missed.get(baseline)
    if base is None or base.diagnoses is None:
        return []
    questions = [question.id for question in dataset.questions]
    causes = {name: diagnosis.cause for name, diagnosis in base.diagnoses.items()}
    crossed = []
    for row, other in missed.items():
        if row == baseline:
            continue
        found = cross(questions, causes, list(other.keys))
        groups: dict[str, Sequence[float]] = {name: found.mended[name] for name in ERROR_CLASSES}
        groups[ALL] = [value for name in ERROR_CLASSES for value in found.mended[name]]
        groups[FOUND] = [1.0] * len(found.new) + [0.0] * (found.found - len(found.new))
        for group, values in groups.items():
            count, n = int(sum(values)), len(values)
            ends = proportion_interval(count, n)
            interval = (100.0 * ends[0], 100.0 * ends[1]) if ends else None
            share = 100.0 * count / n if n else None
            crossed.append(Crossed(row, group, n, count, share, interval))
    return crossed


def crosstab_csv(crossed: Sequence[Crossed], baseline: str) -> bytes:
    """``baseline,row,group,questions,outcome,count,share,ci_low,ci_high``."""
    columns = (
        *("baseline", "row", "group", "questions", "outcome"),
        *("count", "share", "ci_low", "ci_high"),
    )
    lines = []
    for item in crossed:
        outcome = "newly_missed" if item.group == FOUND else "mended"
        ends = item.interval or (None, None)
        lines.append(
            (baseline, item.row, item.group, item.n, outcome, item.count, item.share, *ends)
        )
    return csv_bytes(columns, lines)
