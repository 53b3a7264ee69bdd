"""From an OpenIE file of 10 MB to the answers of 1,000 questions, stage by stage."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from benchmarks.cases.openie_corpus import CASE_SIZES, SEED, OpenIECorpus, openie_corpus
from benchmarks.cases.vectors import THRESHOLD
from benchmarks.harness import machine, memory
from benchmarks.harness.accuracy import top_agreement
from benchmarks.harness.figure import times_figure
from benchmarks.harness.method import OURS, Method
from benchmarks.harness.options import Options, parse
from benchmarks.harness.output import Output, publish
from benchmarks.harness.pairs import Pairs, compare, make_pairs
from benchmarks.harness.records import Record
from benchmarks.harness.session import Ready, measure_case, remarks, say
from benchmarks.harness.stage_table import stages_csv, stages_markdown
from benchmarks.harness.table import Page
from benchmarks.harness.targets import Outcome, Target, judge, seconds
from benchmarks.harness.timing import plan_trial, timed
from benchmarks.methods import questions
from benchmarks.methods.openie_to_graph import OPENIE_TO_GRAPH, OpenIEFile
from benchmarks.methods.questions import QUESTIONS, QuestionCase
from benchmarks.methods.sparse_pairs import SPARSE_PAIRS, SparseCase
from benchmarks.methods.stages import medians, run_stages
from benchmarks.methods.table5 import StageTime, table5_times

NAME = "end_to_end"
QUERIES = 1000
QUICK_QUERIES = 20
PASSES = 3

GRAPH, SYNONYMS, ANSWERS = "OpenIE file to graph", "synonymy edges, char_ngram", "questions"
_METHODS: Mapping[str, tuple[Method[Any, Any], ...]] = MappingProxyType(
    {GRAPH: OPENIE_TO_GRAPH, SYNONYMS: SPARSE_PAIRS, ANSWERS: QUESTIONS}
)
TARGETS = (Target("seconds from the OpenIE file to the graph", GRAPH, seconds(OURS), 2),)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and write ``results/benchmarks/end_to_end``."""
    options = parse(NAME, __doc__, argv)
    here = machine.describe()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        source, case, stages = _stages(folder, options)
        records = [
            *_graph_records(source, options),
            *_synonym_records(case, options),
            *_answer_records(case, options),
        ]
        table5 = None if options.quick else table5_times(folder)
    size = source.n_bytes / 1e6
    page = Page(
        title=f"From an OpenIE file of {size:.1f} MB to {len(case.queries):,} answered questions",
        command=options.command,
        machine=here.sentence(),
        agreement="agreement",
        notes=_notes(case),
        columns=("error", "agreement", "peak"),
        calls="calls",
    )
    figure = times_figure(records, title="Stages beside alternatives", unit="ms, logarithmic")
    outcomes = [*judge([] if options.quick else TARGETS, records), *_table5_outcomes(table5)]
    parts = {"generated corpus": stages, "table5 on musique_train": table5 or []}
    output = Output(
        name=NAME,
        page=page,
        records=records,
        outcomes=outcomes,
        figures={NAME: figure},
        seeds={"corpus": SEED},
        settings={"questions": len(case.queries), "nodes": len(case.graph.nodes)},
        extra=stages_markdown(parts),
        files={"stages.csv": stages_csv(parts)},
    )
    publish(output, options, here)
    return 0


def _stages(folder: Path, options: Options) -> tuple[OpenIEFile, QuestionCase, list[StageTime]]:
    size, n_queries = ("small", QUICK_QUERIES) if options.quick else ("full", QUERIES)
    corpus, source = _corpus(folder, size, n_queries)
    say("stages: first pass, not counted")
    run_stages(source, corpus.queries)
    passes = []
    for number in range(1 if options.quick else PASSES):
        say(f"stages: pass {number + 1}")
        watch, case = run_stages(source, corpus.queries)
        passes.append(watch)
    return source, case, medians(passes)


def _corpus(folder: Path, size: str, n_queries: int) -> tuple[OpenIECorpus, OpenIEFile]:
    corpus = openie_corpus(CASE_SIZES[size], n_queries)
    path = folder / "openie.json"
    path.write_bytes(corpus.openie)
    return corpus, OpenIEFile(path, corpus.passages, len(corpus.openie))


def _graph_records(source: OpenIEFile, options: Options) -> list[Record]:
    reference: list[Pairs] = []

    def make_ready(method: Method[Any, Any]) -> Ready:
        build = method.prepare(source)
        found = build()()
        reference.append(found)  # ours comes first
        error, agreement = compare(found, reference[0], 0.0)
        return _ready(lambda _: build(), options, error, agreement)

    return measure_case(NAME, GRAPH, OPENIE_TO_GRAPH, make_ready, _peaks(GRAPH, options))


def _synonym_records(case: QuestionCase, options: Options) -> list[Record]:
    sparse_case = SparseCase(case.node_vectors, case.graph.nodes)
    by_name = {method.name: method for method in SPARSE_PAIRS}
    n = len(case.graph.nodes)
    reference = make_pairs(by_name["scipy product in blocks"].prepare(sparse_case)(), n)

    def make_ready(method: Method[Any, Any]) -> Ready:
        search = method.prepare(sparse_case)
        error, agreement = compare(make_pairs(search(), n), reference, THRESHOLD)
        return _ready(lambda _: search(), options, error, agreement)

    return measure_case(NAME, SYNONYMS, SPARSE_PAIRS, make_ready, _peaks(SYNONYMS, options))


def _answer_records(case: QuestionCase, options: Options) -> list[Record]:
    known = questions.reference(case)().block.scores

    def make_ready(method: Method[Any, Any]) -> Ready:
        answer = method.prepare(case)
        answers = answer()
        top = np.stack([ranking.passages for ranking in answers.rankings])
        error = float(np.abs(answers.block.scores - known).max())
        return _ready(lambda _: answer(), options, error, top_agreement(top, known.T))

    return measure_case(NAME, ANSWERS, QUESTIONS, make_ready, _peaks(ANSWERS, options))


def _peaks(part: str, options: Options) -> Callable[[Method[Any, Any]], float | None] | None:
    if not options.memory:
        return None
    return lambda method: memory.in_child(peak_of, part, method.name)


def peak_of(part: str, method_name: str) -> float | None:
    """Peak memory of one method on one part, in this process, after a small run of it."""
    method: Method[Any, Any] = next(item for item in _METHODS[part] if item.name == method_name)
    with tempfile.TemporaryDirectory() as scratch:
        method.prepare(_input(part, Path(scratch), "small", QUICK_QUERIES))()
        case = _input(part, Path(scratch), "full", QUERIES)
        return memory.peak_growth_mb(lambda: method.prepare(case)())


def _input(part: str, folder: Path, size: str, n_queries: int) -> Any:
    """What a part starts from."""
    corpus, source = _corpus(folder, size, n_queries)
    if part == GRAPH:
        return source
    _, case = run_stages(source, corpus.queries)
    return case if part == ANSWERS else SparseCase(case.node_vectors, case.graph.nodes)


def _ready(work: Any, options: Options, error: float, agreement: float) -> Ready:
    taken = timed(lambda: work(0))
    trial = plan_trial(work, taken, runs=options.runs)
    return Ready(trial, max_abs_error=error, topk_agreement=agreement)


def _table5_outcomes(stages: list[StageTime] | None) -> list[Outcome]:
    if stages is None:
        return []
    (total,) = (line.seconds for line in stages if line.stage == "all stages")
    return [Outcome("seconds of table5 on musique_train after encoding", 5, False, total)]


def _notes(case: QuestionCase) -> list[str]:
    counts = case.graph.counts
    return [
        f"{counts['passages']:,} generated passages, {counts['kept']:,} triples, "
        f"{len(case.graph.nodes):,} phrases, {counts['synonymy_pairs']:,} synonymous pairs, "
        f"{len(case.queries):,} questions; every time is that of the whole stage.",
        "Agreement and max error: of the pairs and weights of the graph with ours; of the synonymy "
        "edges with the plain product; of the ten best passages and of passage scores in [0, 1] "
        "with power iteration to 1e-13.",
        f"{memory.EXPLANATION}; peak memory of the stages is the whole process, everything loaded "
        "included.",
        *remarks([*OPENIE_TO_GRAPH, *SPARSE_PAIRS, *QUESTIONS]),
    ]


if __name__ == "__main__":
    raise SystemExit(main())
