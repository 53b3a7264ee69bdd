"""Claims in Markdown: table rows that quote a number from ``results/``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hippo_exp.errors import ConfigError, VerificationError
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.tables.markdown import parse_grid
from hippo_exp.reporting.verdict import ABSENT

_REFERENCE = re.compile(r"`(benchmark):([^`]+)`|`(?:(effect|estimate):)?([^`\s]+)`")
"""A benchmark's cases and methods have names with spaces."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One quoted number.

    Attributes:
        place: file and line, for messages.
        kind: ``cell``, ``effect``, ``estimate`` or ``benchmark``.
        parts: experiment, data set, row, metric; or benchmark, case, method, column.
        value: the quoted value as printed.
        interval: the quoted interval as printed.
    """

    place: str
    kind: str
    parts: tuple[str, ...]
    value: str
    interval: str

    @property
    def reference(self) -> str:
        """As it stands in the first column, without the code span."""
        return ("" if self.kind == "cell" else f"{self.kind}:") + "/".join(self.parts)


def read_claims(
    text: str, name: str, *, strict: bool
) -> tuple[list[Claim], list[VerificationError]]:
    """Every table row whose first cell is a code span ``EXPERIMENT/DATASET/ROW/METRIC``.

    The prefix ``effect:`` quotes ``comparisons.csv``, ``estimate:`` quotes ``estimates.csv``;
    ``benchmark:NAME/CASE/METHOD/COLUMN`` quotes ``benchmarks/NAME/cells.csv``, whose numbers have
    no interval. The table's heading must have a
    column whose name contains "value", and one whose name contains "interval".

    Args:
        text: Markdown.
        name: of the file, for messages.
        strict: every code span of four parts is a reference; otherwise only one that ends in a
            known metric, so that paths can stand in a first column.

    Returns:
        The claims and the faults in their form.
    """
    claims: list[Claim] = []
    faults: list[VerificationError] = []
    for number, heading, cells in _table_rows(text):
        match = _REFERENCE.fullmatch(cells[0])
        if match is None:
            continue
        kind = match[1] or match[3] or "cell"
        parts = tuple((match[2] or match[4]).split("/"))
        known = kind != "cell" or _ends_in_metric(parts)
        if not (known or (strict and len(parts) == 4)):
            continue
        place = f"{name}, line {number}"
        try:
            value, interval = _quoted(heading, cells, kind)
        except LookupError as error:
            faults.append(_malformed(str(error.args[0]), place, cells[0]))
            continue
        if len(parts) != 4:
            faults.append(_malformed("the reference has not four parts", place, cells[0]))
            continue
        claims.append(Claim(place, kind, parts, value, interval))
    return claims, faults


def _malformed(what: str, place: str, reference: str) -> VerificationError:
    fix = "write | `EXPERIMENT/DATASET/ROW/METRIC` | value | [low, high] | under a heading"
    return VerificationError(f"{what} in the claim {reference}", where=place, fix=fix)


def _table_rows(text: str) -> Iterator[tuple[int, Sequence[str], list[str]]]:
    """(line number, heading of its table, cells) of every row below a heading."""
    heading: list[str] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        rows = parse_grid(line)
        if not line.startswith("|"):
            heading = None
        elif rows and heading is None:
            heading = rows[0]
        elif rows and heading is not None:
            yield number, heading, rows[0]


def _ends_in_metric(parts: Sequence[str]) -> bool:
    try:
        metric_style(parts[-1])
    except ConfigError:
        return False
    return len(parts) > 1


def _quoted(heading: Sequence[str], cells: Sequence[str], kind: str) -> tuple[str, str]:
    """Value and interval of a claim; a timing has no interval, so it needs no column for one."""
    value = _column(heading, cells, "value")
    if kind == "benchmark" and not any("interval" in title.casefold() for title in heading):
        return value, ABSENT
    return value, _column(heading, cells, "interval")


def _column(heading: Sequence[str], cells: Sequence[str], word: str) -> str:
    for position, title in enumerate(heading):
        if word in title.casefold() and position > 0:
            if position >= len(cells):
                break
            return cells[position]
    raise LookupError(f"no column {word!r}")
