"""One passage more: the index that changes, and builds from scratch."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from benchmarks.cases.growing_corpus import EXTRA, GrowingCorpus, facts_of, graph_of, synonyms_of
from benchmarks.harness.method import OURS, Method
from benchmarks.harness.pairs import compare, make_pairs
from hippo_exp.types import KnowledgeGraph

REBUILD = "build from scratch"


class Update(NamedTuple):
    """A way to take in one passage more.

    Attributes:
        run: does it once; the argument counts the calls.
        answer: the graph of the grown corpus, made in this way; after a run.
    """

    run: Callable[[int], object]
    answer: Callable[[], KnowledgeGraph]


def ours(case: GrowingCorpus) -> Update:
    """Add a passage and remove it again, so that the corpus keeps its size."""

    def run(call: int) -> None:
        passage = case.extra[call % EXTRA]
        case.index.add([passage])
        case.index.remove([passage.id])

    run(0)  # the index is taken over, and its vectors are made ready to be searched
    return Update(run, lambda: _grown(case))


def ours_as_arrays(case: GrowingCorpus) -> Update:
    """The same, with the arrays that a retriever takes."""

    def run(call: int) -> None:
        passage = case.extra[call % EXTRA]
        case.index.add([passage])
        case.index.graph()
        case.index.remove([passage.id])

    return Update(run, lambda: _grown(case))


def known_synonyms(case: GrowingCorpus) -> Update:
    """Facts and graph of all passages, synonymy edges given."""

    return _build(lambda: graph_of(facts_of(case.grown), case.synonyms))


def rebuild(case: GrowingCorpus) -> Update:
    """Facts, synonymy edges and graph of all passages."""

    def build() -> KnowledgeGraph:
        facts = facts_of(case.grown)
        return graph_of(facts, synonyms_of(facts, case))

    return _build(build)


def _build(build: Callable[[], KnowledgeGraph]) -> Update:
    """A run that is the whole build; its graph is the answer."""
    last: list[KnowledgeGraph] = []

    def run(_: int) -> None:
        last[:] = [build()]

    return Update(run, lambda: last[0])


def _grown(case: GrowingCorpus) -> KnowledgeGraph:
    case.index.add([case.extra[0]])
    graph = case.index.graph()
    case.index.remove([case.extra[0].id])
    return graph


def difference(found: KnowledgeGraph, reference: KnowledgeGraph) -> tuple[float, float]:
    """Largest difference of any number of two graphs, and the agreement of their weighted pairs."""
    if found.nodes != reference.nodes:
        return float("inf"), 0.0
    n = len(reference.nodes)
    one, two = (graph.adjacency.tocoo() for graph in (found, reference))
    pairs = make_pairs((one.row, one.col, one.data), n)
    error, agreement = compare(pairs, make_pairs((two.row, two.col, two.data), n), 0.0)
    matrix = abs(found.passage_nodes - reference.passage_nodes).max()
    weights = np.abs(found.specificity - reference.specificity).max(initial=0.0)
    return float(max(error, matrix, weights)), agreement


INDEX_UPDATES: tuple[Method[GrowingCorpus, Update], ...] = (
    Method(
        OURS,
        ours,
        remark="`IncrementalIndex.add` and `.remove`: the time is that of both, adjacency rows, "
        "node specificity and P up to date after each",
    ),
    Method(
        "hippo_exp, with arrays",
        ours_as_arrays,
        remark="the same and `.graph()` between the two, which costs what the whole graph holds",
    ),
    Method(
        "build, synonymy edges known",
        known_synonyms,
        remark="`collect_facts` and `build_graph` over all passages, no search",
    ),
    Method(
        REBUILD, rebuild, remark="`collect_facts`, `find_synonyms`, `build_graph` over all passages"
    ),
)
