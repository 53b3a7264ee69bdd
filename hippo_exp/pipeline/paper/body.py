"""What the report shows of the cells: the summary, each table, the paper's own averages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.paper.printed import own_averages, paper_table
from hippo_exp.reporting import LEGEND
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.tables import cell_text
from hippo_exp.types import Cell

_DATASET = "dataset=musique"
"""A data set of the paper: on it a table has all of the paper's rows."""


def body_of(tables: Mapping[str, Sequence[Cell]]) -> Iterator[str]:
    """Lines that depend on the cells alone, so that they can be made again from ``cells.csv``.

    Args:
        tables: name -> cells of all data sets, averages last; one without cells is left out.
    """
    shown = {name: cells for name, cells in tables.items() if cells}
    yield from _summary(shown)
    for name, cells in shown.items():
        yield from _table(name, cells)
    yield from _own_averages(list(shown))


def _summary(tables: Mapping[str, Sequence[Cell]]) -> Iterator[str]:
    yield "| table | cells | " + " | ".join(LEGEND) + " |"
    yield "|---|---:|" + "---:|" * len(LEGEND)
    everything = [cell for cells in tables.values() for cell in cells]
    for name, cells in [*tables.items(), ("all", everything)]:
        counts = [sum(cell.verdict == mark for cell in cells) for mark in LEGEND]
        yield f"| {name} | {len(cells)} | " + " | ".join(map(str, counts)) + " |"
    yield ""
    yield " · ".join(f"{mark} {meaning}" for mark, meaning in LEGEND.items())
    yield ""
    yield "A cell reads measured (paper, difference mark); averages count as cells."
    yield ""


def _table(name: str, cells: Sequence[Cell]) -> Iterator[str]:
    printed = paper_table(name)
    labels = _labels(name)
    datasets = list(dict.fromkeys(cell.dataset for cell in cells))
    by_key = {(cell.row, cell.dataset, cell.metric): cell for cell in cells}
    heads = [(dataset, metric) for dataset in datasets for metric in printed.metrics]
    yield f"## {printed.id.replace('table', 'Table ')}: {printed.caption}"
    yield ""
    yield "| row | " + " | ".join(f"{d} {metric_style(m).heading}" for d, m in heads) + " |"
    yield "|---|" + "---|" * len(heads)
    for row in dict.fromkeys(cell.row for cell in cells):
        shown = [by_key.get((row, dataset, metric)) for dataset, metric in heads]
        texts = [cell_text(cell) if cell is not None else "" for cell in shown]
        yield f"| {labels.get(row, row)} | " + " | ".join(texts) + " |"
    yield ""
    allowed = ", ".join(
        f"{kind} {'none' if value is None else f'{value:g} points'}"
        for kind, value in printed.tolerances.items()
    )
    yield f"Tolerance by kind of row, stated beforehand: {allowed}."
    yield ""
    notes = [row.note for row in printed.rows.values() if row.note]
    if notes or printed.notes:
        yield from (f"- {note}" for note in dict.fromkeys([*printed.notes, *notes]))
        yield ""


def _labels(table: str) -> dict[str, str]:
    settings = load_settings(RetrievalSettings, f"experiment/{table}", [_DATASET])
    return {row.id: row.label for row in settings.experiment.rows}


def _own_averages(tables: Sequence[str]) -> Iterator[str]:
    count, wrong = own_averages([paper_table(name) for name in tables])
    yield "## The paper's own averages"
    yield ""
    yield f"{count} printed averages recomputed from the paper's cells; not the mean: {len(wrong)}."
    yield ""
    for table, label, metric, printed, mean in wrong:
        heading = metric_style(metric).heading
        yield f"- {table}, {label}, {heading}: printed {printed:.1f}, the cells give {mean:.1f}"
    yield ""
