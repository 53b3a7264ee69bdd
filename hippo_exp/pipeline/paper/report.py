"""The report over all tables, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hippo_exp.pipeline.paper.body import body_of
from hippo_exp.pipeline.paper.cost import cost_sentence
from hippo_exp.pipeline.paper.needs import MissingFile, Need
from hippo_exp.pipeline.planning.gaps import STATES
from hippo_exp.text import counted
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
        limit: questions scored of each table, where not all are.
    """

    command: str
    cells: Mapping[str, Sequence[Cell]]
    states: Sequence[tuple[str, str, str, str]]
    needs: Sequence[Need]
    files: Sequence[MissingFile]
    limit: int | None = None


def render(report: Report) -> str:
    """The page, the same for the same results."""
    parts = [
        ["# The paper's tables, cell by cell", "", f"Made by `{report.command}`", ""],
        []
        if report.limit is None
        else [f"PARTIAL: at most {counted(report.limit, 'question')} each.", ""],
        list(body_of(report.cells)),
        list(_needs(report)),
        list(_runs(report)),
    ]
    return "\n".join(line for part in parts for line in part).rstrip("\n") + "\n"


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
                cost = f" {cost_sentence(need.rows)}" if kind == "llm" else ""
                count = counted(need.cells, "cell")
                reason = need.gap.reason.removeprefix(f"{title}: ")
                yield f"- {title} ({count}): {reason}.{run}{cost}"
    yield ""


def _runs(report: Report) -> Iterator[str]:
    yield "## Runs"
    yield ""
    yield "| table | data set | state | results |"
    yield "|---|---|---|---|"
    for table, dataset, state, folder in report.states:
        yield f"| {table} | {dataset} | {' '.join(state.replace('|', '/').split())} | {folder} |"
