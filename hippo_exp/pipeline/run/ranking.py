"""Running a retriever over all questions, block by block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from hippo_exp.pipeline.progress import Progress
from hippo_exp.pipeline.stages import DEPTH
from hippo_exp.retrieval import Retriever, rank_passages
from hippo_exp.types import Dataset, Query, Ranking

BLOCK = 256
LLM_BLOCK = 16
"""The same where each query asks a language model, which takes seconds."""


def queries_of(dataset: Dataset) -> tuple[Query, ...]:
    """What retrievers see of the questions: no gold label, no answer."""
    return tuple(
        Query(id=question.id, text=question.text, entities=question.entities or ())
        for question in dataset.questions
    )


def rank_questions(
    retriever: Retriever,
    queries: Sequence[Query],
    *,
    ties: Literal["first", "last"],
    what: str,
    depth: int = DEPTH,
    block: int = BLOCK,
    measure: Callable[[Sequence[Ranking]], None] | None = None,
) -> tuple[Ranking, ...]:
    """The top passages of every query, in the order of the queries.

    Args:
        retriever: scores blocks of queries.
        queries: (n_queries,).
        ties: the rule among equal scores, see ``retrieval.rank_passages``.
        what: name of the row, for progress.
        depth: passages kept per query.
        block: queries that are scored together.
        measure: given each block's rankings of all passages, before they are cut to ``depth``.
    """
    rankings: list[Ranking] = []
    with Progress(what, len(queries), "questions") as progress:
        progress.start()
        for start in range(0, len(queries), block):
            part = queries[start : start + block]
            scored = retriever.score(part)
            whole = depth if measure is None else scored.scores.shape[1]
            found = rank_passages(scored, part, k=max(depth, whole), ties=ties)
            if measure is not None:
                measure(found)
            rankings.extend(_cut(ranking, depth) for ranking in found)
            progress.advance(len(part))
    return tuple(rankings)


def _cut(ranking: Ranking, depth: int) -> Ranking:
    """The first places, by themselves, so that the rest need not be held."""
    if len(ranking.passages) <= depth:
        return ranking
    passages, scores = ranking.passages[:depth].copy(), ranking.scores[:depth].copy()
    return replace(ranking, passages=passages, scores=scores)


def outcome_counts(rankings: Sequence[Ranking]) -> Mapping[str, int]:
    """Outcome -> number of questions, sorted by name."""
    return dict(sorted(Counter(ranking.outcome for ranking in rankings).items()))
