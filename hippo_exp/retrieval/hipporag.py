"""HippoRAG: query entities, linked nodes, restart vector, node scores, passage scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.retrieval.explain import explain, trace_seeds
from hippo_exp.retrieval.explanation import Explanation, Seed
from hippo_exp.retrieval.index_checks import check_index
from hippo_exp.retrieval.linking import Linker
from hippo_exp.retrieval.no_entity import NoEntity, check_policy, scores_without_entity
from hippo_exp.retrieval.protocol import Retriever
from hippo_exp.retrieval.scaling import FLAT, min_max
from hippo_exp.retrieval.seeds import (
    LinkedEntity,
    LinkedQuery,
    LinkMerge,
    NodeSpecificity,
    restart_matrix,
    restart_weights,
    seed_weights,
)
from hippo_exp.types import FloatArray, KnowledgeGraph, Query, ScoreBlock, SparseArray

Expand = Callable[[SparseArray, FloatArray], FloatArray]
"""(adjacency, restart weights (n_nodes, n_queries)) to node scores of the same shape."""


def expand_checked(expand: Expand, adjacency: SparseArray, restart: FloatArray) -> FloatArray:
    """(n_nodes, n_queries) what ``expand`` makes of restart weights of that shape.

    Raises:
        GraphError: another shape, or values that are not finite.
    """
    scores = expand(adjacency, restart)
    if scores.shape != restart.shape or not np.isfinite(scores).all():
        raise GraphError(
            f"the expansion returned {scores.shape} for {restart.shape} restart weights, "
            "or values that are not finite",
            where="expansion",
            fix="return one finite score per node and query",
        )
    return scores


class HippoRAGRetriever:
    """Passage scores P @ x, where x are node scores grown from the query's entities.

    Each query entity is normalised and linked to its nearest node; a linked node's restart weight
    is its specificity; ``expand`` turns restart weights into node scores; the passage matrix P
    turns these into passage scores, which are min-max normalised over the passages (paper,
    sections 2.3 and 3.4; official behaviour, rows 8 to 13).

    Outcomes: ``ok``; ``partly_linked`` (some entities have no node); ``no_entity``,
    ``not_linkable``, ``empty_graph`` (the ``no_entity`` policy made the scores); ``no_match``
    (no passage holds a node with a score: all 0).

    Args:
        graph: the index.
        linker: normalised phrases to nodes of ``graph``.
        normalize: the phrase normaliser that made ``graph.nodes``.
        expand: Personalized PageRank, query nodes only, or neighbours, with its settings bound.
        no_entity: what a query without any linked node gets.
        fallback: retriever over the same passages, for ``no_entity="dense"`` and only then.
        node_specificity: what a seed weighs: its specificity, 1 (False, ablation of table 5), or
            its inverse document frequency (``idf``).
        link_merge: weight of a node that several entities link to, see ``seeds``.
        link_empty: link the empty phrase, what the normaliser leaves of an entity without a
            letter it knows, like any other (released code); False leaves it unlinked.
        memory_mb: bound on one (n_nodes, n_queries) block of node scores.

    Raises:
        ConfigError: a setting out of range, or policy and fallback that do not fit.
        DataError: no passages.
        GraphError: parts of the index that differ in length, or that are not finite.
    """

    def __init__(
        self,
        graph: KnowledgeGraph,
        *,
        linker: Linker,
        normalize: Callable[[str], str],
        expand: Expand,
        no_entity: NoEntity,
        fallback: Retriever | None = None,
        node_specificity: NodeSpecificity = True,
        link_merge: LinkMerge = "set",
        link_empty: bool = False,
        memory_mb: float = 256,
    ) -> None:
        check_policy(no_entity, fallback)
        if link_merge not in ("set", "sum"):
            raise ConfigError(
                f"{link_merge!r} is no merge rule",
                where="retriever.hipporag.link_merge",
                fix="set or sum",
            )
        check_index(graph, linker.n_nodes)
        self._graph = graph
        self._linker = linker
        self._normalize = normalize
        self._expand = expand
        self._no_entity: NoEntity = no_entity
        self._fallback = fallback
        self._merge: LinkMerge = link_merge
        self._link_empty = link_empty
        self._node_weights = seed_weights(graph, node_specificity)
        self._block = max(1, int(memory_mb * 2**20 / 8 / max(1, len(graph.nodes))))

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Link, then score all passages; see :meth:`link` and :meth:`score_linked`."""
        return self.score_linked(self.link(queries))

    def link(self, queries: Sequence[Query]) -> tuple[LinkedQuery, ...]:
        """(n_queries,) the queries with their entities linked to nodes.

        Raises:
            EncoderError: phrase vectors that do not fit the nodes', as the linker raises it.
        """
        normalized = [[(entity, self._normalize(entity)) for entity in q.entities] for q in queries]
        phrases = sorted({phrase for pairs in normalized for _, phrase in pairs})
        links = self._link_phrases([p for p in phrases if p or self._link_empty])
        linked = []
        for query, pairs in zip(queries, normalized, strict=True):
            entities = tuple(
                LinkedEntity(entity, phrase, *links.get(phrase, (-1, 0.0)))
                for entity, phrase in pairs
            )
            linked.append(LinkedQuery(query, entities, self._outcome(entities)))
        return tuple(linked)

    def score_linked(self, linked: Sequence[LinkedQuery]) -> ScoreBlock:
        """Scores (n_queries, n_passages) in [0, 1] of queries that :meth:`link` gave.

        Raises:
            GraphError: ``expand`` returned another shape or values that are not finite.
        """
        n_passages = self._graph.passage_nodes.shape[0]
        scores = np.zeros((len(linked), n_passages))
        outcomes = [query.outcome for query in linked]
        seeded = [row for row, query in enumerate(linked) if query.is_linked]
        for start in range(0, len(seeded), self._block):
            rows = seeded[start : start + self._block]
            raw = self._passage_scores([linked[row] for row in rows])
            scores[rows] = min_max(raw)
            for row, passages in zip(rows, raw, strict=True):
                outcomes[row] = outcomes[row] if passages.any() else "no_match"
        others = [row for row, query in enumerate(linked) if not query.is_linked]
        if others:
            scores[others] = self.scores_without_entity([linked[row].query for row in others])
        return ScoreBlock(scores, tuple(outcomes))

    def explain(
        self, query: Query, *, passages: Sequence[int] | None = None, top_nodes: int = 20
    ) -> Explanation:
        """Why passages rank where they do: seeds, best nodes, each node's part in a passage.

        Args:
            query: the query.
            passages: corpus positions to explain; None takes the first of the best ones.
            top_nodes: how many nodes are listed.
        """
        (linked,) = self.link([query])
        block = self.score_linked([linked])
        node_scores = self.node_scores([linked])[:, 0] if linked.is_linked else None
        return explain(
            linked,
            block,
            self._graph,
            node_scores,
            self._node_weights,
            self._merge,
            passages=passages,
            top_nodes=top_nodes,
        )

    def node_scores(self, linked: Sequence[LinkedQuery]) -> FloatArray:
        """(n_nodes, n_queries) what ``expand`` makes of the queries' restart weights."""
        restart = restart_matrix(linked, self._node_weights, self._merge)
        return expand_checked(self._expand, self._graph.adjacency, restart)

    @property
    def graph(self) -> KnowledgeGraph:
        """The index."""
        return self._graph

    def restart(self, linked: Sequence[LinkedQuery]) -> tuple[dict[int, float], ...]:
        """(n_queries,) restart weight of each seed node; empty where no entity is linked."""
        return tuple(
            restart_weights(query.entities, self._node_weights, self._merge) for query in linked
        )

    def seeds(self, linked: LinkedQuery) -> tuple[Seed, ...]:
        """The trace of a query's entities, in the query's order."""
        return trace_seeds(linked, self._graph, self._node_weights, self._merge)

    def scores_without_entity(self, queries: Sequence[Query]) -> FloatArray:
        """(n_queries, n_passages) what the policy for queries without entities gives."""
        n_passages = self._graph.passage_nodes.shape[0]
        return scores_without_entity(self._no_entity, queries, n_passages, self._fallback)

    def _passage_scores(self, linked: Sequence[LinkedQuery]) -> FloatArray:
        """(n_queries, n_passages) P @ x; rows that hold nothing but solver noise become 0."""
        x = self.node_scores(linked)
        scores = np.ascontiguousarray((self._graph.passage_nodes @ x).T, dtype=np.float64)
        scores[scores.max(axis=1) <= FLAT * x.max(axis=0)] = 0.0
        return scores

    def _link_phrases(self, phrases: Sequence[str]) -> dict[str, tuple[int, float]]:
        if not phrases or not self._graph.nodes:
            return {}
        links = self._linker.link(phrases)
        pairs = zip(links.nodes.tolist(), links.cosines.tolist(), strict=True)
        return dict(zip(phrases, pairs, strict=True))

    def _outcome(self, entities: Sequence[LinkedEntity]) -> str:
        if not entities:
            return "no_entity"
        if not self._graph.nodes:
            return "empty_graph"
        n_linked = sum(entity.node >= 0 for entity in entities)
        if n_linked == 0:
            return "not_linkable"
        return "ok" if n_linked == len(entities) else "partly_linked"
