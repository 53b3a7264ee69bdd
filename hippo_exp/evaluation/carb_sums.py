"""CaRB scores of any selection of passages, from what each passage adds to them.

Without confidences (an LLM gives none) the scores of :mod:`hippo_exp.evaluation.carb` are quotients
of sums over passages: with ``p`` and ``r`` a passage's matched precision and recall,
``P = sum p / extracted triples``, ``R = sum r / gold triples``, ``F1 = 2 P R / (P + R)`` and
``AUC = R (1 + P) / 2``. So a group of passages, or a bootstrap sample of them, needs no new
matching.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from hippo_exp.evaluation.carb_matching import Words, one_to_one, pair_scores
from hippo_exp.text import ANALYZERS
from hippo_exp.types import FloatArray, IntArray, Triple

QUALITY_METRICS = ("auc", "precision", "recall", "triple_f1")
"""Names of the scores, as in ``configs/paper/table16.yaml``."""
_CELLS = 4_000_000
"""Drawn passages that are held at once."""
Scores: TypeAlias = dict[str, FloatArray]


@dataclass(frozen=True)
class CarbSums:
    """What each passage adds.

    Attributes:
        precision: (n_passages,) float64, the sum of its matched ``P(g, e)``.
        recall: (n_passages,) float64, the sum of the best ``R(g, e)`` of its gold triples.
        n_extracted: (n_passages,) int64 extracted triples.
        n_gold: (n_passages,) int64 gold triples.
    """

    precision: FloatArray
    recall: FloatArray
    n_extracted: IntArray
    n_gold: IntArray

    def __len__(self) -> int:
        return int(self.n_gold.size)

    def of(self, passages: Sequence[int]) -> CarbSums:
        """The same of some passages."""
        chosen = np.asarray(passages, dtype=np.int64)
        return CarbSums(
            self.precision[chosen],
            self.recall[chosen],
            self.n_extracted[chosen],
            self.n_gold[chosen],
        )

    def scores(self) -> dict[str, float]:
        """:data:`QUALITY_METRICS` over all passages, in percent."""
        everything = np.arange(len(self))[None, :]
        return {name: float(values[0]) for name, values in _scores(self, everything).items()}

    def intervals(
        self, rng: np.random.Generator, *, resamples: int, confidence: float = 0.95
    ) -> dict[str, tuple[float, float]] | None:
        """Percentile bootstrap intervals over passages, in percent; None for fewer than two.

        All scores are taken of the same samples.

        Args:
            rng: draws the samples.
            resamples: number of samples, each of as many passages as there are.
            confidence: coverage.
        """
        n = len(self)
        if n < 2:
            return None
        step = max(1, _CELLS // n)
        parts = [
            _scores(self, rng.integers(0, n, size=(min(step, resamples - start), n)))
            for start in range(0, resamples, step)
        ]
        tail = 50.0 * (1.0 - confidence)
        found = {}
        for name in QUALITY_METRICS:
            drawn = np.concatenate([part[name] for part in parts])
            low, high = np.percentile(drawn, (tail, 100.0 - tail))
            found[name] = (float(low), float(high))
        return found


def carb_sums(
    gold: Sequence[Sequence[Triple]],
    extracted: Sequence[Sequence[Triple]],
    *,
    words: Words = ANALYZERS["standard"],
) -> CarbSums:
    """Match the triples of each passage.

    Args:
        gold: (n_passages,) gold triples of each passage.
        extracted: (n_passages,) extracted triples of each.
        words: from a text to its words.

    Raises:
        ValueError: lengths that do not agree.
    """
    precision, recall = np.zeros(len(gold)), np.zeros(len(gold))
    for place, (wanted, found) in enumerate(zip(gold, extracted, strict=True)):
        pairs = pair_scores(wanted, found, words)
        if pairs.size:
            precision[place] = one_to_one(pairs[:, :, 0])
            recall[place] = float(pairs[:, :, 1].max(axis=1).sum())
    return CarbSums(
        precision,
        recall,
        np.array([len(row) for row in extracted], dtype=np.int64),
        np.array([len(row) for row in gold], dtype=np.int64),
    )


def _scores(sums: CarbSums, samples: IntArray) -> Scores:
    """(n_samples,) each score in percent; ``samples``: (n_samples, n_drawn) passages."""
    drawn = [
        part[samples].sum(axis=1, dtype=np.float64)
        for part in (sums.precision, sums.recall, sums.n_extracted, sums.n_gold)
    ]
    p, r = _quotient(drawn[0], drawn[2]), _quotient(drawn[1], drawn[3])
    f1 = _quotient(2.0 * p * r, p + r)
    auc = r * (1.0 + p) / 2.0
    return {
        name: 100.0 * values for name, values in zip(QUALITY_METRICS, (auc, p, r, f1), strict=True)
    }


def _quotient(above: FloatArray, below: FloatArray) -> FloatArray:
    """``above / below``, and 0 where there is nothing below."""
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)
