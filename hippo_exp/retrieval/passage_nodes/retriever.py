"""HippoRAG on a graph that has the passages as nodes, restarted at entities and passages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval.hipporag import Expand, HippoRAGRetriever
from hippo_exp.retrieval.passage_nodes.explain import explain_mass
from hippo_exp.retrieval.passage_nodes.explanation import MassExplanation, PassageParts
from hippo_exp.retrieval.passage_nodes.reset import PassageReset, check_reset_weight
from hippo_exp.retrieval.passage_nodes.scoring import Scoring
from hippo_exp.retrieval.passage_nodes.search import PassageSearch, Seeds
from hippo_exp.retrieval.scaling import min_max
from hippo_exp.retrieval.seeds import LinkedQuery
from hippo_exp.types import FloatArray, Query, ScoreBlock, SparseArray


class PassageNodesRetriever:
    """Passages ranked by PageRank mass on the graph [[A, B^T], [B, 0]] of phrases and passages.

    The restart weights are those of HippoRAG on the phrases (specificity of each linked entity)
    and those of a :class:`PassageReset` on the passages. Scores are min-max
    normalised over the passages. The graph and the passage reset are those of HippoRAG 2
    (Gutiérrez et al., ICML 2025, section 3), the seeds those of HippoRAG (NeurIPS
    2024, section 2.3); see :class:`~hippo_exp.retrieval.FactLinkingRetriever` for the former's.

    Outcomes: ``ok``, ``partly_linked`` (some entities have no node); ``flat_reset`` (entities
    alone: the other retriever prefers no passage); ``no_entity``, ``not_linkable``,
    ``empty_graph`` (the passage reset alone restarted, and its mass spread over the graph);
    ``no_restart`` (neither: HippoRAG's policy for queries without entities made the scores);
    ``no_match`` (no passage has a score: all 0).

    Args:
        hipporag: its graph, linking, seed weights (specificity or not, merge rule) and policy for
            queries without entities are used, not its expansion.
        adjacency: of ``hipporag.graph`` by :func:`hippo_exp.graph.passage_node_adjacency`.
        expand: restart weights to mass over ``adjacency``.
        reset: the passage reset; None restarts at entities only (ablation).
        scoring: ``passage_mass``, ``phrase_mass`` or ``sum``, see ``scoring.passage_scores``.
        use_entities: False restarts at passages only (ablation); nothing is linked then.
        memory_mb: bound on one block of the mass of all nodes.

    Raises:
        ConfigError: neither entities nor a passage reset, or a setting out of range.
        GraphError: an adjacency that does not fit the graph.
    """

    def __init__(
        self,
        hipporag: HippoRAGRetriever,
        adjacency: SparseArray,
        *,
        expand: Expand,
        reset: PassageReset | None,
        scoring: Scoring = "passage_mass",
        use_entities: bool = True,
        memory_mb: float = 256,
    ) -> None:
        if reset is None and not use_entities:
            raise ConfigError(
                "neither entities nor passages restart",
                where="retriever.passage_nodes.use_entities",
                fix="give a passage reset, or use the entities",
            )
        self._hipporag = hipporag
        self._search = PassageSearch(
            hipporag.graph.passage_nodes, adjacency, expand, scoring=scoring, memory_mb=memory_mb
        )
        self._reset = reset
        self._use_entities = use_entities

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Scores (n_queries, n_passages) in [0, 1] of all passages; see the class.

        Raises:
            GraphError: ``expand`` returned another shape or values that are not finite.
        """
        linked = self._link(queries)
        seeds = self._seeds(linked)
        weight = 0.0 if self._reset is None else self._reset.weight
        reset = weight * self._unit_reset(queries, seeds)
        raw = np.zeros(reset.shape)
        rows = list(_started(seeds, reset))
        raw[rows] = self._search.score([seeds[row] for row in rows], reset[rows])
        return self._finish(linked, seeds, reset, raw, flat_is_told=weight > 0)

    def score_weights(
        self, queries: Sequence[Query], weights: Sequence[float]
    ) -> tuple[ScoreBlock, ...]:
        """What :meth:`score` gives under each of several reset weights, from three expansions.

        Equal to single runs up to the tolerance of the expansion, which must be linear.

        Raises:
            ConfigError: no passage reset, or a weight out of range.
            GraphError: an expansion that is not linear.
        """
        if self._reset is None:
            raise ConfigError(
                "weights without a passage reset", where="passage_nodes.reset", fix="give one"
            )
        for weight in weights:
            check_reset_weight(weight)
        linked = self._link(queries)
        seeds = self._seeds(linked)
        reset = self._unit_reset(queries, seeds)
        raw = self._search.score_weights(seeds, reset, weights)
        return tuple(
            self._finish(linked, seeds, weight * reset, scores, flat_is_told=weight > 0)
            for weight, scores in zip(weights, raw, strict=True)
        )

    def explain(
        self, query: Query, *, passages: Sequence[int] | None = None, top: int = 5
    ) -> MassExplanation:
        """How much of a passage's score the entities send, and how much the passage reset.

        Args:
            query: the query.
            passages: corpus positions to explain; None takes the ``top`` best, ties by position.
            top: see above.

        Raises:
            ConfigError: a passage outside the corpus.
            GraphError: an expansion that is not linear.
        """
        block = self.score([query])
        linked, seeds, reset = self.restarts(query)
        return explain_mass(
            linked,
            block,
            self._hipporag.seeds(linked),
            self._search,
            self._search.parts([seeds], reset[np.newaxis]),
            passages=passages,
            top=top,
        )

    def parts(self, queries: Sequence[Query]) -> PassageParts:
        """How much of every passage's score the entities send, and how much the passage reset.

        Raises:
            GraphError: an expansion that is not linear.
        """
        linked = self._link(queries)
        seeds = self._seeds(linked)
        weight = 0.0 if self._reset is None else self._reset.weight
        mass = self._search.parts(seeds, weight * self._unit_reset(queries, seeds))
        entities, reset = mass.at(1.0)
        scores = self._search.part_scores(entities), self._search.part_scores(reset)
        return PassageParts(linked, *scores, entities.sum(axis=0), reset.sum(axis=0))

    @property
    def search(self) -> PassageSearch:
        """From restart weights to mass and scores."""
        return self._search

    def restarts(self, query: Query) -> tuple[LinkedQuery, Seeds, FloatArray]:
        """The linked query, its restart weights of phrases, and (n_passages,) those of passages."""
        (linked,) = self._link([query])
        seeds = self._seeds([linked])
        weight = 0.0 if self._reset is None else self._reset.weight
        return linked, seeds[0], weight * self._unit_reset([query], seeds)[0]

    def _link(self, queries: Sequence[Query]) -> tuple[LinkedQuery, ...]:
        if self._use_entities:
            return self._hipporag.link(queries)
        return tuple(LinkedQuery(query, (), "ok") for query in queries)

    def _seeds(self, linked: Sequence[LinkedQuery]) -> tuple[Seeds, ...]:
        return self._hipporag.restart(linked)

    def _unit_reset(self, queries: Sequence[Query], seeds: Sequence[Seeds]) -> FloatArray:
        """(n_queries, n_passages) the passage reset for a weight of 1."""
        if self._reset is None or not queries:
            return np.zeros((len(queries), self._search.n_passages))
        sums = np.array([sum(some.values()) for some in seeds], dtype=np.float64)
        return self._reset.unit(queries, sums, self._search.n_passages)

    def _finish(
        self,
        linked: Sequence[LinkedQuery],
        seeds: Sequence[Seeds],
        reset: FloatArray,
        raw: FloatArray,
        *,
        flat_is_told: bool,
    ) -> ScoreBlock:
        """Normalise the scores, tell each outcome, and apply the policy where nothing started."""
        scores = min_max(raw)
        outcomes = [query.outcome for query in linked]
        for row, passages in enumerate(raw):
            if flat_is_told and seeds[row] and not reset[row].any():
                outcomes[row] = "flat_reset"
            if not passages.any():
                outcomes[row] = "no_match"
        started = _started(seeds, reset)
        others = [row for row in range(len(linked)) if row not in started]
        if others:
            queries = [linked[row].query for row in others]
            scores[others] = self._hipporag.scores_without_entity(queries)
            for row in others:
                outcomes[row] = "no_restart"
        return ScoreBlock(scores, tuple(outcomes))


def _started(seeds: Sequence[Seeds], reset: FloatArray) -> dict[int, None]:
    """The rows that have a restart weight, in order."""
    return {row: None for row, some in enumerate(seeds) if some or reset[row].any()}
