"""The Python interface: a data set, an index, rankings, scores.

The same functions are at the top of the package, loaded on first use::

    from hippo_exp import build_index, evaluate, load_dataset, retrieve
"""

from hippo_exp.api.corpus import Corpus
from hippo_exp.api.index import SearchIndex, build_index
from hippo_exp.api.load import load_dataset
from hippo_exp.api.results import Hit, RankedPassages
from hippo_exp.api.scores import Score, Scores, evaluate
from hippo_exp.api.searching import retrieve

__all__ = [
    "Corpus",
    "Hit",
    "RankedPassages",
    "Score",
    "Scores",
    "SearchIndex",
    "build_index",
    "evaluate",
    "load_dataset",
    "retrieve",
]
