"""Scores and rankings."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.types.arrays import FloatArray, IntArray


@dataclass(frozen=True)
class ScoreBlock:
    """Scores of every passage for a block of queries.

    Attributes:
        scores: (n_queries, n_passages) float64, finite, higher is better.
        outcomes: (n_queries,) what happened: ``ok``, or a counted special case such as
            ``no_entity``, ``not_linkable``, ``no_match`` (each retriever's class lists its own).
    """

    scores: FloatArray
    outcomes: tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """The best passages of one question.

    Attributes:
        question_id: the question.
        passages: (k,) int64 corpus positions, best first, distinct.
        scores: (k,) float64, non-increasing.
        outcome: see :class:`ScoreBlock`.
    """

    question_id: str
    passages: IntArray
    scores: FloatArray
    outcome: str = "ok"
