"""HippoRAG 2: the question linked to facts, and restarts at their phrases and at passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.retrieval.fact_linking.candidates import FactIndex
from hippo_exp.retrieval.fact_linking.filtering import FactFilter, kept_positions
from hippo_exp.retrieval.fact_linking.phrases import phrase_weights
from hippo_exp.retrieval.hipporag import Expand
from hippo_exp.retrieval.index_checks import check_index
from hippo_exp.retrieval.passage_nodes import PassageReset, PassageSearch
from hippo_exp.retrieval.scaling import min_max
from hippo_exp.types import (
    FactTable,
    FloatArray,
    KnowledgeGraph,
    Query,
    ScoreBlock,
    SparseArray,
    Triple,
)

RESET_WEIGHT = 0.05
"""Published factor on the min-max-normalised dense scores of the passages."""


@dataclass(frozen=True, slots=True)
class LinkedFacts:
    """What a question restarts at.

    Attributes:
        candidates: the most similar facts, best first.
        scores: (n_candidates,) their scores in [0, 1].
        kept: the candidates that passed the filter.
        seeds: restart weight of each phrase, by node position.
    """

    candidates: tuple[Triple, ...]
    scores: tuple[float, ...]
    kept: tuple[Triple, ...]
    seeds: dict[int, float]


class FactLinkingRetriever:
    """HippoRAG 2 (Gutiérrez et al., ICML 2025, section 3) with its released settings.

    The ``top_facts`` facts most similar to the question, less those that ``fact_filter`` rejects,
    give their phrases restart weights (see ``phrases.phrase_weights``), of which ``top_phrases``
    are kept; every passage restarts with 0.05 times its min-max-normalised dense score; passages
    are ranked by their own PageRank mass. No query entity is needed.

    Deviations from the release:

    - a fact is embedded as "subject relation object", not as a printed tuple; facts and passages
      are compared with one question vector, not with one per instruction;
    - the filter is whatever ``fact_filter`` is, and None where no LLM is at hand; the release
      prompts one with demonstrations tuned by DSPy. The row without it is an ablation of the paper;
    - encoder, extraction and normaliser are those of the harness (paper: NV-Embed-v2, Llama 3.3
      70B, lower case without other signs);
    - equal fact or phrase scores go by position; the release leaves them to sorting and hashing;
    - a phrase of weight 0 is no seed, and where no fact passes, or no phrase has a weight, the
      dense scores rank the passages (the release stops with an error in the latter case).

    Outcomes: ``ok``; ``flat_reset`` (phrases alone: the dense scores prefer no passage);
    ``no_fact`` (no candidate has a weight) and ``all_filtered`` (candidates, none kept): the
    min-max-normalised dense scores; ``empty_graph`` (the same, without any fact); ``no_match`` (no
    passage has a score: all 0).

    Args:
        graph: the index, with synonymy edges; phrases are its nodes.
        facts: the fact table that ``graph`` was built from.
        index: over the texts of ``facts.facts``, see ``fact_texts``.
        adjacency: of ``graph`` by :func:`hippo_exp.graph.passage_node_adjacency`; the release has
            edges of weight 1.
        expand: restart weights to mass over ``adjacency``.
        reset: the passage reset, whose retriever also ranks where no fact passes.
        top_phrases: number of seeds, at least 1; None keeps every phrase.
        fact_filter: recognition memory, or None.
        memory_mb: bound on one block of the mass of all nodes.

    Raises:
        ConfigError: ``top_phrases`` out of range.
        DataError, GraphError: parts of the index that do not belong together.
    """

    def __init__(
        self,
        graph: KnowledgeGraph,
        facts: FactTable,
        index: FactIndex,
        adjacency: SparseArray,
        *,
        expand: Expand,
        reset: PassageReset,
        top_phrases: int | None = 5,
        fact_filter: FactFilter | None = None,
        memory_mb: float = 256,
    ) -> None:
        if top_phrases is not None and top_phrases < 1:
            raise ConfigError(
                f"top_phrases={top_phrases}", where="fact_linking.top_phrases", fix="use 1 or more"
            )
        check_index(graph, len(facts.nodes))
        if index.n_facts != len(facts.facts):
            raise GraphError(
                f"{index.n_facts} fact vectors for {len(facts.facts)} facts",
                where="fact_linking",
                fix="encode the texts of the graph's own facts",
            )
        self._graph = graph
        self._facts = facts
        self._index = index
        self._search = PassageSearch(graph.passage_nodes, adjacency, expand, memory_mb=memory_mb)
        self._reset = reset
        self._top_phrases = top_phrases
        self._filter = fact_filter

    def link(self, queries: Sequence[Query]) -> tuple[LinkedFacts, ...]:
        """(n_queries,) candidates, kept facts and seeds of each query.

        Raises:
            DataError: the filter returned a fact that it was not given.
            EncoderError: query vectors that do not fit the facts'.
        """
        linked = []
        for query, found in zip(queries, self._index.search(queries), strict=True):
            candidates = tuple(self._facts.facts[fact] for fact in found.facts.tolist())
            kept = kept_positions(self._filter, query, candidates)
            seeds = phrase_weights(
                self._facts.fact_ends[found.facts[kept]],
                found.scores[kept],
                self._graph.specificity,
                self._top_phrases,
            )
            some = tuple(candidates[position] for position in kept)
            linked.append(LinkedFacts(candidates, tuple(found.scores.tolist()), some, seeds))
        return tuple(linked)

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """Scores (n_queries, n_passages) in [0, 1] of all passages; see the class.

        Raises:
            DataError, EncoderError: see :meth:`link`.
            GraphError: ``expand`` returned another shape or values that are not finite.
        """
        linked = self.link(queries)
        dense = self._reset.retriever.score(queries).scores
        shape = (len(queries), self._search.n_passages)
        reset = self._reset.weight * self._reset.normalized_scores(dense, shape)
        rows = [row for row, facts in enumerate(linked) if facts.seeds]
        raw = min_max(dense)
        raw[rows] = self._search.score([linked[row].seeds for row in rows], reset[rows])
        outcomes = [self._outcome(facts) for facts in linked]
        for row, facts in enumerate(linked):
            if facts.seeds and self._reset.weight > 0 and not reset[row].any():
                outcomes[row] = "flat_reset"
            if not raw[row].any():
                outcomes[row] = "no_match"
        return ScoreBlock(min_max(raw), tuple(outcomes))

    @property
    def search(self) -> PassageSearch:
        """From restart weights to mass and scores."""
        return self._search

    def restarts(self, query: Query) -> tuple[LinkedFacts, FloatArray]:
        """The linked facts with the restart weights of their phrases; (n_passages,) of passages."""
        (linked,) = self.link([query])
        normalized = self._reset.normalized([query], self._search.n_passages)
        return linked, self._reset.weight * normalized[0]

    def _outcome(self, facts: LinkedFacts) -> str:
        if facts.seeds:
            return "ok"
        if not self._facts.facts:
            return "empty_graph"
        return "no_fact" if facts.kept or not facts.candidates else "all_filtered"
