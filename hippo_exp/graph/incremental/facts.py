"""Facts that change: triple occurrences of node pairs, distinct facts, and the counts."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

import numpy as np

from hippo_exp.graph.edges import fact_pairs
from hippo_exp.graph.incremental.pairs import Pair, Touched
from hippo_exp.types import FactTable, IntArray, Triple

_NOT_A_SUM = "distinct_relations"
_Key = TypeVar("_Key")


class FactCounts:
    """What all stored passages state together; each number is a sum over passages."""

    def __init__(self) -> None:
        self.joined: dict[Pair, int] = {}
        self._stating: dict[Triple, int] = {}
        self._relations: dict[str, int] = {}
        self._counts: Counter[str] = Counter()

    def change(self, table: FactTable, nodes: IntArray, sign: int, touched: Touched) -> None:
        """Add (``sign`` 1) or take away (-1) some passages.

        Args:
            table: their facts, as ``collect_facts`` gives them.
            nodes: (n_nodes,) numbers of the table's nodes.
            touched: gets every pair that their facts join.
        """
        keys, triples = fact_pairs(table)
        one, two = np.divmod(keys, max(len(table.nodes), 1))
        ends = zip(nodes[one].tolist(), nodes[two].tolist(), strict=True)
        for (first, second), count in zip(ends, triples.tolist(), strict=True):
            pair = (first, second) if first < second else (second, first)
            _add(self.joined, pair, sign * count)
            touched.add(*pair)
        passages = np.bincount(table.passage_facts.indices, minlength=len(table.facts))
        for fact, count in zip(table.facts, passages.tolist(), strict=True):
            before = self._stating.get(fact, 0)
            _add(self._stating, fact, sign * count)
            after = self._stating.get(fact, 0)
            if (before > 0) != (after > 0):
                _add(self._relations, fact.relation, sign)
        for name, count in table.counts.items():
            if name != _NOT_A_SUM:
                self._counts[name] += sign * count

    def counts(self) -> dict[str, int]:
        """The counts of ``collect_facts`` and ``facts``, of the passages stored now."""
        always = [name for name in self._counts if not name.startswith("dropped_arity_")]
        arities = [name for name in self._counts if name not in always and self._counts[name]]
        kept = {name: self._counts[name] for name in [*always, *sorted(arities)]}
        return {**kept, _NOT_A_SUM: len(self._relations), "facts": len(self._stating)}


def _add(table: dict[_Key, int], key: _Key, count: int) -> None:
    """Add to an entry; one that becomes 0 goes."""
    total = table.get(key, 0) + count
    if total:
        table[key] = total
    else:
        table.pop(key, None)
