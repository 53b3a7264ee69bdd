"""Every retriever by its name, with the settings that it reads: what the rest follows from.

How each is made of settings: ``hippo_exp.pipeline.retrievers.makers``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

SearcherName = Literal[
    "bm25",
    "dense",
    "proposition",
    "raptor",
    "hipporag",
    "hipporag_ensemble",
    "score_fusion",
    "rank_fusion",
    "passage_nodes",
    "fact_linking",
    "mention_count",
    "random",
    "oracle",
    "perfect_reader",
]
"""Retrievers that ask no language model."""

_INDEX = ("encoder", "openie", "graph", "synonymy", "expansion")
_GRAPH = (*_INDEX, "query_ner", "retriever.hipporag")
READS: Mapping[SearcherName, tuple[str, ...]] = MappingProxyType(
    {
        "bm25": ("retriever.bm25",),
        "dense": ("encoder",),
        "proposition": ("encoder", "retriever.proposition"),
        "raptor": ("encoder", "retriever.raptor"),
        "hipporag": _GRAPH,
        "hipporag_ensemble": (*_GRAPH, "retriever.ensemble"),
        "score_fusion": (*_GRAPH, "retriever.fusion.weight"),
        "rank_fusion": (*_GRAPH, "retriever.fusion.k"),
        "passage_nodes": (*_GRAPH, "retriever.passage_nodes", "retriever.bm25"),
        "fact_linking": (*_INDEX, "retriever.fact_linking"),
        "mention_count": ("graph.normalizer", "query_ner"),
        "random": ("seed",),
        "oracle": (),
        "perfect_reader": (*_GRAPH, "retriever.bm25", "retriever.perfect_reader"),
    }
)
"""Retriever -> the settings that it reads, besides those that all read."""

_READS: Mapping[str, tuple[str, ...]] = {str(name): keys for name, keys in READS.items()}

_NO_SEARCH = ("none", "no_retrieval")
"""Methods of rows without a retriever, and of those that read no passage."""

BOUNDS: tuple[SearcherName, ...] = ("mention_count", "random", "oracle", "perfect_reader")
"""What methods are compared with; no question of one's own is asked of them."""
METHODS = tuple(name for name in READS if name not in BOUNDS)
"""Those that answer a question by themselves."""


def reads(name: str | None) -> tuple[str, ...]:
    """The settings that a retriever reads; none where a row searches nothing.

    Raises:
        KeyError: there is no such retriever.
    """
    return () if name is None or name in _NO_SEARCH else _READS[name]


def encodes(name: str | None) -> bool:
    """Whether a retriever encodes text."""
    return "encoder" in reads(name)


def on_graph(name: str | None) -> bool:
    """Whether a retriever needs triples."""
    return "openie" in reads(name)


def names_entities(name: str | None) -> bool:
    """Whether a retriever needs query entities."""
    return "query_ner" in reads(name)


def links_entities(name: str | None) -> bool:
    """Whether a retriever begins at query entities in the graph, as HippoRAG does."""
    return on_graph(name) and names_entities(name)
