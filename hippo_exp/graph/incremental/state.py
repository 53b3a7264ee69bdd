"""Everything that an index holds, and the two ways in which it changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.errors import GraphError
from hippo_exp.graph.facts import collect_facts
from hippo_exp.graph.incremental.facts import FactCounts
from hippo_exp.graph.incremental.nodes import NodeTable
from hippo_exp.graph.incremental.pairs import AdjacencyRows, Touched
from hippo_exp.graph.incremental.rules import Change, IndexedPassage, IndexRules
from hippo_exp.graph.incremental.similar import CheckedVectors, SimilarNodes
from hippo_exp.graph.pair_weights import pair_weights
from hippo_exp.graph.passage_matrix import build_passage_matrix
from hippo_exp.types import (
    Extraction,
    FactTable,
    FloatArray,
    IntArray,
    PassageExtraction,
    SparseArray,
    SynonymEdges,
)


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage: its triple rows, and its row of P by node number."""

    extraction: PassageExtraction
    nodes: IntArray
    counts: FloatArray


class IndexState:
    """Nodes, facts, vectors, synonymy hits, adjacency and passages, by node number.

    Args:
        rules: how passages become a graph.

    Raises:
        ConfigError: an unknown option.
    """

    def __init__(self, rules: IndexRules) -> None:
        self._rules = rules
        self.nodes = NodeTable()
        self.facts = FactCounts()
        self.similar = SimilarNodes(rules.synonymy, self.nodes)
        self.adjacency = AdjacencyRows(pair_weights(rules.fact_weight, rules.synonym_merge))
        self.passages: dict[str, StoredPassage] = {}

    def table(self, records: Sequence[PassageExtraction]) -> FactTable:
        """The facts of some passages alone."""
        extraction = Extraction(name="", passages=tuple(records), digest="")
        return collect_facts(extraction, self._rules.normalize, keep_empty=self._rules.keep_empty)

    def matrix(self, passages: Sequence[IndexedPassage], table: FactTable) -> SparseArray:
        """The rows of P of some passages, columns by the table's nodes."""
        return build_passage_matrix(
            table,
            self._rules.passage_matrix,
            contents=[passage.contents for passage in passages],
            normalize=self._rules.normalize,
        )

    def add(
        self,
        passages: Sequence[IndexedPassage],
        table: FactTable,
        matrix: SparseArray,
        vectors: CheckedVectors | None,
    ) -> Change:
        """Store passages and search their new nodes among all.

        Args:
            passages: whose ids are not stored.
            table, matrix: see :meth:`table`, :meth:`matrix`.
            vectors: of the new nodes in the table's order; None where no vectors are kept.
        """
        touched = Touched()
        new = self._store(passages, table, matrix, touched)
        searched = 0 if vectors is None else self.similar.add(new, vectors, touched)
        self._rewrite(touched)
        return Change(len(passages), new.size, 0, len(table.nodes), len(touched), searched)

    def load(
        self,
        passages: Sequence[IndexedPassage],
        table: FactTable,
        matrix: SparseArray,
        vectors: CheckedVectors,
        synonyms: SynonymEdges | None,
    ) -> None:
        """Store the first passages with synonymy hits that are known, by the table's positions."""
        touched = Touched()
        new = self._store(passages, table, matrix, touched)
        self.similar.load(new, vectors, synonyms, touched)
        self._rewrite(touched)

    def remove(self, ids: Sequence[str]) -> Change:
        """Forget stored passages, and the nodes that no other passage holds."""
        touched = Touched()
        stored = [self.passages.pop(name) for name in ids]
        table = self.table([item.extraction for item in stored])
        self.facts.change(table, self.nodes.at(table.nodes), -1, touched)
        held = Counter(number for item in stored for number in item.nodes.tolist())
        gone = self.nodes.count(held, -1)
        searched = self.similar.remove(gone, touched)
        self._rewrite(touched)
        return Change(len(ids), 0, len(gone), len(held), len(touched), searched)

    def number(self, phrase: str) -> int:
        """Number of a node.

        Raises:
            GraphError: no such node.
        """
        if phrase not in self.nodes.numbers:
            fix = "give a normalised phrase that a passage holds"
            raise GraphError("no node of this phrase is in the index", where=f"{phrase!r}", fix=fix)
        return self.nodes.numbers[phrase]

    def _store(
        self,
        passages: Sequence[IndexedPassage],
        table: FactTable,
        matrix: SparseArray,
        touched: Touched,
    ) -> IntArray:
        """All but vectors and hits; the numbers of the new nodes."""
        new = self.nodes.give(self.nodes.unknown(table.nodes))
        numbers = self.nodes.at(table.nodes)
        self.facts.change(table, numbers, 1, touched)
        for place, passage in enumerate(passages):
            entries = slice(matrix.indptr[place], matrix.indptr[place + 1])
            nodes, counts = numbers[matrix.indices[entries]], matrix.data[entries].copy()
            self.passages[passage.id] = StoredPassage(passage.extraction, nodes, counts)
        held = np.bincount(matrix.indices, minlength=numbers.size)
        self.nodes.count(dict(zip(numbers.tolist(), held.tolist(), strict=True)), 1)
        return new

    def _rewrite(self, touched: Touched) -> None:
        pairs = list(touched)
        score = self.similar.lists.score
        self.adjacency.rewrite(
            pairs,
            [self.facts.joined.get(pair, 0) for pair in pairs],
            [score(one, two) for one, two in pairs],
            [score(two, one) for one, two in pairs],
        )
