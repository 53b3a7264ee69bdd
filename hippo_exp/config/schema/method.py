"""Settings of the method: extraction, encoder, graph, synonymy, expansion, retrievers."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import EncoderName, FileName, Settings, Share, Text, fault
from hippo_exp.config.schema.beyond import (
    FactLinkingSettings,
    FusionSettings,
    PassageNodesSettings,
)


class OpenIESettings(Settings):
    """Which of the data set's OpenIE files is read."""

    extractor: Text


class CharNgramSettings(Settings):
    """Hashed character n-grams."""

    kind: Literal["char_ngram"]
    name: EncoderName
    ngram_min: Annotated[int, Field(ge=1, le=10)]
    ngram_max: Annotated[int, Field(ge=1, le=10)]
    n_features: Annotated[int, Field(ge=2**10, le=2**24)]

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.ngram_min > self.ngram_max:
            what = f"ngram_min ({self.ngram_min}) exceeds ngram_max ({self.ngram_max})"
            fix = f"set encoder.ngram_min to at most {self.ngram_max}, or raise encoder.ngram_max"
            raise fault(what, where="ngram_min", fix=fix)
        return self


class MiniLMSettings(Settings):
    """all-MiniLM-L6-v2 from its package; the weights are checked against a fixed SHA-256."""

    kind: Literal["minilm"]
    name: EncoderName
    batch_size: Annotated[int, Field(ge=1, le=4096)]


class SentenceTransformerSettings(Settings):
    """A model that sentence-transformers loads, by hub name and revision or by folder."""

    kind: Literal["sentence_transformer"]
    name: EncoderName
    model: Text
    revision: Text | None
    pooling: Literal["modules", "mean", "cls"]
    normalize_passages: bool
    batch_size: Annotated[int, Field(ge=1, le=4096)]


class ColBERTSettings(Settings):
    """ColBERTv2 or a checkpoint of its layout; see ``encoders.ColBERTEncoder``.

    ``document_form`` left empty is the preset's: ``release`` under ``paper``, otherwise ``plain``.
    ``max_synonyms`` caps ``synonymy.max_neighbors`` (row 6: 100 hits, of which the first is
    dropped as the node itself).
    """

    kind: Literal["colbert"]
    name: EncoderName
    model: Text
    revision: Text | None
    query_length: Annotated[int, Field(ge=4, le=512)]
    document_length: Annotated[int, Field(ge=4, le=512)]
    mask_punctuation: bool
    document_form: Literal["plain", "release"] | None
    max_synonyms: Annotated[int, Field(ge=1, le=100_000)]
    batch_size: Annotated[int, Field(ge=1, le=4096)]


EncoderSettings = Annotated[
    CharNgramSettings | MiniLMSettings | SentenceTransformerSettings | ColBERTSettings,
    Field(discriminator="kind"),
]


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


class PPRSettings(Settings):
    """Personalized PageRank (row 10)."""

    kind: Literal["ppr"]
    restart_prob: Annotated[float, Field(ge=0.001, le=1.0)]
    tol: Annotated[float, Field(ge=1e-14, le=1e-3)]
    solver: Literal["auto", "power", "chebyshev", "gauss_seidel", "push", "networkx", "igraph"]
    precision: Literal["float64", "float32"]

    @model_validator(mode="after")
    def _in_float32(self) -> Self:
        if self.precision == "float32" and self.solver in ("push", "networkx", "igraph"):
            what = f"the solver {self.solver} computes in float64 only"
            raise fault(
                what,
                where="precision",
                fix="set expansion.precision=float64 or expansion.solver=auto",
            )
        return self


class QueryNodesSettings(Settings):
    """The restart vector alone (row 13)."""

    kind: Literal["query_nodes"]


class QueryNodesAndNeighborsSettings(Settings):
    """The restart vector and a share of it on graph neighbours (row 14)."""

    kind: Literal["query_nodes_and_neighbors"]
    levels: Annotated[int, Field(ge=1, le=4)]
    weight: Annotated[float, Field(ge=0.0, le=10.0)]


ExpansionSettings = Annotated[
    PPRSettings | QueryNodesSettings | QueryNodesAndNeighborsSettings, Field(discriminator="kind")
]


class BM25Settings(Settings):
    """BM25 in Lucene's variant (row 18)."""

    k1: Annotated[float, Field(ge=0.0, le=10.0)]
    b: Share
    analyzer: Literal["standard", "split_possessive", "english"]


class HippoRAGSettings(Settings):
    """Linking, restart weights and what happens without a usable entity (rows 8, 9, 12)."""

    node_specificity: bool
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
    ties: Literal["first", "last"]
