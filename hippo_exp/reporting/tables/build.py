"""From cells to a wide table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.errors import VerificationError
from hippo_exp.reporting.cells import check_same_n, odd_counts
from hippo_exp.reporting.metrics import BLOCKS, metric_style
from hippo_exp.reporting.paper import PaperColumn
from hippo_exp.reporting.rows import RowReport
from hippo_exp.reporting.tables.cell_text import cell_text, effect_text, interval_text, p_text
from hippo_exp.reporting.tables.model import Block, TableHeader, WideTable
from hippo_exp.reporting.tables.remarks import footnotes_by_row, remarks
from hippo_exp.types import Cell, Comparison

INTERVAL = "95 % interval"


def build_table(
    cells: Sequence[Cell],
    reports: Sequence[RowReport],
    header: TableHeader,
    *,
    comparisons: Sequence[Comparison] = (),
    paper: PaperColumn | None = None,
    strict: bool = True,
) -> WideTable:
    """A wide table: a grid per family of metrics, then the effects, then the remarks.

    Args:
        cells: one per row, data set and metric; rows and metrics may come in any order.
        reports: the rows in the order of print.
        header: what stands above.
        comparisons: rows against baselines, possibly none.
        paper: for the tolerances named under the table.
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
    by_key = _index(cells, labels)
    columns = list(dict.fromkeys((cell.dataset, cell.metric) for cell in cells))
    blocks = [
        _block(title, [column for column in columns if _family(column) == name], by_key, labels)
        for name, title in BLOCKS.items()
        if any(_family(column) == name for column in columns)
    ]
    plain = {report.row: report.label for report in reports}
    blocks += _effect_blocks(comparisons, plain)
    warnings = [
        f"rows of {name} have different n ({', '.join(map(str, counts))}): not comparable"
        for name, counts in odd.items()
    ]
    return WideTable(
        header=header,
        warnings=(*header.notes, *warnings),
        blocks=tuple(blocks),
        footnotes=footnotes,
        remarks=remarks(cells, reports, paper, effects=bool(comparisons)),
    )


def _check_header(cells: Sequence[Cell], header: TableHeader) -> None:
    """The n above the table is the n of its cells (of one data set; counts rest on no question)."""
    found = {
        cell.n
        for cell in cells
        if cell.measured is not None
        and metric_style(cell.metric).block not in ("statistics", "cost")
    }
    if len({cell.dataset for cell in cells}) == 1 and found - {header.n}:
        raise VerificationError(
            f"the heading says n = {header.n} and the cells {', '.join(map(str, sorted(found)))}",
            where=header.title,
            fix="count the scored questions",
        )


def _family(column: tuple[str, str]) -> str:
    return metric_style(column[1]).block


def _index(cells: Sequence[Cell], labels: Mapping[str, str]) -> Mapping[tuple[str, str, str], Cell]:
    by_key: dict[tuple[str, str, str], Cell] = {}
    for cell in cells:
        key = (cell.row, cell.dataset, cell.metric)
        if cell.row not in labels or key in by_key:
            problem = "two cells" if key in by_key else "a cell of an unannounced row"
            raise VerificationError(problem, where="/".join(key), fix="give each row one report")
        by_key[key] = cell
    return by_key


def _block(
    title: str,
    columns: Sequence[tuple[str, str]],
    by_key: Mapping[tuple[str, str, str], Cell],
    labels: Mapping[str, str],
) -> Block:
    several = len({dataset for dataset, _ in columns}) > 1
    beside_paper = any(cell.paper is not None for cell in by_key.values())
    headings = ["Row"]
    rows: dict[str, list[str]] = {row: [label] for row, label in labels.items()}
    for dataset, metric in columns:
        style = metric_style(metric)
        shown = [_cell(by_key, row, dataset, metric) for row in labels]
        headings.append(f"{dataset} {style.heading}" if several else style.heading)
        with_interval = any(cell.ci_low is not None for cell in shown)
        headings += [INTERVAL] if with_interval else []
        for cell in shown:
            rows[cell.row].append(cell_text(cell, beside_paper=beside_paper))
            if with_interval:
                rows[cell.row].append(interval_text(cell.ci_low, cell.ci_high, style.digits))
    return Block(title, tuple(headings), tuple(tuple(row) for row in rows.values()))


def _cell(by_key: Mapping[tuple[str, str, str], Cell], row: str, dataset: str, metric: str) -> Cell:
    try:
        return by_key[row, dataset, metric]
    except KeyError as error:
        raise VerificationError(
            "missing cell", where=f"{row}/{dataset}/{metric}", fix="summarize every row and metric"
        ) from error


def _effect_blocks(comparisons: Sequence[Comparison], labels: Mapping[str, str]) -> list[Block]:
    """One block for each baseline and family of metrics."""
    blocks = []
    groups = dict.fromkeys((item.baseline, metric_style(item.metric).block) for item in comparisons)
    for baseline, family in groups:
        own = [
            item
            for item in comparisons
            if (item.baseline, metric_style(item.metric).block) == (baseline, family)
        ]
        metrics = list(dict.fromkeys(item.metric for item in own))
        headings = ["Row"]
        for metric in metrics:
            headings += [f"Δ {metric_style(metric).heading}", INTERVAL, "p"]
        rows: dict[str, list[str]] = {item.row: [labels[item.row]] for item in own}
        beside_paper = any(item.paper_effect is not None for item in own)
        for item in own:
            interval = interval_text(item.ci_low, item.ci_high, metric_style(item.metric).digits)
            effect = effect_text(item, beside_paper=beside_paper)
            rows[item.row] += [effect, interval, p_text(item.p_holm)]
        title = f"Effect on {family.replace('_', '-')}: row minus {labels[baseline]}"
        blocks.append(Block(title, tuple(headings), tuple(tuple(row) for row in rows.values())))
    return blocks
