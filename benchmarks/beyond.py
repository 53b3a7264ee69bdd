"""Passages as nodes beside HippoRAG: time of a question, from its vectors to passage scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.cases.linked_questions import (
    DIM,
    LABELS,
    RESET_WEIGHT,
    SEED,
    LinkedQuestions,
    linked_questions,
)
from benchmarks.cases.pagerank import RESTART_PROB
from benchmarks.harness import machine
from benchmarks.harness.accuracy import top_agreement, top_k
from benchmarks.harness.figure import times_figure
from benchmarks.harness.method import OURS, Method
from benchmarks.harness.options import Options, parse
from benchmarks.harness.output import Output, publish
from benchmarks.harness.records import Record
from benchmarks.harness.session import Ready, measure_case, remarks, say
from benchmarks.harness.table import Page
from benchmarks.harness.targets import Target, judge, number_of
from benchmarks.harness.timing import plan_trial, timed
from benchmarks.methods.beyond import BEYOND, PLAIN, by, plain_power

NAME = "beyond"
BLOCK = 256
"""Questions together, as the pipeline takes them."""
QUICK_BLOCK = 16
_ALONE = 16
"""Questions one by one in a run."""
TOP = 10


def case_of(size: str, block: int) -> str:
    """Name of a case."""
    how = "one by one" if block == 1 else f"{block} at once"
    return f"{LABELS[size]}; questions {how}"


TARGETS = tuple(
    Target(
        f"times HippoRAG's: {case_of('2Wiki', block)}",
        case_of("2Wiki", block),
        number_of(PLAIN, "ratio_to_ours"),
        2,
    )
    for block in (BLOCK, 1)
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and write ``results/benchmarks/beyond``."""
    options = parse(NAME, __doc__, argv)
    here = machine.describe()
    size, block = ("tiny", QUICK_BLOCK) if options.quick else ("2Wiki", BLOCK)
    say(f"{LABELS[size]}: graph and vectors")
    case = linked_questions(size, block)
    records = [record for width in (block, 1) for record in _records(size, case, width, options)]
    page = Page(
        title="Passages as nodes: time of a question beside HippoRAG's",
        command=options.command,
        machine=here.sentence(),
        time_unit="ms per question",
        agreement=f"top {TOP} passages",
        notes=_notes(),
        columns=("error", "agreement", "preparation"),
        calls="questions",
    )
    output = Output(
        name=NAME,
        page=page,
        records=records,
        outcomes=judge(TARGETS, records),
        figures={NAME: times_figure(records, title=page.title, unit="ms per question")},
        seeds={"case": SEED},
        settings={"restart_prob": RESTART_PROB, "reset_weight": RESET_WEIGHT, "dim": DIM},
    )
    publish(output, options, here)
    return 0


def _records(size: str, case: LinkedQuestions, block: int, options: Options) -> list[Record]:
    asked = case.queries if block > 1 else case.queries[:_ALONE]
    blocks = [asked[start : start + block] for start in range(0, len(asked), block)]

    def make_ready(method: Method[Any, Any]) -> Ready:
        search: Any = None

        def prepare() -> None:
            nonlocal search
            search = method.prepare(case)

        preparation = timed(prepare)
        search(blocks[0])
        found = np.concatenate([search(some).scores for some in blocks])
        known = by(method.name, case, plain_power)(asked).scores

        def work(_: int) -> None:
            for some in blocks:
                search(some)

        return Ready(
            trial=plan_trial(work, timed(lambda: work(0)), runs=options.runs, items=len(asked)),
            preparation_ms=1000 * preparation,
            max_abs_error=float(np.abs(found - known).max()),
            topk_agreement=top_agreement(top_k(found.T, TOP), known.T),
        )

    return measure_case(NAME, case_of(size, block), BEYOND, make_ready)


def _notes() -> list[str]:
    return [
        f"From the vectors of a question and of its phrases ({DIM} dimensions, looked up) to a "
        "score of every passage: linking, PageRank, passage scores. Encoding is not timed; passage "
        "nodes and the ensemble encode the question besides its phrases.",
        f"Ratios are to {OURS}, which is HippoRAG. One thread, float64.",
        "max error and agreement: of passage scores in [0, 1] with the same retriever over power "
        "iteration to 1e-13.",
        *remarks(BEYOND),
    ]


if __name__ == "__main__":
    raise SystemExit(main())
