"""One passage more, as the corpus grows: an index that changes beside builds from scratch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.cases.growing_corpus import (
    DIM,
    NODES,
    SEED,
    TRIPLES,
    GrowingCorpus,
    Kind,
    growing_corpus,
)
from benchmarks.harness import machine
from benchmarks.harness.growth import fit_growth
from benchmarks.harness.method import OURS, Method
from benchmarks.harness.options import Options, parse
from benchmarks.harness.output import Output, publish
from benchmarks.harness.records import Record
from benchmarks.harness.session import Ready, measure_case, remarks, say
from benchmarks.harness.table import Page, grid
from benchmarks.harness.targets import Outcome, Target, judge, number_of, times_faster
from benchmarks.harness.timing import plan_trial, timed
from benchmarks.harness.update_figure import update_figure
from benchmarks.methods.index_updates import INDEX_UPDATES, REBUILD, difference
from benchmarks.methods.node_weights import NODE_WEIGHTS, WeightCase, weight_case

NAME = "incremental"
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
QUICK_SIZES = (100, 200, 400)
SPARSE, DENSE, WEIGHTS = "graph, character n-grams", f"graph, {DIM} dimensions", "node weights"
_ABOUT_DENSE = (OURS, REBUILD)
"""What is run with dense vectors; the rest does not read vectors."""


def case_of(size: int, kind: str) -> str:
    """Name of a case."""
    return f"{size:,} passages, {kind}"


_LARGEST = case_of(SIZES[-1], SPARSE)
TARGETS = (
    *(
        Target(
            f"times faster than a build: {case_of(SIZES[-1], kind)}",
            case_of(SIZES[-1], kind),
            times_faster(OURS, [REBUILD]),
            1000,
            True,
        )
        for kind in (SPARSE, DENSE)
    ),
    Target(f"largest difference: {_LARGEST}", _LARGEST, number_of(OURS, "max_abs_error"), 1e-12),
)
_EXPONENTS: Mapping[str, float] = {SPARSE: 0.5, DENSE: 1.1, WEIGHTS: 0.1}
"""Kind of case -> largest exponent of our time in the number of passages."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and write ``results/benchmarks/incremental``."""
    options = parse(NAME, __doc__, argv)
    here = machine.describe()
    kinds = (SPARSE, DENSE, WEIGHTS)
    found: dict[str, list[Record]] = {kind: [] for kind in kinds}
    sizes: dict[str, int] = {}
    for size in QUICK_SIZES if options.quick else SIZES:
        sizes |= {case_of(size, kind): size for kind in kinds}
        for kind, records in _measure(size, options).items():
            found[kind] += records
    records = [record for kind in kinds for record in found[kind]]
    page = Page(
        title="One passage more: the index that changes, and builds from scratch",
        command=options.command,
        machine=here.sentence(),
        time_unit="ms for one passage",
        agreement="agreement",
        notes=_notes(),
        columns=("error", "agreement"),
        calls="passages",
    )
    output = Output(
        name=NAME,
        page=page,
        records=records,
        outcomes=[*judge(TARGETS, records), *_growth_outcomes(found, sizes, options)],
        figures={NAME: update_figure(found, sizes, title=page.title)},
        seeds={"corpus": SEED},
        settings={"nodes_per_passage": NODES, "triples_per_passage": TRIPLES, "dim": DIM},
        extra=_growth_table(found, sizes),
    )
    publish(output, options, here)
    return 0


def _measure(size: int, options: Options) -> dict[str, list[Record]]:
    """The records of one size by kind of case."""
    sparse = _updates(size, "sparse", SPARSE, INDEX_UPDATES, options)
    about_dense = [method for method in INDEX_UPDATES if method.name in _ABOUT_DENSE]
    dense = _updates(size, "dense", DENSE, about_dense, options)
    return {SPARSE: sparse[0], DENSE: dense[0], WEIGHTS: _weights(size, sparse[1], options)}


def _updates(
    size: int, vectors: Kind, kind: str, methods: Sequence[Method[Any, Any]], options: Options
) -> tuple[list[Record], GrowingCorpus]:
    say(f"{case_of(size, kind)}: corpus, vectors, synonymy edges")
    case = growing_corpus(size, vectors)
    reference = case.reference

    def make_ready(method: Method[Any, Any]) -> Ready:
        update = method.prepare(case)
        taken = timed(lambda: update.run(0))
        error, agreement = difference(update.answer(), reference)
        trial = plan_trial(update.run, taken, runs=options.runs)
        return Ready(trial, max_abs_error=error, topk_agreement=agreement)

    return measure_case(NAME, case_of(size, kind), methods, make_ready), case


def _weights(size: int, corpus: GrowingCorpus, options: Options) -> list[Record]:
    case: WeightCase = weight_case(corpus.reference.passage_nodes)

    def make_ready(method: Method[Any, Any]) -> Ready:
        weigh = method.prepare(case)
        found, expected = weigh.answer(), weigh.expected()
        taken = timed(lambda: weigh.run(0))
        return Ready(
            plan_trial(weigh.run, taken, runs=options.runs),
            max_abs_error=float(np.abs(found - expected).max()),
            topk_agreement=float(np.mean(found == expected)),
        )

    return measure_case(NAME, case_of(size, WEIGHTS), NODE_WEIGHTS, make_ready)


def _growth_outcomes(
    found: Mapping[str, Sequence[Record]], sizes: Mapping[str, int], options: Options
) -> list[Outcome]:
    if options.quick:
        return []
    outcomes = []
    for kind, bound in _EXPONENTS.items():
        ours = [record for record in found[kind] if record.method == OURS]
        fit = fit_growth([sizes[r.case] for r in ours], [r.median_ms or 0.0 for r in ours])
        text = f"exponent of our time in the passages: {kind}"
        outcomes.append(Outcome(text, bound, False, None if fit is None else fit.exponent))
    return outcomes


def _growth_table(found: Mapping[str, Sequence[Record]], sizes: Mapping[str, int]) -> str:
    lines = []
    for kind, records in found.items():
        for method in dict.fromkeys(record.method for record in records):
            own = [record for record in records if record.method == method and record.times]
            fit = fit_growth([sizes[r.case] for r in own], [r.median_ms or 0.0 for r in own])
            if fit is not None:
                lines.append([f"{kind}: {method}", fit.text(), str(fit.points)])
    table = grid(["method", "exponent of the time in the passages [95 %]", "sizes"], lines)
    return f"\n## Growth\n\n{table}\n"


def _notes() -> list[str]:
    return [
        f"Generated passages of {NODES} phrases and {TRIPLES} triples on average; preset clean. "
        "Vectors are looked up: no encoder is timed. Twenty passages come in turn.",
        "max error and agreement: of adjacency, P and node specificity with a build from scratch; "
        "of node weights with the library's function of the whole matrix.",
        f"With {DIM} dimensions a new phrase is multiplied with every vector there is; with "
        "character n-grams only the postings of its rarer n-grams are read.",
        "The time of `hippo_exp` and of all node weights is for a passage that comes and goes "
        "again; a build is done once.",
        *remarks([*INDEX_UPDATES, *NODE_WEIGHTS]),
    ]


if __name__ == "__main__":
    raise SystemExit(main())
