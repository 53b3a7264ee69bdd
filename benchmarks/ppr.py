"""Personalized PageRank, one query at a time, beside the alternatives."""

from __future__ import annotations

import functools
from collections.abc import Sequence
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
from benchmarks.methods.one_query import ONE_QUERY
from hippo_exp.types import FloatArray

NAME = "ppr"
CASES = ("er_100k", "ba_100k", "2wiki", "musique")
QUICK_CASES = ("er_small", "hippo_small")
QUERIES = 10
TOP_NODES = 20
TOP_PASSAGES = 10

_IGRAPH = ("igraph prpack", "igraph prpack (one thread)")
_DEMANDED = tuple(LABELS[name] for name in ("er_100k", "ba_100k"))
TARGETS = tuple(
    target
    for case in _DEMANDED
    for target in (
        Target(f"times faster than igraph: {case}", case, times_faster(OURS, _IGRAPH), 8, True),
        Target(
            f"times faster than networkx: {case}", case, times_faster(OURS, ["networkx"]), 150, True
        ),
        Target(f"largest error: {case}", case, number_of(OURS, "max_abs_error"), 1e-9),
    )
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and write ``results/benchmarks/ppr``."""
    options = parse(NAME, __doc__, argv)
    here = machine.describe()
    records = [
        record
        for case in (QUICK_CASES if options.quick else CASES)
        for record in _case_records(case, options)
    ]
    page = Page(
        title="Personalized PageRank, one query at a time",
        command=options.command,
        machine=here.sentence(),
        time_unit="ms per query",
        agreement="top list",
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
        settings={"restart_prob": RESTART_PROB, "checked_queries": QUERIES},
    )
    publish(output, options, here)
    return 0


def _case_records(name: str, options: Options) -> list[Record]:
    case = pagerank_case(name, QUERIES)
    reference = reference_scores(case.adjacency, case.resets, RESTART_PROB)
    resets = np.ascontiguousarray(case.resets.toarray().T)

    def make_ready(method: Method[Any, Any]) -> Ready:
        solve: Any = None

        def prepare() -> None:
            nonlocal solve
            solve = method.prepare(case.adjacency)

        preparation = timed(prepare)
        solve(resets[0])
        seconds = timed(lambda: solve(resets[0]))
        scores = np.stack([solve(reset) for reset in resets[: method.limit]], axis=1)
        known = reference[:, : scores.shape[1]]
        return Ready(
            trial=plan_trial(
                lambda call: solve(resets[call % QUERIES]), seconds, runs=options.runs
            ),
            preparation_ms=1000 * preparation,
            max_abs_error=float(np.abs(scores - known).max()),
            topk_agreement=_agreement(case, scores, known),
        )

    peak = functools.partial(_peak, name) if options.memory else None
    return measure_case(NAME, LABELS[name], ONE_QUERY, make_ready, peak)


def _agreement(case: PageRankCase, scores: FloatArray, reference: FloatArray) -> float:
    """Of the top 10 passages, or of the top 20 nodes where there are no passages."""
    if case.passages is None:
        return top_agreement(top_k(scores, TOP_NODES), reference)
    return top_agreement(top_k(case.passages @ scores, TOP_PASSAGES), case.passages @ reference)


def _peak(case: str, method: Method[Any, Any]) -> float | None:
    return memory.in_child(peak_of, case, method.name)


def peak_of(case_name: str, method_name: str) -> float | None:
    """Peak memory of preparing one method and solving one query, in this process."""
    method = next(method for method in ONE_QUERY if method.name == method_name)
    small = pagerank_case("er_small", 1)
    method.prepare(small.adjacency)(small.resets.toarray()[:, 0])
    case = pagerank_case(case_name, 1)
    reset = case.resets.toarray()[:, 0]
    return memory.peak_growth_mb(lambda: method.prepare(case.adjacency)(reset))


def _notes() -> list[str]:
    return [
        f"A run of a fast method is a burst of queries; {QUERIES} different ones take turns. "
        "Preparation, done once for a graph, is not part of it.",
        "max error: against power iteration in double precision to 1e-13, over "
        f"{QUERIES} queries (5 for networkx).",
        f"top list: the best {TOP_PASSAGES} passages (P @ scores) where there are passages, else "
        f"the best {TOP_NODES} nodes; share of places with the right item, order included, "
        f"scores within {TIE:g} being ties.",
        f"{memory.EXPLANATION}; it holds the prepared graph, not the input.",
        *remarks(ONE_QUERY),
    ]


if __name__ == "__main__":
    raise SystemExit(main())
