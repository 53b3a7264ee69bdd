"""What stands under a table: why a row is empty, what happened, how to read it."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.reporting.aggregates import aggregate_of
from hippo_exp.reporting.decimals import printed
from hippo_exp.reporting.estimates import Estimate
from hippo_exp.reporting.paper import PaperColumn
from hippo_exp.reporting.rows import RowReport
from hippo_exp.reporting.tables.blocks import of_one_question
from hippo_exp.reporting.verdict import ABSENT, LEGEND, NO_PUBLISHED_VALUE
from hippo_exp.types import Cell


def footnotes_by_row(
    cells: Sequence[Cell], reports: Sequence[RowReport]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Row id -> markers such as `` [1] [2]``, and the texts of all markers.

    A footnote says why a row did not run (with the command that makes it run), what its note is,
    and why the paper's value does not apply where that is particular to the row.
    """
    texts: list[str] = []
    markers: dict[str, str] = {}
    shared = shared_reason(cells)
    for report in reports:
        own = [] if report.ran else [_not_run(report)]
        own += [report.note] if report.note else []
        for cell in cells:
            special = cell.row == report.row and cell.measured is not None and cell.reason
            if special and cell.reason not in (NO_PUBLISHED_VALUE, shared, *own):
                own.append(cell.reason)
        for text in own:
            if text not in texts:
                texts.append(text)
        markers[report.row] = "".join(f" [{texts.index(text) + 1}]" for text in own)
    return markers, tuple(texts)


def _not_run(report: RowReport) -> str:
    command = f" Run: `{report.command}`" if report.command else ""
    return f"not run: {report.reason.rstrip('.')}.{command}"


def shared_reason(cells: Sequence[Cell]) -> str:
    """The reason that every measured cell gives for having no paper value, or empty."""
    reasons = [cell.reason for cell in cells if cell.measured is not None]
    return reasons[0] if reasons and len(set(reasons)) == 1 else ""


def remarks(
    cells: Sequence[Cell],
    reports: Sequence[RowReport],
    paper: PaperColumn | None,
    *,
    baselines: int,
    unit: str = "question",
    estimates: Sequence[Estimate] = (),
) -> tuple[tuple[str, str], ...]:
    """(topic, text) pairs in the order of print.

    Args:
        cells, reports, paper: of the table.
        baselines: number of rows that others are compared with.
        unit: what a row is scored on, in the singular.
        estimates: numbers that were not measured.
    """
    drawn = [cell for cell in cells if cell.ci_low is not None]
    single = any(of_one_question(cell) for cell in cells)
    beside_paper = any(cell.paper is not None for cell in cells)
    found = (
        ("Against the paper", against_paper(cells) or shared_reason(cells)),
        ("Outcomes", _outcomes(reports, unit)),
        (f"Failed {unit}s, counted as 0", _failed(reports)),
        ("Cell", _CELL if beside_paper else ""),
        ("Marks", _MARKS if beside_paper else ""),
        ("Tolerance", _tolerances(cells, reports, paper)),
        ("Intervals", _intervals(unit, drawn, single=single)),
        ("Effects", _effects(unit, baselines)),
        ("Estimates", _estimates(estimates)),
    )
    return tuple((topic, text) for topic, text in found if text)


_CELL = "measured (paper, difference of the printed figures, mark)"
_MARKS = " · ".join(f"{mark} {meaning}" for mark, meaning in LEGEND.items())
_EFFECTS = (
    "row minus baseline (the paper's, mark, where it has one), paired bootstrap over {unit}s; "
    "p: two-sided paired permutation test, Holm-corrected over {family}"
)


def _effects(unit: str, baselines: int) -> str:
    if baselines == 0:
        return ""
    family = "this table" if baselines == 1 else "the comparisons with one baseline"
    return _EFFECTS.format(unit=unit, family=family)


def _intervals(unit: str, drawn: Sequence[Cell], *, single: bool) -> str:
    found = [aggregate_of(cell.metric) for cell in drawn]
    kinds = (
        (f"percentile bootstrap over {unit}s", any(item.is_drawn for item in found)),
        (
            "of a percentile by ranks of the sample (binomial)",
            any(item.quantile is not None for item in found),
        ),
        ("of a share by Wilson's score", any(item.share for item in found)),
    )
    texts = [text for text, there in kinds if there]
    if texts:
        return f"95 %, {'; '.join(texts)}"
    return f"none (–): one {unit} says nothing about the spread" if single else ""


def _estimates(estimates: Sequence[Estimate]) -> str:
    """What the estimates rest on, each basis with its rows' metrics in words once."""
    bases = dict.fromkeys(item.basis for item in estimates)
    drawn = any(item.ci_low is not None for item in estimates)
    spread = ["intervals are of the sample alone, not of the basis"] if drawn else []
    return "; ".join([*bases, *spread])


def against_paper(cells: Sequence[Cell]) -> str:
    """How many cells got each mark."""
    compared = [cell.verdict for cell in cells if cell.delta is not None]
    if not compared:
        return ""
    counts = " · ".join(f"{mark} {compared.count(mark)}" for mark in LEGEND if mark != ABSENT)
    return f"{len(compared)} of {len(cells)} cells compared: {counts}"


def _outcomes(reports: Sequence[RowReport], unit: str) -> str:
    """Outcome counts of every row that has more to say than ``ok``, equal counts together."""
    ran = [report for report in reports if report.ran and report.outcomes]
    groups: dict[str, list[str]] = {}
    for report in ran:
        if set(report.outcomes) != {"ok"}:
            names = sorted(report.outcomes, key=lambda name: (name != "ok", name))
            text = ", ".join(f"{name} {report.outcomes[name]}" for name in names)
            groups.setdefault(text, []).append(report.label)
    if not groups:
        return f"ok for every {unit}" if ran else ""
    parts = [f"{', '.join(labels)}: {text}" for text, labels in groups.items()]
    if sum(map(len, groups.values())) < len(ran):
        parts.append(f"other rows: ok for every {unit}")
    return " · ".join(parts)


def _failed(reports: Sequence[RowReport]) -> str:
    parts = []
    for report in reports:
        if report.failed:
            more = ", …" if len(report.failed) > 5 else ""
            ids = ", ".join(report.failed[:5])
            parts.append(f"{report.label}: {len(report.failed)} ({ids}{more})")
    return " · ".join(parts)


def _tolerances(
    cells: Sequence[Cell], reports: Sequence[RowReport], paper: PaperColumn | None
) -> str:
    """The tolerance of each row that was compared with the paper."""
    compared = {cell.row for cell in cells if cell.delta is not None}
    groups: dict[str, list[str]] = {}
    for report in reports:
        if paper is not None and report.row in compared:
            value = paper.tolerances.get(report.row)
            text = "none" if value is None else printed(value, 1)
            groups.setdefault(text, []).append(report.label)
    if len(groups) == 1:
        only = next(iter(groups))
        return f"{only}{'' if only == 'none' else ' points'} for every row"
    return " · ".join(f"{text}: {', '.join(labels)}" for text, labels in sorted(groups.items()))
