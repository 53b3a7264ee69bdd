"""Synonymy edges: all pairs of phrase vectors with cosine of at least 0.8."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from benchmarks.cases.vectors import SEED, THRESHOLD, Spectrum, VectorCase, vector_case
from benchmarks.harness import machine, memory
from benchmarks.harness.figure import times_figure
from benchmarks.harness.method import OURS, Method
from benchmarks.harness.options import Options, parse
from benchmarks.harness.output import Output, publish
from benchmarks.harness.pairs import UNDECIDED, Pairs, compare, make_pairs
from benchmarks.harness.records import Record
from benchmarks.harness.session import Ready, measure_case, remarks, say
from benchmarks.harness.table import Page
from benchmarks.harness.targets import Lines, Target, judge, number_of, seconds, times_faster
from benchmarks.harness.timing import plan_trial, timed
from benchmarks.methods.all_pairs import ALL_PAIRS, numpy_triangle

NAME = "synonymy"
Shape = tuple[int, int, Spectrum]
CASES: Mapping[str, Shape] = MappingProxyType(
    {
        "20,000 x 768": (20_000, 768, "decaying"),
        "20,000 x 768, flat spectrum": (20_000, 768, "flat"),
        "91,729 x 768": (91_729, 768, "decaying"),
    }
)
QUICK_CASES: Mapping[str, Shape] = MappingProxyType({"1,500 x 64": (1_500, 64, "decaying")})
WARM = (300, 64)
_CHUNK = 4096

_FULL = "91,729 x 768"
_OF_FULL = (OURS, "numpy (upper triangle)", "faiss flat range search", "faiss HNSW")
"""Methods of the largest case; the others, slower at 20,000 vectors, take minutes there."""
_VECTORS_MB = 91_729 * 768 * 4 / 2**20


def _peak_with_vectors(lines: Lines) -> float | None:
    growth = lines[OURS].peak_mb
    return None if growth is None else growth + _VECTORS_MB


TARGETS = (
    Target(f"seconds: {_FULL}", _FULL, seconds(OURS), 25),
    Target(f"peak MiB, vectors included: {_FULL}", _FULL, _peak_with_vectors, 1000),
    Target(
        f"agreement with all true pairs: {_FULL}", _FULL, number_of(OURS, "topk_agreement"), 1, True
    ),
    *(
        Target(f"times faster than {name}: {_FULL}", _FULL, times_faster(OURS, [name]), 3, True)
        for name in ("faiss flat range search", "faiss HNSW")
    ),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and write ``results/benchmarks/synonymy``."""
    options = parse(NAME, __doc__, argv)
    here = machine.describe()
    counts: dict[str, int] = {}
    records = [
        record
        for label, shape in (QUICK_CASES if options.quick else CASES).items()
        for record in _case_records(label, shape, options, counts)
    ]
    page = Page(
        title="Synonymy edges, exact search for all pairs",
        command=options.command,
        machine=here.sentence(),
        agreement="pairs",
        notes=_notes(counts),
        columns=("error", "agreement", "peak"),
        calls="calls",
    )
    figure = times_figure(records, title=page.title, unit="ms, logarithmic")
    output = Output(
        name=NAME,
        page=page,
        records=records,
        outcomes=judge(TARGETS, records),
        figures={NAME: figure},
        seeds={"vectors": SEED},
        settings={"threshold": THRESHOLD, "pairs": counts},
    )
    publish(output, options, here)
    return 0


def _case_records(
    label: str, shape: Shape, options: Options, counts: dict[str, int]
) -> list[Record]:
    say(f"{label}: reference")
    case = vector_case(*shape)
    small = vector_case(*WARM, "decaying")
    reference = _reference(case)
    counts[label] = len(reference.keys)

    def make_ready(method: Method[Any, Any]) -> Ready:
        method.prepare(small)()
        search = method.prepare(case)
        found: list[Any] = []
        taken = timed(lambda: found.append(search()))
        error, agreement = compare(_pairs(case, found.pop()), reference, THRESHOLD)
        trial = plan_trial(lambda _: search(), taken, runs=options.runs)
        return Ready(trial, max_abs_error=error, topk_agreement=agreement)

    peak = functools.partial(_peak, shape) if options.memory else None
    methods = [method for method in ALL_PAIRS if label != _FULL or method.name in _OF_FULL]
    return measure_case(NAME, label, methods, make_ready, peak)


def _reference(case: VectorCase) -> Pairs:
    """The true pairs with scores in double precision."""
    found = _pairs(case, numpy_triangle(case)())
    one, two = np.divmod(found.keys, len(case.vectors))
    scores = np.empty(len(one))
    for start in range(0, len(one), _CHUNK):
        part = slice(start, start + _CHUNK)
        ends = case.vectors[one[part]], case.vectors[two[part]]
        scores[part] = np.einsum("ij,ij->i", *ends, dtype=np.float64)
    return Pairs(found.keys, scores)


def _pairs(case: VectorCase, hits: Any) -> Pairs:
    return make_pairs(hits, len(case.vectors))


def _peak(shape: Shape, method: Method[Any, Any]) -> float | None:
    return memory.in_child(peak_of, shape, method.name)


def peak_of(shape: Shape, method_name: str) -> float | None:
    """Peak memory of one search, beside the vectors, in this process."""
    method = next(method for method in ALL_PAIRS if method.name == method_name)
    method.prepare(vector_case(*WARM, "decaying"))()
    case = vector_case(*shape)
    return memory.peak_growth_mb(method.prepare(case))


def _notes(counts: Mapping[str, int]) -> list[str]:
    found = "; ".join(f"{label}: {count:,}" for label, count in counts.items())
    return [
        f"Pairs with cosine >= {THRESHOLD:g}: {found}. A graph index is built in every run, "
        "because the search is done once for a set of phrases.",
        "pairs: Jaccard similarity with the pairs of tiled float32 products; pairs within "
        f"{UNDECIDED:g} of the threshold are left out. max error: of a score, against double "
        "precision.",
        f"{memory.EXPLANATION}; the vectors come on top ({_VECTORS_MB:.0f} MiB for {_FULL}).",
        f"{_FULL}: only {', '.join(_OF_FULL)}; the others take minutes a run there.",
        *_kernels(),
        *remarks(ALL_PAIRS),
    ]


def _kernels() -> list[str]:
    """Which BLAS kernel each library runs, as far as it tells."""
    from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

    found = [
        f"{pool['filepath'].rsplit('/', 2)[-2]}: {pool['internal_api']} {pool['version']} "
        f"{pool.get('architecture')}, {pool['num_threads']} threads"
        for pool in threadpool_info()
        if pool["user_api"] == "blas"
    ]
    return [f"BLAS kernels: {'; '.join(found)}."] if found else []


if __name__ == "__main__":
    raise SystemExit(main())
