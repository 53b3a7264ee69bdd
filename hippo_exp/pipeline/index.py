"""From an extraction to a knowledge graph: facts, node vectors, synonymy edges, graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.graph import (
    PreparedGraph,
    build_graph,
    collect_facts,
    find_synonyms,
    prepare,
)
from hippo_exp.pipeline.encoding import StoredEncoder
from hippo_exp.storage import Store, digest_json
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import Dataset, Extraction, FactTable, KnowledgeGraph, SynonymEdges, Vectors

VERSION = 1


@dataclass(frozen=True)
class Index:
    """What HippoRAG searches.

    Attributes:
        graph: the knowledge graph.
        facts: the facts it was built from.
        node_vectors: (n_nodes, dim) phrase vectors, for linking query entities.
    """

    graph: KnowledgeGraph
    facts: FactTable
    node_vectors: Vectors

    @cached_property
    def prepared(self) -> PreparedGraph:
        """The graph checked, normalised and relabelled for the PageRank solvers, once."""
        return prepare(self.graph.adjacency)


def build_index(
    settings: RetrievalSettings,
    dataset: Dataset,
    extraction: Extraction,
    encoder: StoredEncoder,
    store: Store,
) -> Index:
    """Build the index of one row; vectors and synonymy edges come from the store where they can.

    Raises:
        GraphError, EncoderError, StoreError: as the stages raise them.
    """
    normalize = NORMALIZERS[settings.graph.normalizer]
    facts = collect_facts(extraction, normalize, keep_empty=settings.graph.keep_empty_phrases)
    vectors = encoder.phrases(facts.nodes)
    synonyms = _synonyms(settings, facts, vectors, encoder, store)
    graph = build_graph(
        facts,
        synonyms,
        fact_weight=settings.graph.fact_weight,
        synonym_merge=settings.graph.synonym_merge,
        passage_matrix=settings.graph.passage_matrix,
        contents=[passage.contents for passage in dataset.passages],
        normalize=normalize,
    )
    return Index(graph=graph, facts=facts, node_vectors=vectors)


def _synonyms(
    settings: RetrievalSettings,
    facts: FactTable,
    vectors: Vectors,
    encoder: StoredEncoder,
    store: Store,
) -> SynonymEdges | None:
    options = settings.synonymy
    if not options.enabled:
        return None
    parameters = {
        "threshold": options.threshold,
        "max_neighbors": options.max_neighbors,
        "min_alnum": options.min_alnum,
        "alnum": options.alnum,
    }
    key = {
        **parameters,
        "encoder": dict(encoder.encoder.identity),
        "nodes": digest_json(list(facts.nodes)),
    }

    def compute() -> Mapping[str, NDArray[np.generic]]:
        edges = find_synonyms(
            vectors,
            facts.nodes,
            threshold=options.threshold,
            max_neighbors=options.max_neighbors,
            min_alnum=options.min_alnum,
            alnum=options.alnum,
            memory_mb=options.memory_mb,
        )
        return {"source": edges.source, "target": edges.target, "score": edges.score}

    stored = store.arrays("synonymy", VERSION, key, compute)
    return SynonymEdges(
        source=stored["source"].astype(np.int64),
        target=stored["target"].astype(np.int64),
        score=stored["score"].astype(np.float32),
    )
