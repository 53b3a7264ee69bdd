"""Extracted triples and query entities, as input."""

from hippo_exp.openie.capitalized import capitalized_entities
from hippo_exp.openie.query_entities import read_query_entities
from hippo_exp.openie.release import read_openie

__all__ = ["capitalized_entities", "read_openie", "read_query_entities"]
