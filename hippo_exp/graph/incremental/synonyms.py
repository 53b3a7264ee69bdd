"""Synonymy hits that change: each source keeps its best targets, no more than the cap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hippo_exp.graph.incremental.pairs import Touched


class SynonymLists:
    """Directed hits by node number.

    The list of a source is cut to the cap by (-score, phrase of the target), which is the order of
    ``select_synonyms``. A list shorter than the cap is whole; a full one may lack others, so that
    it must be searched anew when it loses a target.

    Args:
        max_neighbors: the cap.
        phrases: number -> phrase of every node, kept up to date by the owner.
    """

    def __init__(self, max_neighbors: int, phrases: Mapping[int, str]) -> None:
        self._cap = max_neighbors
        self._phrases = phrases
        self._targets: dict[int, dict[int, float]] = {}
        self._sources: dict[int, dict[int, None]] = {}
        self.n_hits = 0

    def score(self, source: int, target: int) -> float:
        """Score of a hit, 0 where there is none."""
        return self._targets.get(source, {}).get(target, 0.0)

    def offer(self, hits: Iterable[tuple[int, int, float]], touched: Touched) -> None:
        """Take (source, target, score) hits in any order, each at most once, and apply the cap.

        Args:
            hits: of which a source may have any number.
            touched: gets every pair whose hits changed.
        """
        for source, target, score in hits:
            known = self._targets.setdefault(source, {})
            if target in known:
                continue
            self._put(source, target, score)
            touched.add(source, target)
            if len(known) > self._cap:
                worst = max(known, key=lambda node: (-known[node], self._phrases[node]))
                self._cut(source, worst)
                touched.add(source, worst)

    def drop(self, nodes: Iterable[int], touched: Touched) -> list[int]:
        """Forget nodes; the remaining sources whose full list lost a target, ascending."""
        gone = dict.fromkeys(nodes)
        short: dict[int, None] = {}
        for node in gone:
            for target in list(self._targets.get(node, {})):
                self._cut(node, target)
                touched.add(node, target)
            for source in list(self._sources.get(node, {})):
                if len(self._targets[source]) == self._cap:
                    short[source] = None
                self._cut(source, node)
                touched.add(source, node)
        return sorted(source for source in short if source not in gone)

    def count_pairs(self) -> int:
        """Unordered pairs that a hit joins."""
        twice = sum(
            self.score(target, source) > 0
            for source, targets in self._targets.items()
            for target in targets
        )
        return self.n_hits - twice // 2

    def _put(self, source: int, target: int, score: float) -> None:
        self._targets.setdefault(source, {})[target] = score
        self._sources.setdefault(target, {})[source] = None
        self.n_hits += 1

    def _cut(self, source: int, target: int) -> None:
        for table, one, two in (
            (self._targets, source, target),
            (self._sources, target, source),
        ):
            del table[one][two]
            if not table[one]:
                del table[one]
        self.n_hits -= 1
