"""Questions to rankings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from hippo_exp.api.index import SearchIndex
from hippo_exp.api.results import Hit, RankedPassages
from hippo_exp.config.schema.retrievers import links_entities
from hippo_exp.errors import ConfigError, DataError
from hippo_exp.pipeline.explain.asked import AskedQuery, known_question, new_question
from hippo_exp.pipeline.planning.one_method import method_row
from hippo_exp.pipeline.run.ranking import BLOCK
from hippo_exp.retrieval import rank_passages
from hippo_exp.text import counted
from hippo_exp.types import Question, Ranking


@overload
def retrieve(
    index: SearchIndex,
    questions: str | Question,
    method: str = "hipporag",
    k: int = 5,
    *,
    entities: Sequence[str] | None = None,
) -> RankedPassages: ...
@overload
def retrieve(
    index: SearchIndex,
    questions: Sequence[Question] | list[str] | tuple[str, ...],
    method: str = "hipporag",
    k: int = 5,
) -> tuple[RankedPassages, ...]: ...
def retrieve(
    index: SearchIndex,
    questions: str | Question | Sequence[Question] | list[str] | tuple[str, ...],
    method: str = "hipporag",
    k: int = 5,
    *,
    entities: Sequence[str] | None = None,
) -> RankedPassages | tuple[RankedPassages, ...]:
    """Rank passages for one question or for many.

    >>> print(retrieve(index, "Where was the director of Red River born?"))
    >>> rankings = retrieve(index, dataset.questions, method="hipporag", k=5)
    >>> rankings[0][0].passage.title                              # the best passage

    Args:
        index: of :func:`build_index`.
        questions: a text, a question of the data set, or a sequence of them. A question brings
            its query entities; a text gets ``entities``, else those of the capitalised-words
            rule, which the result says.
        method: ``hipporag``, ``hipporag_ensemble``, ``bm25``, ``dense``, ``passage_nodes``,
            ``fact_linking``, ``score_fusion``, ``rank_fusion``, ``proposition`` or ``raptor``.
        k: passages kept for each question, at least 1; fewer in a smaller corpus.
        entities: query entities of a single question, in place of its own.

    Returns:
        For one question its ranking, for a sequence a tuple of them in the same order. Scores of
        graph methods are in [0, 1] (min-max over the corpus), those of ``bm25`` and ``dense``
        as they are; higher is better.

    Raises:
        ConfigError: an unknown method, ``k`` below 1, or ``entities`` of several questions.
        DataError: what the method needs is not there: triples, query entities, files.
        GraphError, EncoderError: as the search raises them.

    Source: paper, section 2.3; ties by ``retriever.ties`` of the index's settings.
    """
    method_row(method)
    single = isinstance(questions, str | Question)
    if entities is not None and not single:
        fix = "give them in the questions, or ask one question at a time"
        raise ConfigError("entities for several questions", where="entities", fix=fix)
    given = [questions] if isinstance(questions, str | Question) else questions
    if links_entities(method) and entities is None:
        _check_entities(given, index.corpus.name)
    asked = [_asked(item, entities) for item in given]
    own = all(item.question is None or item.is_own for item in asked)
    retriever = index.retriever(method, own_entities=own)
    ties, rankings = index.settings.retriever.ties, list[Ranking]()
    for start in range(0, len(asked), BLOCK):
        queries = [item.query for item in asked[start : start + BLOCK]]
        rankings += rank_passages(retriever.score(queries), queries, k=k, ties=ties)
    found = tuple(
        _ranked(index, item, method, ranking) for item, ranking in zip(asked, rankings, strict=True)
    )
    return found[0] if single else found


def _check_entities(given: Sequence[str | Question], where: str) -> None:
    """Refuse questions of which no query entities are known, none at all included.

    Raises:
        DataError: see above.
    """
    lacking = [item.id for item in given if isinstance(item, Question) and item.entities is None]
    if lacking:
        what = f"no query entities of {counted(len(lacking), 'question')}, {lacking[0]!r} first"
        fix = "give them in query_ner.json or the questions, or load with query_ner='capitalized'"
        raise DataError(what, where=where, fix=fix)


def _asked(item: str | Question, entities: Sequence[str] | None) -> AskedQuery:
    if isinstance(item, Question):
        return known_question(item, entities)
    return new_question(item, entities)


def _ranked(index: SearchIndex, asked: AskedQuery, method: str, ranking: Ranking) -> RankedPassages:
    uses = links_entities(method)
    passages = index.corpus.passages
    pairs = zip(ranking.passages.tolist(), ranking.scores.tolist(), strict=True)
    return RankedPassages(
        question_id=asked.query.id,
        text=asked.query.text,
        entities=asked.query.entities if uses else (),
        entities_from=asked.entities_from if uses else "",
        method=method,
        ranking=ranking,
        hits=tuple(
            Hit(rank, score, position, passages[position])
            for rank, (position, score) in enumerate(pairs, start=1)
        ),
        decimals=index.settings.evaluation.decimals,
    )
