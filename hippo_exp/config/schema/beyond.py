"""Settings of retrievers beyond the paper: passages in the graph, linked facts, fusion."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import Settings, Share, fault

Weight = Annotated[float, Field(ge=0.0, le=1000.0)]
EdgeWeight = Literal["one", "count"]


class PassageNodesSettings(Settings):
    """Passages as nodes of the PageRank graph; see ``PassageNodesRetriever``.

    ``edge_weight``: of an edge between a passage and a phrase, 1 or the entry of the passage
    matrix. ``reset``: the retriever whose scores restart at passages, times ``reset_weight``
    after ``normalization``, of which ``temperature`` belongs to ``softmax`` and ``m`` to
    ``top_m``; if ``relative``, they are multiplied by the sum of the weights of the question's
    entities. ``use_entities``: whether query entities restart too.
    """

    edge_weight: EdgeWeight
    reset: Literal["none", "dense", "bm25"]
    reset_weight: Weight
    normalization: Literal["min_max", "softmax", "top_m"]
    temperature: Annotated[float, Field(gt=0.0, le=1000.0)]
    m: Annotated[int, Field(ge=1, le=1_000_000)]
    relative: bool
    scoring: Literal["passage_mass", "phrase_mass", "sum"]
    use_entities: bool

    @model_validator(mode="after")
    def _restarts(self) -> Self:
        if self.use_entities or (self.reset != "none" and self.reset_weight > 0):
            return self
        raise fault(
            "neither entities nor passages restart",
            where="use_entities",
            fix="set retriever.passage_nodes.use_entities=true, or "
            "retriever.passage_nodes.reset=dense and retriever.passage_nodes.reset_weight=0.01",
        )


class FactLinkingSettings(Settings):
    """HippoRAG 2's linking of the question to facts; see ``FactLinkingRetriever``."""

    edge_weight: EdgeWeight
    reset_weight: Weight
    top_facts: Annotated[int, Field(ge=1, le=10_000)]
    top_phrases: Annotated[int, Field(ge=1, le=10_000)]


class PerfectReaderSettings(Settings):
    """IRCoT with a reader that never errs; see ``PerfectReaderRetriever``.

    ``inner``: what searches, under the other settings of the row.
    """

    inner: Literal["bm25", "dense", "hipporag", "mention_count"]
    max_steps: Annotated[int, Field(ge=1, le=100)]
    top_k: Annotated[int, Field(ge=1, le=1000)]
    order: Literal["merged", "evidence_first"]


class FusionSettings(Settings):
    """Fusion of HippoRAG and the dense retriever.

    ``weight``: of HippoRAG's scores in the weighted sum. ``k``: the constant of reciprocal rank
    fusion.
    """

    weight: Share
    k: Annotated[float, Field(ge=0.0, le=10_000.0)]
