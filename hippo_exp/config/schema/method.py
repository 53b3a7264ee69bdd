"""Settings of the method: extraction, encoder, graph, synonymy, expansion, retrievers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hippo_exp.config.schema.base import (
    FileName,
    Settings,
    Share,
    Text,
    is_none,
)
from hippo_exp.config.schema.beyond import (
    FactLinkingSettings,
    FusionSettings,
    PassageNodesSettings,
    PerfectReaderSettings,
)


class OpenIESettings(Settings):
    """Which of the data set's OpenIE files is read."""

    extractor: Text


class GraphSettings(Settings):
    """How triples become a weighted graph (official behaviour, rows 1 to 8)."""

    odd_parts: Literal["as_text", "malformed"]
    normalizer: Literal["paper", "clean"]
    keep_empty_phrases: bool
    fact_weight: Literal["per_direction", "triple_count"]
    synonym_merge: Literal["replace", "add"]
    passage_matrix: Literal["fact_count", "binary", "mentions"]


class SynonymySettings(Settings):
    """Synonymy edges between nodes (row 5)."""

    enabled: bool
    threshold: Annotated[float, Field(gt=0.0, le=1.0)]
    max_neighbors: Annotated[int, Field(ge=1, le=100_000)]
    min_alnum: Annotated[int, Field(ge=0, le=100)]
    alnum: Literal["ascii", "unicode"]
    memory_mb: Annotated[int, Field(ge=16, le=1_000_000)]


class BM25Settings(Settings):
    """BM25 in Lucene's variant (row 18)."""

    k1: Annotated[float, Field(ge=0.0, le=10.0)]
    b: Share
    analyzer: Literal["standard", "split_possessive", "english"]


class HippoRAGSettings(Settings):
    """Linking, restart weights and what happens without a usable entity (rows 8, 9, 12)."""

    node_specificity: bool | Literal["idf"]
    link_merge: Literal["set", "sum"]
    no_entity: Literal["uniform", "dense", "corpus_order"]


class EnsembleSettings(Settings):
    """The uncertainty ensemble (row 15)."""

    threshold: Annotated[float, Field(ge=-1.0, le=1.0)]
    weight: Share


class PropositionSettings(Settings):
    """Propositions in place of passages (row 20); ``split``: see ``read_propositions``."""

    split: bool


class RaptorSettings(Settings):
    """A tree of summaries above the passages (row 20); see ``RaptorRetriever``.

    ``file`` stands in the data set's folder; its layout: ``hippo_exp.pipeline.source.summaries``.
    """

    file: FileName
    reading: Literal["expanded", "leaves_only"]


class RetrieverSettings(Settings):
    """Parameters of every retriever; a row names the one it uses."""

    bm25: BM25Settings
    hipporag: HippoRAGSettings
    ensemble: EnsembleSettings
    proposition: PropositionSettings
    raptor: RaptorSettings
    passage_nodes: PassageNodesSettings
    fact_linking: FactLinkingSettings
    fusion: FusionSettings
    perfect_reader: Annotated[PerfectReaderSettings | None, Field(exclude_if=is_none)] = None
    ties: Literal["first", "last"]
