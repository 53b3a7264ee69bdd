"""From an extraction to a knowledge graph: facts, node vectors, synonymy edges, graph."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.encoders import TokenVectors
from hippo_exp.graph import EdgeOrigins, build_graph, collect_facts
from hippo_exp.pipeline.progress import Progress
from hippo_exp.pipeline.retrievers.searched import PassageGraphs, Searched
from hippo_exp.pipeline.retrievers.stored_encoders import AnyStoredEncoder, StoredEncoder
from hippo_exp.pipeline.retrievers.synonyms import cosine_synonyms, late_interaction_synonyms
from hippo_exp.storage import Store
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import Dataset, Extraction, FactTable, KnowledgeGraph, SynonymEdges, Vectors

_WORTH_SAYING = 10_000
"""Facts from which on building the graph is announced."""


@dataclass(frozen=True)
class Index:
    """What HippoRAG searches.

    Attributes:
        graph: the knowledge graph.
        facts: the facts it was built from.
        node_vectors: (n_nodes, dim) phrase vectors, for linking query entities; None where the
            encoder gives token vectors.
        node_tokens: token vectors of the nodes, as documents; None where it gives single vectors.
        synonyms: the synonymy hits that entered the graph; None where they are switched off.
    """

    graph: KnowledgeGraph
    facts: FactTable
    node_vectors: Vectors | None = None
    node_tokens: TokenVectors | None = None
    synonyms: SynonymEdges | None = None

    @cached_property
    def phrases(self) -> Searched:
        """The graph of phrases, as the paper has it."""
        return Searched(self.graph.adjacency, self.graph.passage_nodes)

    @cached_property
    def with_passages(self) -> PassageGraphs:
        """The graph with passages as nodes."""
        return PassageGraphs(self.graph)

    @cached_property
    def origins(self) -> EdgeOrigins:
        """What each edge between phrases comes from."""
        return EdgeOrigins(self.facts, self.synonyms)


def build_index(
    settings: RetrievalSettings,
    dataset: Dataset,
    extraction: Extraction,
    encoder: AnyStoredEncoder,
    store: Store,
) -> Index:
    """Build the index of one row; vectors and synonymy edges come from the store where they can.

    Raises:
        GraphError, EncoderError, StoreError: as the stages raise them.
    """
    normalize = NORMALIZERS[settings.graph.normalizer]
    facts = collect_facts(extraction, normalize, keep_empty=settings.graph.keep_empty_phrases)
    vectors, tokens = None, None
    synonyms: SynonymEdges | None = None
    if isinstance(encoder, StoredEncoder):
        vectors = encoder.phrases(facts.nodes)
        with encoder.watch.stage("synonymy"):
            synonyms = cosine_synonyms(settings.synonymy, facts.nodes, vectors, encoder, store)
    else:
        tokens = encoder.documents(facts.nodes)
        with encoder.watch.stage("synonymy"):
            synonyms = late_interaction_synonyms(settings, facts.nodes, tokens, encoder, store)
    with encoder.watch.stage("graph"), Progress("graph", len(facts.facts), "facts") as progress:
        if len(facts.facts) >= _WORTH_SAYING:
            progress.start()
        graph = build_graph(
            facts,
            synonyms,
            fact_weight=settings.graph.fact_weight,
            synonym_merge=settings.graph.synonym_merge,
            passage_matrix=settings.graph.passage_matrix,
            contents=[passage.contents for passage in dataset.passages],
            normalize=normalize,
        )
    return Index(graph, facts, node_vectors=vectors, node_tokens=tokens, synonyms=synonyms)
