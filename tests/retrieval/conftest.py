"""A HippoRAG retriever over a hand-made graph, every part replaceable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from retrieval_cases import OneHot, networkx_ppr

from hippo_exp.retrieval import CosineLinker, HippoRAGRetriever
from hippo_exp.types import KnowledgeGraph


@pytest.fixture
def make_retriever() -> Callable[..., HippoRAGRetriever]:
    def make(graph: KnowledgeGraph, **settings: Any) -> HippoRAGRetriever:
        encode = OneHot(graph.nodes)
        nodes = settings.pop("node_vectors", encode(graph.nodes))
        given: dict[str, Any] = {
            "linker": CosineLinker(nodes, settings.pop("encode_phrases", encode)),
            "normalize": lambda phrase: phrase.lower().strip(" !"),
            "expand": networkx_ppr,
            "no_entity": "corpus_order",
            **settings,
        }
        return HippoRAGRetriever(graph, **given)

    return make
