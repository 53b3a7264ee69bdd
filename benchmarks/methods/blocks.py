"""Many queries: query numbers to passage scores, block by block.

Each function prepares a case and returns
``(n_queries,) query numbers -> blocks (n_passages, width) of passage scores, in order``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np

from benchmarks.cases.pagerank import RESTART_PROB, PageRankCase
from benchmarks.harness.accuracy import step_matrix, top_k
from benchmarks.harness.method import OURS, Method
from benchmarks.methods.one_query import DAMPING, ONE_QUERY, TOL, OneQuery
from hippo_exp.graph.ppr import Precision, PreparedGraph, SolverName, prepare
from hippo_exp.types import FloatArray, IntArray, SparseArray

Solver: TypeAlias = Callable[[IntArray], Iterator[FloatArray]]

TOP = 10
SAMPLE = 32
"""Queries solved in both precisions before single precision is used for all."""

_TOLS = {"float64": TOL, "float32": 1e-6}
_SCIPY_WIDTH = 16
THREADS = min(2, os.cpu_count() or 1)


def _blocks(solver: SolverName, dtype: Precision, threads: int) -> Callable[[PageRankCase], Solver]:
    """``PreparedGraph.iter_solve`` with the passage matrix as projection."""

    def make(case: PageRankCase) -> Solver:
        prepared = prepare(case.adjacency)
        return lambda queries: _project(prepared, case, queries, solver, dtype, threads)

    return make


def _project(
    prepared: PreparedGraph,
    case: PageRankCase,
    queries: IntArray,
    solver: SolverName,
    dtype: Precision,
    threads: int,
) -> Iterator[FloatArray]:
    blocks = prepared.iter_solve(
        case.columns(queries),
        restart_prob=RESTART_PROB,
        tol=_TOLS[dtype],
        solver=solver,
        dtype=dtype,
        threads=threads,
        projection=case.passages,
    )
    return (block.values for block in blocks)


def verified(case: PageRankCase) -> Solver:
    """Single precision where a sample of the queries gets the same top 10 in both, else double."""
    prepared = prepare(case.adjacency)

    def solve(queries: IntArray) -> Iterator[FloatArray]:
        sample = queries[:: max(1, len(queries) // SAMPLE)]
        lists = [
            _top(_project(prepared, case, sample, "auto", dtype, THREADS))
            for dtype in ("float32", "float64")
        ]
        dtype: Precision = "float32" if np.array_equal(lists[0], lists[1]) else "float64"
        return _project(prepared, case, queries, "auto", dtype, THREADS)

    return solve


def _top(blocks: Iterator[FloatArray]) -> IntArray:
    return np.concatenate([top_k(block, TOP) for block in blocks])


def _loop(make_one: Callable[[SparseArray], OneQuery]) -> Callable[[PageRankCase], Solver]:
    """A method that takes one query at a time, in a loop."""

    def make(case: PageRankCase) -> Solver:
        one, passages = make_one(case.adjacency), case.passages
        assert passages is not None

        def solve(queries: IntArray) -> Iterator[FloatArray]:
            for query in queries:
                reset = case.resets[:, [query]].toarray()[:, 0]
                yield (passages @ one(reset))[:, np.newaxis]

        return solve

    return make


def scipy_blocks(case: PageRankCase) -> Solver:
    """Power iteration with scipy on 16 columns at once, as one writes it."""
    steps, passages = step_matrix(case.adjacency), case.passages
    assert passages is not None

    def solve(queries: IntArray) -> Iterator[FloatArray]:
        for start in range(0, len(queries), _SCIPY_WIDTH):
            reset = case.columns(queries[start : start + _SCIPY_WIDTH]).toarray()
            scores = reset
            change = np.inf
            while change > TOL:
                new = RESTART_PROB * reset + DAMPING * (steps @ scores)
                change = np.abs(new - scores).sum(axis=0).max()
                scores = new
            yield passages @ scores

    return solve


def _single(name: str, limit: int | None = None) -> Method[PageRankCase, Solver]:
    one = next(method for method in ONE_QUERY if method.name == name)
    title = f"{name[:-1]}, loop)" if name.endswith(")") else f"{name} (loop)"
    return Method(title, _loop(one.prepare), module=one.module, limit=limit, remark=one.remark)


BLOCKS: tuple[Method[PageRankCase, Solver], ...] = (
    Method(
        OURS,
        verified,
        module="numba",
        remark=f"float32 blocks on {THREADS} threads after {SAMPLE} queries got the same top 10 in "
        "both precisions, which is part of the time; otherwise float64",
    ),
    Method("hippo_exp (float64)", _blocks("auto", "float64", 1), remark="blocks on one thread"),
    Method("hippo_exp (float32)", _blocks("auto", "float32", 1), remark="blocks on one thread"),
    Method(
        "hippo_exp (scipy only)",
        _blocks("chebyshev", "float64", 1),
        remark="blocks in float64 on one thread, without compiled code",
    ),
    Method(
        "hippo_exp (scipy only, float32)",
        _blocks("chebyshev", "float32", THREADS),
        remark=f"blocks on {THREADS} threads, without compiled code",
    ),
    Method(
        "scipy power iteration (blocks)",
        scipy_blocks,
        remark=f"{_SCIPY_WIDTH} columns, as a user writes it, to 1e-10",
    ),
    _single(OURS, 100),
    _single("igraph prpack", 100),
    _single("igraph prpack (one thread)", 100),
    _single("scipy power iteration", 100),
    _single("scikit-network", 100),
    _single("fast-pagerank", 20),
    _single("networkx", 5),
)
