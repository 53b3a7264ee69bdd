"""The generator behind ``dataset=synthetic``: fictional facts rendered as a text corpus."""

from hippo_exp.pathfinding.corpus.blueprint import Blueprint
from hippo_exp.pathfinding.corpus.generate import (
    SyntheticCorpus,
    draft_corpus,
    extract_again,
    generate_corpus,
    write_corpus,
)
from hippo_exp.pathfinding.corpus.parameters import SyntheticParameters
from hippo_exp.pathfinding.corpus.schema import SCHEMA, Schema

__all__ = [
    "SCHEMA",
    "Blueprint",
    "Schema",
    "SyntheticCorpus",
    "SyntheticParameters",
    "draft_corpus",
    "extract_again",
    "generate_corpus",
    "write_corpus",
]
