"""Where the mass of a node and the score of a passage come from."""

from hippo_exp.retrieval.tracing.facts import FactPart, fact_parts
from hippo_exp.retrieval.tracing.inflow import Inflow, passage_inflow
from hippo_exp.retrieval.tracing.sources import mass_by_source
from hippo_exp.retrieval.tracing.walks import Walk, Walks, best_walks

__all__ = [
    "FactPart",
    "Inflow",
    "Walk",
    "Walks",
    "best_walks",
    "fact_parts",
    "mass_by_source",
    "passage_inflow",
]
