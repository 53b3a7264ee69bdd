"""What an index that changes is told: its rules, its passages; and what a change did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hippo_exp.errors import ConfigError
from hippo_exp.graph.pair_weights import FactWeight, SynonymMerge
from hippo_exp.graph.passage_matrix import PassageMatrixKind
from hippo_exp.graph.synonymy import SCORE_TOLERANCE, Alnum
from hippo_exp.graph.synonymy.select import check_rule
from hippo_exp.types import PassageExtraction


@dataclass(frozen=True)
class SynonymyRule:
    """Which synonymy hits there are; the arguments of ``find_synonyms``."""

    threshold: float
    max_neighbors: int
    min_alnum: int = 3
    alnum: Alnum = "ascii"

    def check(self) -> None:
        """Refuse settings out of range.

        Raises:
            ConfigError: naming the setting.
        """
        check_rule(self.threshold, self.max_neighbors)
        if self.threshold <= SCORE_TOLERANCE:
            fix = "give a cosine similarity such as 0.8"
            what = f"{self.threshold} cannot be told from 0"
            raise ConfigError(what, where="threshold", fix=fix)


@dataclass(frozen=True)
class IndexRules:
    """How passages become a graph; the arguments of ``collect_facts`` and ``build_graph``.

    Attributes:
        normalize: the phrase normaliser.
        keep_empty: whether the empty phrase is a node.
        fact_weight, synonym_merge: see :mod:`hippo_exp.graph.pair_weights`.
        passage_matrix: the kind of P.
        synonymy: the rule of synonymy edges; None for a graph without them.
    """

    normalize: Callable[[str], str]
    keep_empty: bool
    fact_weight: FactWeight
    synonym_merge: SynonymMerge
    passage_matrix: PassageMatrixKind
    synonymy: SynonymyRule | None


@dataclass(frozen=True, slots=True)
class IndexedPassage:
    """A passage to be added.

    Attributes:
        id: names it in this index, once.
        extraction: its triple rows.
        contents: its text; read by ``passage_matrix="mentions"`` only.
    """

    id: str
    extraction: PassageExtraction
    contents: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What one change touched; its cost follows these numbers, not the size of the corpus.

    Attributes:
        passages: added or removed.
        nodes_added, nodes_removed: phrases that came with their first passage, or went with their
            last.
        specificities: nodes whose number of passages changed, those that went included.
        pairs: node pairs whose weight was computed again.
        searched: nodes whose neighbours were searched among all: new ones, and those whose full
            list of synonyms lost one.
    """

    passages: int
    nodes_added: int
    nodes_removed: int
    specificities: int
    pairs: int
    searched: int
