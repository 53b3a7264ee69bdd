"""Each method's way of telling how its scores come about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from hippo_exp.pipeline.explain.by_graph import (
    tell_fact_linking,
    tell_hipporag,
    tell_mixture,
    tell_passage_nodes,
)
from hippo_exp.pipeline.explain.by_text import tell_bm25, tell_whole
from hippo_exp.pipeline.explain.case import Case, Told

TELLERS: Mapping[str, Callable[[Case], Told]] = MappingProxyType(
    {
        "bm25": tell_bm25,
        "dense": tell_whole,
        "proposition": tell_whole,
        "raptor": tell_whole,
        "hipporag": tell_hipporag,
        "hipporag_ensemble": tell_mixture,
        "score_fusion": tell_mixture,
        "rank_fusion": tell_mixture,
        "passage_nodes": tell_passage_nodes,
        "fact_linking": tell_fact_linking,
    }
)
"""Name of a method -> what traces a query through it."""
