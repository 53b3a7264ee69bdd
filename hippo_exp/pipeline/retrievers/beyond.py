"""Retrievers beyond the paper, from settings: passages in the graph, linked facts, fusion."""

from __future__ import annotations

from typing import Protocol

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import ConfigError
from hippo_exp.pipeline.retrievers.index import Index
from hippo_exp.pipeline.retrievers.searched import Searched
from hippo_exp.pipeline.retrievers.stored_encoders import AnyStoredEncoder, StoredEncoder
from hippo_exp.retrieval import (
    BM25Retriever,
    Expand,
    FactIndex,
    FactLinkingRetriever,
    HippoRAGRetriever,
    PassageNodesRetriever,
    PassageReset,
    RankFusionRetriever,
    Retriever,
    ScoreFusionRetriever,
    fact_texts,
    reset_normalization,
)


class Parts(Protocol):
    """What the retrievers here are made of; the workbench has it."""

    def bm25(self, settings: RetrievalSettings) -> BM25Retriever:
        """BM25."""
        ...

    def dense(self, settings: RetrievalSettings) -> Retriever:
        """The dense retriever."""
        ...

    def hipporag(self, settings: RetrievalSettings) -> HippoRAGRetriever:
        """HippoRAG."""
        ...

    def index(self, settings: RetrievalSettings) -> Index:
        """The knowledge graph."""
        ...

    def encoder(self, settings: RetrievalSettings) -> AnyStoredEncoder:
        """The encoder."""
        ...

    def expansion(self, settings: RetrievalSettings, graph: Searched, name: str) -> Expand:
        """The expansion over a graph, for the retriever ``name``."""
        ...


def passage_nodes(parts: Parts, settings: RetrievalSettings) -> Retriever:
    """Passages as nodes of the graph, ranked by their own mass."""
    options = settings.retriever.passage_nodes
    graph = parts.index(settings).with_passages.by(options.edge_weight)
    reset = None
    if options.reset != "none":
        by = parts.bm25(settings) if options.reset == "bm25" else parts.dense(settings)
        normalize = reset_normalization(
            options.normalization,
            temperature=options.temperature if options.normalization == "softmax" else None,
            m=options.m if options.normalization == "top_m" else None,
        )
        reset = PassageReset(by, options.reset_weight, normalize, relative=options.relative)
    return PassageNodesRetriever(
        parts.hipporag(settings),
        graph.adjacency,
        expand=parts.expansion(settings, graph, "passage_nodes"),
        reset=reset,
        scoring=options.scoring,
        use_entities=options.use_entities,
    )


def fact_linking(parts: Parts, settings: RetrievalSettings) -> Retriever:
    """HippoRAG 2's linking of questions to facts.

    Raises:
        ConfigError: the encoder gives a vector for each token.
    """
    options = settings.retriever.fact_linking
    index, encoder = parts.index(settings), parts.encoder(settings)
    if not isinstance(encoder, StoredEncoder):
        raise ConfigError(
            "facts are linked by single vectors, and this encoder gives one for each token",
            where=f"encoder {settings.encoder.name}",
            fix="choose another with encoder=NAME",
        )
    graph = index.with_passages.by(options.edge_weight)
    vectors = encoder.encode(fact_texts(index.facts.facts), "passage")
    return FactLinkingRetriever(
        index.graph,
        index.facts,
        FactIndex(vectors, encoder.queries, top_facts=options.top_facts),
        graph.adjacency,
        expand=parts.expansion(settings, graph, "fact_linking"),
        reset=PassageReset(parts.dense(settings), options.reset_weight),
        top_phrases=options.top_phrases,
    )


def score_fusion(parts: Parts, settings: RetrievalSettings) -> Retriever:
    """Weighted scores of HippoRAG and the dense retriever."""
    weight = settings.retriever.fusion.weight
    return ScoreFusionRetriever(parts.hipporag(settings), parts.dense(settings), weight=weight)


def rank_fusion(parts: Parts, settings: RetrievalSettings) -> Retriever:
    """Reciprocal ranks of HippoRAG and the dense retriever."""
    k = settings.retriever.fusion.k
    return RankFusionRetriever(parts.hipporag(settings), parts.dense(settings), k=k)
