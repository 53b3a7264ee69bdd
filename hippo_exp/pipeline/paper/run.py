"""``experiments.paper``: run what can run, keep what is there, report every cell."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hippo_exp.config import data_root, project_root, results_root
from hippo_exp.config.schema.paper import PaperSettings
from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.pipeline.pages.guard import free_folder, publish_files, recorded_settings
from hippo_exp.pipeline.paper.cells import average_cells, cells_of
from hippo_exp.pipeline.paper.needs import missing_message, missing_released, needs_of
from hippo_exp.pipeline.paper.plan import (
    PaperRun,
    kept_cells,
    paper_label,
    plan_paper,
    stored_cells,
)
from hippo_exp.pipeline.paper.preflight import PAPER
from hippo_exp.pipeline.paper.printed import paper_table
from hippo_exp.pipeline.paper.report import Report, render
from hippo_exp.pipeline.planning.gaps import state_of
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.pipeline.statistics import run_statistics
from hippo_exp.reporting import cells_to_csv, collect_environment, make_manifest, read_cells
from hippo_exp.text import counted
from hippo_exp.types import Cell


@dataclass
class Outcome:
    """What became of one table on one data set.

    Attributes:
        run: as planned.
        state: ``made``, now or before, or why there are no results.
        cells: of its results; None where there are none.
    """

    run: PaperRun
    state: str
    cells: list[Cell] | None = field(default=None, repr=False)


def run_paper(settings: PaperSettings, command: str) -> None:
    """Make every table that can be made, and write ``out/paper/report.md`` and ``cells.csv``.

    What an earlier run made with the same settings is kept. A table that fails does not stop the
    others; the report says why.

    Raises:
        FaultListError: nothing at all can run, or a table failed; the report is written before.
    """
    runs = plan_paper(settings)
    root = data_root(settings.data.root)
    needs = needs_of(runs)
    files = missing_released(needs, root)
    if files:
        say(missing_message(files, root))
    if settings.dry_run:
        for run in runs:
            _show(run)
        return
    if not any(run.can_run or kept_cells(run) is not None for run in runs):
        lacking = (
            f"{counted(len(files), 'file')} missing (listed above)" if files else "see the states"
        )
        fix = "hippo-exp data fetch " + " ".join(dict.fromkeys(run.dataset for run in runs))
        raise DataError(f"no table can run: {lacking}", where=str(root), fix=fix)
    folder = results_root(settings.out) / (
        PAPER if settings.limit is None else paper_label(settings)
    )
    folder = free_folder(folder, settings)
    outcomes = [_outcome(run, command, overwrite=settings.overwrite) for run in runs]
    cells, states = _cells(outcomes), _states(outcomes)
    _write(folder, settings, Report(command, cells, states, needs, tuple(files), settings.limit))
    failed = [item for item in outcomes if item.state.startswith("failed")]
    if failed:
        raise FaultListError(
            [DataError(f"{x.run.table} {x.state}", where=x.run.dataset) for x in failed]
        )


def _show(run: PaperRun) -> None:
    """Print what a run would do."""
    print(f"{run.table} {run.dataset} -> {run.folder}")
    states = {row: state_of(gaps) for (row, _), gaps in run.gaps.items()}
    for row, state in states.items():
        print(f"    {row:34} {state}")


def _outcome(run: PaperRun, command: str, *, overwrite: bool) -> Outcome:
    cells = None if overwrite else kept_cells(run)
    if cells is not None:
        say(f"{run.table} {run.dataset}: kept, made with the same settings")
        return Outcome(run, "made", cells)
    if not run.can_run:
        return Outcome(run, "not run")
    say(f"{run.table} {run.dataset}")
    work = run_statistics if run.settings.experiment.layout == "statistics" else run_retrieval
    try:
        # The tables' pages are in their folders; the report shows all of them.
        with contextlib.redirect_stdout(io.StringIO()):
            work(run.settings, command)
        return Outcome(run, "made", read_cells(run.folder / "cells.csv"))
    except HippoExpError as error:
        say(f"{run.table} {run.dataset} failed: {error}")
        # Rows that did not fail have their results all the same.
        return Outcome(run, f"failed: {error}", stored_cells(run))


def _states(outcomes: Sequence[Outcome]) -> tuple[tuple[str, str, str, str], ...]:
    """(table, data set, state, folder below the results tree) of every run."""
    return tuple(
        (x.run.table, x.run.dataset, x.state, "/".join(x.run.folder.parts[-2:]) if x.cells else "")
        for x in outcomes
    )


def _cells(outcomes: Sequence[Outcome]) -> dict[str, list[Cell]]:
    """Table -> cells of all data sets, then the averages."""
    found: dict[str, list[Cell]] = {}
    for item in outcomes:
        failed = item.state if item.state.startswith("failed") else ""
        printed = paper_table(item.run.table)
        cells = cells_of(item.run, item.cells, failed, printed)
        found.setdefault(item.run.table, []).extend(cells)
    for table, cells in found.items():
        cells += average_cells(paper_table(table), cells)
    return found


def _write(folder: Path, settings: PaperSettings, report: Report) -> None:
    page = render(report)
    cells = [cell for found in report.cells.values() for cell in found]
    files = {"cells.csv": cells_to_csv(cells), "report.md": page.encode("utf-8")}
    manifest = make_manifest(
        experiment="paper",
        dataset="paper",
        config=recorded_settings(settings),
        seeds={"seed": settings.seed},
        inputs={},
        environment=collect_environment(project_root()),
        extra={
            "command": report.command,
            "folders": [made for *_, made in report.states if made],
        },
    )
    folder = publish_files(folder, settings, files, manifest)
    print(page)
    say(f"written to {folder}")
