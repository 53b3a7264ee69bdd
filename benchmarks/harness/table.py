"""``table.md``: one table per case, what was demanded, and how to read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.harness.method import NOT_INSTALLED
from benchmarks.harness.records import Record
from benchmarks.harness.targets import Outcome


@dataclass(frozen=True)
class Page:
    """The words around the numbers.

    Attributes:
        title: of the page.
        command: that makes it again.
        machine: see :meth:`benchmarks.harness.machine.Machine.sentence`.
        time_unit: heading of the times, such as ``ms per query``.
        agreement: heading of the agreement, such as ``top 20 nodes``.
        notes: sentences under the tables.
        calls: what a run repeats, as a plural.
        columns: which of the optional columns the tables have.
    """

    title: str
    command: str
    machine: str
    time_unit: str = "ms"
    agreement: str = "agreement"
    notes: Sequence[str] = field(default_factory=tuple)
    calls: str = "queries"
    columns: Sequence[str] = ("error", "agreement", "peak", "preparation")


def to_markdown(page: Page, records: Sequence[Record], outcomes: Sequence[Outcome]) -> str:
    """The whole page."""
    parts = [
        f"# {page.title}",
        f"`{page.command}`",
        "All methods of a case ran in turn in one process; the ratio of the medians is the claim, "
        f"the times are those of this machine: {page.machine}.",
    ]
    if outcomes:
        parts += ["## Demanded beforehand", _outcome_table(outcomes)]
    for case in dict.fromkeys(record.case for record in records):
        lines = [record for record in records if record.case == case]
        parts += [f"## {case}", _case_table(page, lines)]
    if page.notes:
        parts += ["## How to read it", "\n".join(f"- {note}" for note in page.notes)]
    return "\n\n".join(parts) + "\n"


def _case_table(page: Page, records: Sequence[Record]) -> str:
    headings = ["method", page.time_unit, "fastest to slowest run", "ratio to ours"]
    optional: Mapping[str, str] = {
        "error": "max error",
        "agreement": page.agreement,
        "peak": "peak MiB",
        "preparation": "preparation, ms",
    }
    headings += [optional[name] for name in page.columns] + ["runs"]
    lines = [_cells(page, record) for record in _by_time(records)]
    return grid(headings, lines)


def _by_time(records: Sequence[Record]) -> list[Record]:
    """Fastest first, those without a time last."""
    return sorted(records, key=lambda record: (record.median_ms is None, record.median_ms or 0.0))


def _cells(page: Page, record: Record) -> list[str]:
    if record.median_ms is None:
        return [record.method, record.note or NOT_INSTALLED, *[""] * (2 + len(page.columns)), "0"]
    optional = {
        "error": _error(record.max_abs_error),
        "agreement": _share(record.topk_agreement),
        "peak": "" if record.peak_mb is None else f"{record.peak_mb:,.0f}",
        "preparation": "" if record.preparation_ms is None else number(record.preparation_ms),
    }
    runs = f"{len(record.times)}" + (f" of {record.queries:,} {page.calls}" * (record.queries > 1))
    return [
        record.method,
        number(record.median_ms),
        f"{number(min(record.times))} to {number(max(record.times))}",
        "" if record.ratio_to_ours is None else f"{number(record.ratio_to_ours)}x",
        *(optional[name] for name in page.columns),
        runs,
    ]


def _outcome_table(outcomes: Sequence[Outcome]) -> str:
    words = {True: "yes", False: "**no**", None: "not measured"}
    lines = [
        [
            outcome.text,
            f"{'at least' if outcome.at_least else 'at most'} {number(outcome.bound)}",
            "" if outcome.measured is None else number(outcome.measured),
            words[outcome.held],
        ]
        for outcome in outcomes
    ]
    return grid(["demand", "bound", "measured", "held"], lines)


def number(value: float) -> str:
    """Three digits that count, no exponent for what people read as a plain number."""
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        decimals = (
            0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3
        )
        return f"{value:,.{decimals}f}"
    return f"{value:.1e}"


def _error(value: float | None) -> str:
    return "" if value is None else "0" if value == 0 else f"{value:.0e}"


def _share(value: float | None) -> str:
    if value is None:
        return ""
    return "all" if value == 1 else f"{100 * value:.2f} %"


def grid(headings: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A Markdown table, the first column to the left."""
    align = ["---", *["---:"] * (len(headings) - 1)]
    rows = [headings, align, *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
