"""The report over all tables, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hippo_exp.pipeline.paper.needs import MissingFile, Need
from hippo_exp.pipeline.paper.plan import PaperRun
from hippo_exp.pipeline.paper.printed import own_averages, paper_table
from hippo_exp.pipeline.planning.gaps import STATES
from hippo_exp.reporting import LEGEND
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.reporting.tables import cell_text
from hippo_exp.types import Cell


@dataclass(frozen=True)
class Report:
    """What the page is made of.

    Attributes:
        command: makes it again.
        cells: table -> cells, averages last.
        states: (table, data set, state, folder) of every run.
        needs: what is lacking.
        files: the released files among that.
        runs: as planned.
        limit: questions scored of each table, where not all are.
    """

    command: str
    cells: Mapping[str, Sequence[Cell]]
    states: Sequence[tuple[str, str, str, str]]
    needs: Sequence[Need]
    files: Sequence[MissingFile]
    runs: Sequence[PaperRun]
    limit: int | None = None


def render(report: Report) -> str:
    """The page, the same for the same results."""
    parts = [
        ["# The paper's tables, cell by cell", "", f"Made by `{report.command}`", ""],
        [] if report.limit is None else [f"PARTIAL: at most {report.limit} questions each.", ""],
        list(_summary(report)),
        *(list(_table(report, name)) for name in report.cells),
        list(_own_averages(report)),
        list(_needs(report)),
        list(_runs(report)),
    ]
    return "\n".join(line for part in parts for line in part).rstrip("\n") + "\n"


def _summary(report: Report) -> Iterator[str]:
    yield "| table | cells | " + " | ".join(LEGEND) + " |"
    yield "|---|---:|" + "---:|" * len(LEGEND)
    everything = [cell for cells in report.cells.values() for cell in cells]
    for name, cells in [*report.cells.items(), ("all", everything)]:
        counts = [sum(cell.verdict == mark for cell in cells) for mark in LEGEND]
        yield f"| {name} | {len(cells)} | " + " | ".join(map(str, counts)) + " |"
    yield ""
    yield " · ".join(f"{mark} {meaning}" for mark, meaning in LEGEND.items())
    yield ""
    yield "A cell reads measured (paper, difference mark); averages count as cells."
    yield ""


def _table(report: Report, name: str) -> Iterator[str]:
    printed = paper_table(name)
    cells = report.cells[name]
    labels = {
        row.id: row.label
        for run in report.runs
        if run.table == name
        for row in run.settings.experiment.rows
    }
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


def _own_averages(report: Report) -> Iterator[str]:
    count, wrong = own_averages([paper_table(name) for name in report.cells])
    yield "## The paper's own averages"
    yield ""
    yield f"{count} printed averages recomputed from the paper's cells; not the mean: {len(wrong)}."
    yield ""
    for table, label, metric, printed, mean in wrong:
        heading = metric_style(metric).heading
        yield f"- {table}, {label}, {heading}: printed {printed:.1f}, the cells give {mean:.1f}"
    yield ""


def _needs(report: Report) -> Iterator[str]:
    yield "## What the rest needs"
    yield ""
    if not report.needs:
        yield "Nothing: every cell can be measured here."
        yield ""
        return
    if report.files:
        names = dict.fromkeys(item.file.path.partition("/")[0] for item in report.files)
        yield f"Files: `hippo-exp data fetch {' '.join(names)}`"
        yield ""
        yield "| file, below the data root | source | git blob | cells that need it |"
        yield "|---|---|---|---:|"
        for item in report.files:
            file = item.file
            yield f"| {file.path} | {item.address} | {file.git_blob_sha1} | {item.cells} |"
        yield ""
    others = [need for need in report.needs if need.gap.fetch is None]
    for kind, title in STATES.items():
        for need in others:
            if need.gap.kind == kind:
                run = f" Run: `{need.gap.command}`" if need.gap.command else ""
                cost = " Money and hours: unknown." if kind == "llm" else ""
                yield f"- {title} ({need.cells} cells): {need.gap.reason}.{run}{cost}"
    yield ""


def _runs(report: Report) -> Iterator[str]:
    yield "## Runs"
    yield ""
    yield "| table | data set | state | results |"
    yield "|---|---|---|---|"
    for table, dataset, state, folder in report.states:
        yield f"| {table} | {dataset} | {' '.join(state.replace('|', '/').split())} | {folder} |"
