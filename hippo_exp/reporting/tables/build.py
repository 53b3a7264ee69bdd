"""From cells to a wide table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.errors import VerificationError
from hippo_exp.reporting.estimates import Estimate
from hippo_exp.reporting.metrics import OWN_N, metric_style
from hippo_exp.reporting.paper import PaperColumn
from hippo_exp.reporting.rows import RowReport
from hippo_exp.reporting.same_n import check_same_n, odd_counts
from hippo_exp.reporting.tables.blocks import metric_blocks
from hippo_exp.reporting.tables.effect_blocks import effect_blocks, estimate_blocks
from hippo_exp.reporting.tables.model import TableHeader, WideTable
from hippo_exp.reporting.tables.remarks import footnotes_by_row, remarks
from hippo_exp.types import Cell, Comparison


def build_table(
    cells: Sequence[Cell],
    reports: Sequence[RowReport],
    header: TableHeader,
    *,
    comparisons: Sequence[Comparison] = (),
    paper: PaperColumn | None = None,
    estimates: Sequence[Estimate] = (),
    strict: bool = True,
) -> WideTable:
    """A wide table: a grid per family of metrics, then effects, estimates, and the remarks.

    Args:
        cells: one per row, data set and metric; rows and metrics may come in any order.
        reports: the rows in the order of print.
        header: what stands above.
        comparisons: rows against baselines, possibly none.
        paper: for the tolerances named under the table.
        estimates: what was worked out and not measured.
        strict: refuse cells of different n in one data set; otherwise each row is marked with
            its own n and a warning stands above the table.

    Raises:
        VerificationError: different n, a cell that no report announces, or a missing cell.
    """
    if strict:
        check_same_n(cells)
        _check_header(cells, header)
    odd = odd_counts(cells)
    markers, footnotes = footnotes_by_row(cells, reports)
    labels = {report.row: f"{report.label}{markers[report.row]}" for report in reports}
    if odd:
        n_of = {cell.row: cell.n for cell in cells if cell.measured is not None}
        labels = {row: f"{text} (n={n_of.get(row, 0)})" for row, text in labels.items()}
    plain = {report.row: report.label for report in reports}
    return WideTable(
        header=header,
        warnings=(*header.notes, *_warnings(odd)),
        blocks=(
            *metric_blocks(cells, labels),
            *effect_blocks(comparisons, plain),
            *estimate_blocks(estimates, plain),
        ),
        footnotes=footnotes,
        remarks=remarks(
            cells,
            reports,
            paper,
            baselines=len({item.baseline for item in comparisons}),
            unit=header.unit,
            estimates=estimates,
        ),
    )


def _warnings(odd: Mapping[str, Sequence[int]]) -> list[str]:
    return [
        f"rows of {name} have different n ({', '.join(map(str, counts))}): not comparable"
        for name, counts in odd.items()
    ]


def _check_header(cells: Sequence[Cell], header: TableHeader) -> None:
    """The n above the table is the n of its cells (of one data set; ``OWN_N`` excepted)."""
    found = {
        cell.n
        for cell in cells
        if cell.measured is not None and metric_style(cell.metric).block not in OWN_N
    }
    if len({cell.dataset for cell in cells}) == 1 and found - {header.n}:
        raise VerificationError(
            f"the heading says n = {header.n} and the cells {', '.join(map(str, sorted(found)))}",
            where=header.title,
            fix="count the scored questions",
        )
