"""An index to which passages are added and from which they are removed, equal to a rebuild."""

from hippo_exp.graph.incremental.index import Encode, IncrementalIndex
from hippo_exp.graph.incremental.rules import Change, IndexedPassage, IndexRules, SynonymyRule

__all__ = [
    "Change",
    "Encode",
    "IncrementalIndex",
    "IndexRules",
    "IndexedPassage",
    "SynonymyRule",
]
