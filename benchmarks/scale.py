"""One Personalized PageRank query on graphs of 1,000 to 10,000,000 nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from benchmarks.cases.pagerank import RESTART_PROB, SEED
from benchmarks.harness import machine, memory
from benchmarks.harness.growth import Growth, fit_growth
from benchmarks.harness.growth_figure import growth_figure
from benchmarks.harness.method import OURS
from benchmarks.harness.options import Options, parse
from benchmarks.harness.output import Output, publish
from benchmarks.harness.records import Record
from benchmarks.harness.session import remarks, say
from benchmarks.harness.table import Page, grid
from benchmarks.harness.targets import Outcome, Target, judge, number_of, seconds
from benchmarks.methods.at_scale import (
    EDGES_PER_NODE,
    LARGEST,
    label_of,
    measure_size,
    methods_for,
    peak_of,
)
from benchmarks.methods.one_query import ONE_QUERY

NAME = "scale"
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
QUICK_SIZES = (1_000, 10_000, 100_000)

_LARGEST = label_of(SIZES[-1])
TARGETS = (
    Target(f"seconds for one query: {_LARGEST}", _LARGEST, seconds(OURS), 10),
    Target(f"peak MiB of the process: {_LARGEST}", _LARGEST, number_of(OURS, "peak_mb"), 6144),
    Target(f"largest error: {_LARGEST}", _LARGEST, number_of(OURS, "max_abs_error"), 1e-9),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and write ``results/benchmarks/scale``."""
    options = parse(NAME, __doc__, argv)
    here = machine.describe()
    records: list[Record] = []
    edges: dict[str, int] = {}
    for size in QUICK_SIZES if options.quick else SIZES:
        found, edges[label_of(size)] = _measure(size, options)
        records += found
    growth = _growths(records, edges)
    page = Page(
        title=f"One query on growing graphs, {EDGES_PER_NODE} edges a node",
        command=options.command,
        machine=here.sentence(),
        time_unit="ms per query",
        agreement="top 20 nodes",
        notes=_notes(edges),
    )
    output = Output(
        name=NAME,
        page=page,
        records=records,
        outcomes=[*judge(TARGETS, records), *_growth_outcome(growth)],
        figures={NAME: growth_figure(records, edges, title=page.title)},
        seeds={"graphs": SEED},
        settings={"restart_prob": RESTART_PROB, "edges": edges},
        extra=_growth_table(growth) + _limit(records, edges, here.memory_gb),
    )
    publish(output, options, here)
    return 0


def _measure(size: int, options: Options) -> tuple[list[Record], int]:
    """The records of one size; in processes of their own, except for trials."""
    if options.quick:
        return measure_size(size, options.runs, quick=True)
    records, edges = memory.in_child(measure_size, size, options.runs)
    if options.memory:
        installed = [method.name for method in methods_for(size) if method.installed]
        peaks = {}
        for name in installed:
            say(f"{label_of(size)}: memory of {name}")
            peaks[name] = memory.in_child(peak_of, size, name)
        records = [replace(record, peak_mb=peaks.get(record.method)) for record in records]
    return records, edges


def _growths(records: Sequence[Record], edges: Mapping[str, int]) -> dict[str, Growth]:
    """Method -> growth of its time in the number of edges."""
    found = {}
    for method in LARGEST:
        known = [record for record in records if record.method == method and record.times]
        fit = fit_growth(
            [edges[record.case] for record in known],
            [record.median_ms or 0.0 for record in known],
        )
        if fit is not None:
            found[method] = fit
    return found


def _growth_outcome(growth: Mapping[str, Growth]) -> list[Outcome]:
    ours = growth.get(OURS)
    if ours is None:
        return []
    return [Outcome("exponent of the time in the number of edges", 1.15, False, ours.exponent)]


def _growth_table(growth: Mapping[str, Growth]) -> str:
    lines = [[method, fit.text(), str(fit.points)] for method, fit in growth.items()]
    table = grid(["method", "exponent of the time in the edges [95 %]", "sizes"], lines)
    return f"\n## Growth\n\n{table}\n"


def _limit(records: Sequence[Record], edges: Mapping[str, int], memory_gb: float | None) -> str:
    """Where this machine ends, from the memory of the largest graph."""
    ours = [record for record in records if record.method == OURS and record.peak_mb is not None]
    if not ours or memory_gb is None:
        return ""
    last = ours[-1]
    per_edge = (last.peak_mb or 0.0) * 2**20 / edges[last.case]
    most = memory_gb * 2**30 / per_edge
    return (
        f"\nAt {last.case} the process takes {per_edge:.0f} bytes for each edge at its peak; at "
        f"that rate the {memory_gb:.0f} GiB of this machine end at about {most / 1e6:,.0f} million "
        "edges.\n"
    )


def _notes(edges: Mapping[str, int]) -> list[str]:
    sizes = "; ".join(f"{case}: {count:,} edges" for case, count in edges.items())
    return [
        f"Preferential attachment. {sizes}.",
        "Each size is measured in a process of its own. A method that is missing at a size was not "
        "run there: it would take minutes or more memory than there is.",
        "max error: against power iteration in double precision to 1e-13.",
        "peak MiB: of a fresh process with the graph, its preparation and one query; everything "
        "is counted, also Python and its libraries.",
        *remarks([method for method in ONE_QUERY if method.name in LARGEST]),
    ]


if __name__ == "__main__":
    raise SystemExit(main())
