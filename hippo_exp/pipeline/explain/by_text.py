"""The parts of scores that come from texts: terms of BM25, or one similarity."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.pipeline.explain.case import Case, Told
from hippo_exp.pipeline.explain.passages import ScoreParts
from hippo_exp.reporting.explain import Part


def tell_whole(case: Case) -> Told:
    """A score without parts: of the vectors of question and passage, or of what stands for it."""
    label = {
        "dense": "similarity of the vectors of question and passage",
        "proposition": "similarity of the best proposition",
        "raptor": "similarity of the passage, or of a summary above it",
    }[case.method]

    def parts(passages: Sequence[int]) -> list[ScoreParts]:
        scores = case.scores[list(passages)].tolist()
        return [ScoreParts(parts=(Part("similarity", label, score),)) for score in scores]

    return Told(parts)


def tell_bm25(case: Case) -> Told:
    """The part of each term of the question."""

    def parts(passages: Sequence[int]) -> list[ScoreParts]:
        terms = case.bench.bm25(case.settings).terms(case.query, passages)
        found = []
        for place in range(len(passages)):
            amounts = {term: float(values[place]) for term, values in terms.items()}
            named = [Part("term", term, amount) for term, amount in amounts.items() if amount]
            named.sort(key=lambda part: -part.amount)
            found.append(ScoreParts(parts=tuple(named)))
        return found

    return Told(parts)
