"""Single queries on growing graphs: which methods go how far."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from benchmarks.cases.pagerank import RESTART_PROB, SEED, random_resets
from benchmarks.cases.random_graphs import barabasi_albert
from benchmarks.harness import memory
from benchmarks.harness.accuracy import reference_scores, top_agreement, top_k
from benchmarks.harness.method import OURS, Method
from benchmarks.harness.records import Record
from benchmarks.harness.session import Ready, measure_case
from benchmarks.harness.timing import plan_trial, timed
from benchmarks.methods.one_query import ONE_QUERY, OneQuery
from hippo_exp.types import FloatArray, SparseArray

BENCHMARK = "scale"
EDGES_PER_NODE = 5
QUERIES = 2
TOP_NODES = 20

LARGEST: Mapping[str, int] = MappingProxyType(
    {
        OURS: 10_000_000,
        "hippo_exp (scipy only)": 10_000_000,
        "scipy power iteration": 10_000_000,
        "scikit-network": 1_000_000,
        "igraph prpack": 1_000_000,
        "igraph prpack (one thread)": 1_000_000,
        "networkx": 100_000,
    }
)
"""Method -> nodes beyond which it is not run, because it takes minutes or too much memory."""

QUICK_NETWORKX = 10_000
"""The same for networkx in a trial."""


def graph_of(n_nodes: int) -> SparseArray:
    """Preferential attachment, five edges a node."""
    return barabasi_albert(n_nodes, EDGES_PER_NODE, SEED)


def label_of(n_nodes: int) -> str:
    """The case's name."""
    return f"{n_nodes:,} nodes"


def methods_for(n_nodes: int, *, quick: bool = False) -> list[Method[SparseArray, OneQuery]]:
    """The methods that go this far."""
    largest = {**LARGEST, "networkx": QUICK_NETWORKX} if quick else LARGEST
    return [method for method in ONE_QUERY if largest.get(method.name, 0) >= n_nodes]


def measure_size(n_nodes: int, runs: int, *, quick: bool = False) -> tuple[list[Record], int]:
    """Time all methods on one graph; the records and the number of edges."""
    graph = graph_of(n_nodes)
    sparse_resets = random_resets(graph, QUERIES)
    resets = np.ascontiguousarray(sparse_resets.toarray().T)
    reference: list[FloatArray] = []

    def make_ready(method: Method[SparseArray, OneQuery]) -> Ready:
        solvers: list[OneQuery] = []
        preparation = timed(lambda: solvers.append(method.prepare(graph)))
        solve = solvers[0]
        scores = np.stack([solve(reset) for reset in resets], axis=1)
        if not reference:
            reference.append(reference_scores(graph, sparse_resets, RESTART_PROB))
        taken = timed(lambda: solve(resets[0]))
        return Ready(
            trial=plan_trial(lambda call: solve(resets[call % QUERIES]), taken, runs=runs),
            preparation_ms=1000 * preparation,
            max_abs_error=float(np.abs(scores - reference[0]).max()),
            topk_agreement=top_agreement(top_k(scores, TOP_NODES), reference[0]),
        )

    records = measure_case(
        BENCHMARK, label_of(n_nodes), methods_for(n_nodes, quick=quick), make_ready
    )
    return records, graph.nnz // 2


def peak_of(n_nodes: int, method_name: str) -> float | None:
    """Peak memory of this whole process: graph, preparation, one query."""
    method = next(method for method in ONE_QUERY if method.name == method_name)
    small = graph_of(1000)
    method.prepare(small)(random_resets(small, 1).toarray()[:, 0])
    graph = graph_of(n_nodes)
    reset = random_resets(graph, 1).toarray()[:, 0]
    return memory.peak_mb(lambda: method.prepare(graph)(reset))
