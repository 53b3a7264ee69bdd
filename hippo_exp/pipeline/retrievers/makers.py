"""How each retriever is made of settings; what it reads: ``hippo_exp.config.schema.retrievers``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.retrievers import beyond, bounds
from hippo_exp.pipeline.source.propositions import propositions_of
from hippo_exp.pipeline.source.summaries import summary_tree
from hippo_exp.retrieval import EnsembleRetriever, PropositionRetriever, Retriever
from hippo_exp.retrieval.raptor import RaptorRetriever
from hippo_exp.storage import digest_json


class Bench(beyond.Parts, bounds.Bench, Protocol):
    """What retrievers are made of; the workbench has it."""

    def over(self, settings: RetrievalSettings, texts: Sequence[str], digest: str) -> Retriever:
        """A retriever of texts by the row's encoder."""
        ...


def _bm25(bench: Bench, settings: RetrievalSettings) -> Retriever:
    return bench.bm25(settings)


def _dense(bench: Bench, settings: RetrievalSettings) -> Retriever:
    return bench.dense(settings)


def _hipporag(bench: Bench, settings: RetrievalSettings) -> Retriever:
    return bench.hipporag(settings)


def _ensemble(bench: Bench, settings: RetrievalSettings) -> Retriever:
    options = settings.retriever.ensemble
    hipporag, dense = bench.hipporag(settings), bench.dense(settings)
    return EnsembleRetriever(hipporag, dense, threshold=options.threshold, weight=options.weight)


def _proposition(bench: Bench, settings: RetrievalSettings) -> Retriever:
    passages = bench.inputs.dataset.passages
    found = propositions_of(settings, passages)
    inner = bench.over(settings, found.texts, found.digest)
    return PropositionRetriever(inner, found.passages, len(passages))


def _raptor(bench: Bench, settings: RetrievalSettings) -> Retriever:
    contents = [passage.contents for passage in bench.inputs.dataset.passages]
    tree = summary_tree(settings, contents)
    texts = tree.texts(contents)
    inner = bench.over(settings, texts, digest_json(texts))
    return RaptorRetriever(inner, tree, reading=settings.retriever.raptor.reading)


MAKERS: Mapping[str, Callable[[Bench, RetrievalSettings], Retriever]] = MappingProxyType(
    {
        "bm25": _bm25,
        "dense": _dense,
        "proposition": _proposition,
        "raptor": _raptor,
        "hipporag": _hipporag,
        "hipporag_ensemble": _ensemble,
        "score_fusion": beyond.score_fusion,
        "rank_fusion": beyond.rank_fusion,
        "passage_nodes": beyond.passage_nodes,
        "fact_linking": beyond.fact_linking,
        "mention_count": bounds.mention_count,
        "random": bounds.random_order,
        "oracle": bounds.oracle,
        "perfect_reader": bounds.perfect_reader,
    }
)
"""Retriever's name -> how it is made."""
