"""Personalized PageRank of 1,000 questions, up to their ten best passages."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from benchmarks.cases.pagerank import LABELS, RESTART_PROB, SEED, PageRankCase, pagerank_case
from benchmarks.harness import machine, memory
from benchmarks.harness.accuracy import TIE, reference_scores, top_agreement, top_k
from benchmarks.harness.figure import times_figure
from benchmarks.harness.method import OURS, Method
from benchmarks.harness.options import Options, parse
from benchmarks.harness.output import Output, publish
from benchmarks.harness.records import Record
from benchmarks.harness.session import Ready, measure_case, remarks
from benchmarks.harness.table import Page
from benchmarks.harness.targets import Target, judge, number_of, times_faster
from benchmarks.harness.timing import plan_trial, timed
from benchmarks.methods.blocks import BLOCKS, TOP, Solver
from hippo_exp.types import FloatArray, IntArray

NAME = "ppr_batch"
CASES = ("2wiki", "musique")
QUICK_CASES = ("hippo_small",)
QUERIES = 1000
QUICK_QUERIES = 24
_REFERENCE_WIDTH = 32

_IGRAPH = ("igraph prpack (loop)", "igraph prpack (one thread, loop)")
_SCIPY = "hippo_exp (scipy only)"
TARGETS = tuple(
    target
    for case, bound in ((LABELS["2wiki"], 25), (LABELS["musique"], 20))
    for target in (
        Target(f"times faster than igraph: {case}", case, times_faster(OURS, _IGRAPH), bound, True),
        Target(
            f"the same without compiled code: {case}", case, times_faster(_SCIPY, _IGRAPH), 4, True
        ),
        Target(
            f"agreement of the top 10: {case}", case, number_of(OURS, "topk_agreement"), 1, True
        ),
    )
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and write ``results/benchmarks/ppr_batch``."""
    options = parse(NAME, __doc__, argv)
    here = machine.describe()
    n_queries = QUICK_QUERIES if options.quick else QUERIES
    records = [
        record
        for case in (QUICK_CASES if options.quick else CASES)
        for record in _case_records(case, n_queries, options)
    ]
    page = Page(
        title=f"Personalized PageRank of {n_queries:,} questions",
        command=options.command,
        machine=here.sentence(),
        time_unit="ms per query",
        agreement="top 10 passages",
        notes=_notes(),
    )
    figure = times_figure(records, title=page.title, unit="ms per query, logarithmic")
    output = Output(
        name=NAME,
        page=page,
        records=records,
        outcomes=judge(TARGETS, records),
        figures={NAME: figure},
        seeds={"cases": SEED},
        settings={"restart_prob": RESTART_PROB, "queries": n_queries},
    )
    publish(output, options, here)
    return 0


def _case_records(name: str, n_queries: int, options: Options) -> list[Record]:
    case = pagerank_case(name, n_queries)
    reference = _reference(case)

    def make_ready(method: Method[Any, Any]) -> Ready:
        queries = np.arange(min(n_queries, method.limit or n_queries))
        solve: Any = None

        def prepare() -> None:
            nonlocal solve
            solve = method.prepare(case)

        preparation = timed(prepare)
        consume(solve(queries[:1]))
        scores = np.concatenate(list(solve(queries)), axis=1)
        seconds = timed(lambda: consume(solve(queries)))
        known = reference[:, queries]
        return Ready(
            trial=plan_trial(
                lambda _: consume(solve(queries)), seconds, runs=options.runs, items=len(queries)
            ),
            preparation_ms=1000 * preparation,
            max_abs_error=float(np.abs(scores - known).max()),
            topk_agreement=top_agreement(top_k(scores, TOP), known),
        )

    peak = functools.partial(_peak, name) if options.memory else None
    return measure_case(NAME, LABELS[name], BLOCKS, make_ready, peak)


def consume(blocks: Iterator[FloatArray]) -> IntArray:
    """(n_queries, 10) the best passages, without keeping the blocks."""
    return np.concatenate([top_k(block, TOP) for block in blocks])


def _reference(case: PageRankCase) -> FloatArray:
    """(n_passages, n_queries) passage scores to 1e-13."""
    assert case.passages is not None
    scores = np.empty((case.passages.shape[0], case.n_queries))
    for start in range(0, case.n_queries, _REFERENCE_WIDTH):
        columns = np.arange(start, min(start + _REFERENCE_WIDTH, case.n_queries))
        nodes = reference_scores(case.adjacency, case.columns(columns), RESTART_PROB)
        scores[:, columns] = case.passages @ nodes
    return scores


def _peak(case: str, method: Method[Any, Any]) -> float | None:
    return memory.in_child(peak_of, case, method.name)


def peak_of(case_name: str, method_name: str) -> float | None:
    """Peak memory of preparing one method and ranking 200 queries, in this process."""
    method = next(method for method in BLOCKS if method.name == method_name)
    small = pagerank_case("hippo_small", 8)
    consume(method.prepare(small)(np.arange(8)))
    case = pagerank_case(case_name, 200)
    queries = np.arange(min(200, method.limit or 200))

    def work() -> None:
        solve: Solver = method.prepare(case)
        consume(solve(queries))

    return memory.peak_growth_mb(work)


def _notes() -> list[str]:
    return [
        "A run answers all questions (fewer where the last column says so), from reset vectors to "
        f"the {TOP} best passages: PageRank, passage matrix times scores, partial sort.",
        "max error: of any passage's score, against power iteration in double precision to 1e-13; "
        "scores of passages are sums over their nodes.",
        f"top {TOP} passages: share of places with the right passage, order included, scores "
        f"within {TIE:g} being ties.",
        f"{memory.EXPLANATION} (here of 200 queries); it holds the prepared graph, not the input.",
        *remarks(BLOCKS),
    ]


if __name__ == "__main__":
    raise SystemExit(main())
