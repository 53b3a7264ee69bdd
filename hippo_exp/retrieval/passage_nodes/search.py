"""The search over phrases and passages: restart weights of both to passage scores, in blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.retrieval.hipporag import Expand, expand_checked
from hippo_exp.retrieval.passage_nodes.parts import MassParts, mass_parts
from hippo_exp.retrieval.passage_nodes.scoring import Scoring, check_scoring, passage_scores
from hippo_exp.retrieval.scaling import FLAT
from hippo_exp.types import FloatArray, SparseArray

Seeds = Mapping[int, float]
"""Restart weight of each seed phrase by node position."""


class PassageSearch:
    """Expands restart weights over the extended graph and scores passages by the mass.

    The passage part makes restart columns full. They are expanded as one plain block: by
    linearity the phrase part and the passage part could be expanded apart and added, but each
    costs as much as both together, since a sweep of the solver reads every edge however few
    seeds there are. ``benchmarks.beyond`` times both beside HippoRAG. Apart is used where it
    answers more: see :meth:`parts` and :meth:`score_weights`, whose three expansions serve any
    number of weights.

    Args:
        passage_nodes: (n_passages, n_nodes), the matrix P.
        adjacency: (n_nodes + n_passages) square, phrases first.
        expand: restart weights to mass, as for HippoRAG, over that adjacency.
        scoring: see :func:`passage_scores`.
        memory_mb: bound on one (n_nodes + n_passages, n_queries) block; a solver holds a few.

    Raises:
        ConfigError: an unknown scoring, or a bound that is not positive.
        GraphError: an adjacency of another size.
    """

    def __init__(
        self,
        passage_nodes: SparseArray,
        adjacency: SparseArray,
        expand: Expand,
        *,
        scoring: Scoring = "passage_mass",
        memory_mb: float = 256,
    ) -> None:
        check_scoring(scoring)
        if not memory_mb > 0:
            raise ConfigError(f"memory_mb={memory_mb}", where="passage_nodes", fix="use over 0")
        self.n_passages, self.n_nodes = passage_nodes.shape
        self._size = self.n_nodes + self.n_passages
        if adjacency.shape != (self._size, self._size):
            raise GraphError(
                f"an adjacency of shape {adjacency.shape} for {self.n_nodes} phrases and "
                f"{self.n_passages} passages",
                where="passage_nodes.adjacency",
                fix="make it with passage_node_adjacency from the same graph",
            )
        self._passage_nodes = passage_nodes
        self._adjacency = adjacency
        self._expand = expand
        self._scoring: Scoring = scoring
        self._block = max(1, int(memory_mb * 2**20 / 8 / self._size))

    def restart(self, seeds: Sequence[Seeds], reset: FloatArray) -> FloatArray:
        """(n_nodes + n_passages, n_queries) the restart weights, not scaled to sum one.

        Args:
            seeds: (n_queries,) restart weights of phrases.
            reset: (n_queries, n_passages) restart weights of passages, >= 0.
        """
        matrix = np.zeros((self._size, len(seeds)))
        for column, weights in enumerate(seeds):
            for node, weight in weights.items():
                matrix[node, column] = weight
        matrix[self.n_nodes :] = reset.T
        return matrix

    def mass(self, seeds: Sequence[Seeds], reset: FloatArray) -> FloatArray:
        """(n_nodes + n_passages, n_queries) the mass; arguments as in :meth:`restart`.

        Each query needs a positive weight somewhere. Under PageRank each column sums to 1.
        """
        return self._expanded(self.restart(seeds, reset))

    def parts(self, seeds: Sequence[Seeds], reset: FloatArray) -> MassParts:
        """What seeds and passage reset send out apart; three expansions instead of one.

        Raises:
            GraphError: the expansion is not linear in the restart weights.
        """
        nothing = np.zeros_like(reset)
        first = self.restart(seeds, nothing)
        second = self.restart([{}] * len(seeds), reset)
        return mass_parts(self._expanded, first, second)

    def raw_scores(self, mass: FloatArray) -> FloatArray:
        """(n_queries, n_passages) scores; rows that hold nothing but solver noise become 0."""
        scores = self.part_scores(mass)
        scores[scores.max(axis=1, initial=0.0) <= FLAT * mass.max(axis=0, initial=0.0)] = 0.0
        return scores

    def part_scores(self, mass: FloatArray) -> FloatArray:
        """(n_queries, n_passages) what a part of the mass adds to each score, as it is."""
        return passage_scores(mass, self._passage_nodes, self._scoring)

    def score(self, seeds: Sequence[Seeds], reset: FloatArray) -> FloatArray:
        """(n_queries, n_passages) raw scores, block by block; arguments as in :meth:`restart`."""
        scores = np.zeros((len(seeds), self.n_passages))
        for rows in self._blocks(len(seeds), self._block):
            scores[rows] = self.raw_scores(self.mass(seeds[rows], reset[rows]))
        return scores

    def score_weights(
        self, seeds: Sequence[Seeds], reset: FloatArray, weights: Sequence[float]
    ) -> FloatArray:
        """(n_weights, n_queries, n_passages) raw scores with the reset times each weight.

        Raises:
            GraphError: the expansion is not linear in the restart weights.
        """
        scores = np.zeros((len(weights), len(seeds), self.n_passages))
        factors = np.array(weights, dtype=np.float64)[:, None]
        for rows in self._blocks(len(seeds), max(1, self._block // 4)):
            parts = self.parts(seeds[rows], reset[rows])
            masses = parts.entities, parts.reset
            whole = masses[0].sum(axis=0) + factors * masses[1].sum(axis=0)
            largest = masses[0].max(axis=0) + factors * masses[1].max(axis=0)
            scale = np.divide(1.0, whole, out=np.zeros_like(whole), where=whole > 0)
            one, two = self.part_scores(masses[0]), self.part_scores(masses[1])
            for position, weight in enumerate(weights):
                raw = (one + weight * two) * scale[position][:, None]
                raw[raw.max(axis=1) <= FLAT * (largest * scale)[position]] = 0.0
                scores[position, rows] = raw
        return scores

    @staticmethod
    def _blocks(n_queries: int, width: int) -> Iterator[slice]:
        for start in range(0, n_queries, width):
            yield slice(start, min(start + width, n_queries))

    def _expanded(self, restart: FloatArray) -> FloatArray:
        return expand_checked(self._expand, self._adjacency, restart)
