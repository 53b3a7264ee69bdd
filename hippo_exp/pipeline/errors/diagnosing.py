"""From a row's rankings to the diagnoses of the questions that it misses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.retrievers import links_entities
from hippo_exp.evaluation.errors import (
    Diagnosis,
    ErrorIndex,
    QueryEntity,
    diagnose,
    missing_keys,
)
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.ranking import queries_of, rank_questions
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import Dataset, Query, Ranking

_BLOCK = 64
"""Questions whose whole rankings are held at once."""


@dataclass(frozen=True, slots=True)
class Link:
    """A query entity as it was linked: its node's phrase (empty for none) and their cosine."""

    entity: str
    node: str
    cosine: float


@dataclass(frozen=True)
class Missed:
    """What one row misses.

    Attributes:
        keys: id of each missed question -> its missing gold keys, in the questions' order.
        diagnoses: id -> why; None for a row that searches no graph from query entities.
        links: id -> the query entities as they were linked; empty for such a row.
    """

    keys: Mapping[str, tuple[str, ...]]
    diagnoses: Mapping[str, Diagnosis] | None = None
    links: Mapping[str, tuple[Link, ...]] = field(default_factory=dict)


def diagnose_row(item: PlannedRow, rankings: Sequence[Ranking], bench: Workbench, k: int) -> Missed:
    """Find the questions that a row misses at k, and why.

    Args:
        item: the row.
        rankings: (n_questions,) in the data set's order, each of k passages at least.
        bench: builds its index and its retriever.
        k: see ``ErrorSettings``.
    """
    dataset = bench.inputs.dataset
    keys = _missed(dataset, rankings, k)
    if not links_entities(item.row.retriever):
        return Missed(keys)
    queries = [query for query in queries_of(dataset) if query.id in keys]
    linked = {query.query.id: query for query in bench.hipporag(item.settings).link(queries)}
    ranks = _ranks(item, queries, keys, bench)
    index = error_index(item.settings, bench)
    nodes = index.graph.nodes
    found: dict[str, Diagnosis] = {}
    links: dict[str, tuple[Link, ...]] = {}
    for question in dataset.questions:
        if question.id in keys:
            entities = linked[question.id].entities
            asked = [QueryEntity(entity.phrase, entity.node) for entity in entities]
            found[question.id] = diagnose(index, question, asked, ranks[question.id])
            links[question.id] = tuple(
                Link(one.entity, nodes[one.node] if one.node >= 0 else "", one.cosine)
                for one in entities
            )
    return Missed(keys, found, links)


def error_index(settings: RetrievalSettings, bench: Workbench) -> ErrorIndex:
    """What the classifier reads of an index."""
    dataset, index = bench.inputs.dataset, bench.index(settings)
    records = bench.inputs.extraction(settings).passages
    return ErrorIndex(
        graph=index.graph,
        facts=index.facts,
        synonyms=index.synonyms,
        keys=dataset.match_keys,
        contents=[passage.contents for passage in dataset.passages],
        names=[
            (passage.title, *record.entities)
            for passage, record in zip(dataset.passages, records, strict=True)
        ],
        normalize=NORMALIZERS[settings.graph.normalizer],
    )


def _missed(dataset: Dataset, rankings: Sequence[Ranking], k: int) -> dict[str, tuple[str, ...]]:
    keys = dataset.match_keys
    found = {}
    for question, ranking in zip(dataset.questions, rankings, strict=True):
        ranked = [keys[passage] for passage in ranking.passages[:k].tolist()]
        missing = missing_keys(question.gold, ranked, k)
        if missing:
            found[question.id] = missing
    return found


def _ranks(
    item: PlannedRow,
    queries: Sequence[Query],
    missing: Mapping[str, tuple[str, ...]],
    bench: Workbench,
) -> dict[str, dict[str, int | None]]:
    """Question id -> missing key -> rank of its best passage in the whole ranking."""
    keys, found = bench.inputs.dataset.match_keys, {}
    retriever = bench.retriever(item.settings, item.row.method)
    for start in range(0, len(queries), _BLOCK):
        whole = rank_questions(
            retriever,
            queries[start : start + _BLOCK],
            ties=item.settings.retriever.ties,
            what=f"{item.label}, missed",
            depth=len(keys),
        )
        for ranking in whole:
            place: dict[str, int | None] = {}
            for rank, passage in enumerate(ranking.passages.tolist(), start=1):
                place.setdefault(keys[passage], rank)
            found[ranking.question_id] = {key: place[key] for key in missing[ranking.question_id]}
    return found
