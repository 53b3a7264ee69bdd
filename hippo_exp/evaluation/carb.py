"""Intrinsic evaluation of extracted triples in the manner of CaRB.

Reference: S. Bhardwaj, S. Aggarwal, Mausam, *CaRB: A Crowdsourced Benchmark for Open IE*,
EMNLP-IJCNLP 2019; the order of greedy matching and the AUC follow its published script.

**One gold triple g against one extracted triple e.** Parts are compared part by part, as bags of
words. With ``m`` the number of words that the relations share: ``P(g, e) = R(g, e) = 0`` when
``m = 0``. Otherwise, summed over relation, subject and object,
``P(g, e) = shared words / words of e`` and ``R(g, e) = shared words / words of g``. The word
*be* in an extracted relation matches any form of *be* that is left over in the gold relation. When
the gold relation reports speech (*said, told, added, adds, says*), the extraction with its ends
exchanged is tried too, and the better pair (by precision, then recall) counts.

**One passage.** *Recall, many-to-one:* each gold triple takes its best ``R(g, e)``; one extraction
may serve several gold triples. *Precision, one-to-one:* the pair with the highest ``P(g, e)`` is
matched and both are removed, until gold or extractions run out; an extraction without a partner
counts 0.

**A corpus.** Both are sums over all passages, divided by the number of extracted triples and of
gold triples. Each distinct confidence is a threshold: extractions of at least this confidence take
part. F1 is reported at the threshold where it is highest (the lowest such threshold). AUC is the
area by the trapezoid rule under the points (recall, precision) and the point (0, 1); without
confidences there is one point, and ``AUC = R * (1 + P) / 2``.

The published script compares words as they stand between blanks; here the words are those of
``analyze_standard`` (lower case, no punctuation) unless another function is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.evaluation.carb_matching import Words, bags_of, match, one_to_one, pair_scores
from hippo_exp.text import ANALYZERS
from hippo_exp.types import FloatArray, Triple


@dataclass(frozen=True, slots=True)
class CarbScore:
    """Scores of a set of passages, fractions from 0 to 1.

    Attributes:
        precision: at the threshold of the highest F1.
        recall: the same.
        f1: the same.
        auc: area under precision over recall.
        n_gold: number of gold triples.
        n_extracted: number of extracted triples.
        n_passages: number of passages.
    """

    precision: float
    recall: float
    f1: float
    auc: float
    n_gold: int
    n_extracted: int
    n_passages: int


def match_triples(gold: Triple, extracted: Triple, words: Words) -> tuple[float, float]:
    """``P(g, e)`` and ``R(g, e)``, see the module."""
    return match(bags_of(gold, words), bags_of(extracted, words))


def carb(
    gold: Sequence[Sequence[Triple]],
    extracted: Sequence[Sequence[Triple]],
    *,
    confidences: Sequence[Sequence[float]] | None = None,
    words: Words = ANALYZERS["standard"],
) -> CarbScore:
    """Score extracted triples.

    Args:
        gold: (n_passages,) gold triples of each passage.
        extracted: (n_passages,) extracted triples of each.
        confidences: (n_passages,) one finite number for each extracted triple, higher is surer;
            None when there are none, as for an LLM.
        words: from a text to its words.

    Raises:
        ValueError: lengths that do not agree.
    """
    sure = confidences if confidences is not None else [[1.0] * len(row) for row in extracted]
    passages = [
        (pair_scores(wanted, found, words), np.asarray(scores, dtype=np.float64))
        for wanted, found, scores in zip(gold, extracted, sure, strict=True)
    ]
    if any(matches.shape[1] != len(scores) for matches, scores in passages):
        raise ValueError("each extracted triple needs one confidence")
    n_gold = sum(map(len, gold))
    n_extracted = sum(map(len, extracted))
    thresholds = sorted({score for _, scores in passages for score in scores.tolist()})
    points = [_point(passages, threshold, n_gold) for threshold in thresholds]
    best = max(points, key=lambda point: _f1(*point), default=(0.0, 0.0))
    return CarbScore(
        precision=best[0],
        recall=best[1],
        f1=_f1(*best),
        auc=_area(points),
        n_gold=n_gold,
        n_extracted=n_extracted,
        n_passages=len(passages),
    )


def _point(
    passages: Sequence[tuple[FloatArray, FloatArray]], threshold: float, n_gold: int
) -> tuple[float, float]:
    """Precision and recall of the extractions of at least this confidence."""
    precision = recall = 0.0
    n_extracted = 0
    for matches, scores in passages:
        part = matches[:, scores >= threshold]
        n_extracted += part.shape[1]
        if part.size:
            recall += float(part[:, :, 1].max(axis=1).sum())
            precision += one_to_one(part[:, :, 0])
    return precision / n_extracted if n_extracted else 1.0, recall / n_gold if n_gold else 0.0


def _area(points: Sequence[tuple[float, float]]) -> float:
    """Under precision over recall, from (0, 1) on; points from the lowest threshold up."""
    if not points:
        return 0.0
    precision = np.array([1.0, *(point[0] for point in reversed(points))])
    recall = np.array([0.0, *(point[1] for point in reversed(points))])
    return float(np.trapezoid(precision, recall))


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
