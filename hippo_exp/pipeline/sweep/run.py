"""A sweep from its plan to its joined table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from hippo_exp.config import cache_root, project_root, results_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import ConfigError, DataError, FaultListError, HippoExpError
from hippo_exp.pipeline.cache.cap import keep_to_cap
from hippo_exp.pipeline.llm.rows import asks_llm
from hippo_exp.pipeline.pages.guard import free_folder, publish_files, recorded_settings
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.run.whole import whole_measures
from hippo_exp.pipeline.stages import DEPTH
from hippo_exp.pipeline.sweep.collect import NOT_RUN, collect
from hippo_exp.pipeline.sweep.launch import is_launched, launch
from hippo_exp.pipeline.sweep.pages import joined_csv, sweep_figures, sweep_page
from hippo_exp.pipeline.sweep.plan import PlannedPoint, plan_lines, plan_sweep
from hippo_exp.pipeline.sweep.points import Sweep
from hippo_exp.pipeline.sweep.stages import stage_lines
from hippo_exp.pipeline.sweep.work import NOT_BEGUN, work_on
from hippo_exp.reporting import Stopwatch, collect_environment, make_manifest, read_manifest
from hippo_exp.reporting.tables.pivot import Placed
from hippo_exp.storage import digest_json
from hippo_exp.text import counted

LAYOUTS = ("table", "grid")
_LONGEST = 71
"""Letters of a folder's name before its digest."""


def sweep_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Why a table cannot be swept; empty where it can."""
    experiment = settings.experiment
    fix = f"use python -m experiments.{experiment.name} -m, which runs its points one by one"
    where = f"experiment={experiment.name}"
    if experiment.layout not in LAYOUTS:
        return [ConfigError("it has no cells that can be joined", where=where, fix=fix)]
    if settings.reader is not None or any(asks_llm(settings, row) for row in experiment.rows):
        return [ConfigError("its rows ask a language model", where=where, fix=fix)]
    whole = ", ".join(whole_measures(experiment.metrics))
    if whole:
        what = f"{whole} needs whole rankings, of which cells keep the first places"
        more = f"choose other measures with experiment.metrics=[recall@5], or {fix}"
        return [ConfigError(what, where=where, fix=more)]
    return []


def run_sweep(sweep: Sweep, hydra: Sequence[str], command: str) -> None:
    """Plan, run what is missing, join what is there; print the table.

    Args:
        sweep: see ``make_sweep``.
        hydra: overrides of Hydra's own settings, the launcher among them.
        command: the command that makes these results again.

    Raises:
        FaultListError: cells failed, which is said after the table of the others is written; or
            no cell has numbers.
    """
    watch, first = Stopwatch(), sweep.points[0].settings
    with watch.stage("plan"):
        planned = plan_sweep(sweep)
    for line in plan_lines(sweep, planned):
        say(line)
    if first.dry_run:
        for line in stage_lines(planned):
            say(line)
        _print_points(planned)
        return
    folder = free_folder(_folder(sweep), first)
    with watch.stage("cells"):
        faults = _run_missing(sweep, planned, hydra)
    with watch.stage("join"):
        cells = collect(planned, faults)
    _publish(folder, sweep, planned, cells, command, watch)
    keep_to_cap(first.cache)
    failed = [
        DataError(f"{item.cell.row} at {_at(item)}: {item.cell.reason}")
        for item in cells
        if item.cell.reason.startswith("FAILED") and item.cell.measured is None
    ]
    broken = [DataError(f"{item.point.name}: {item.error}") for item in planned if item.error]
    if failed or broken:
        raise FaultListError(_distinct([*broken, *failed]))


def _run_missing(
    sweep: Sweep, planned: Sequence[PlannedPoint], hydra: Sequence[str]
) -> dict[int, tuple[str, ...]]:
    """Number of a point -> what went wrong there; only of points that were run."""
    settings = sweep.points[0].settings
    if settings.cells.mode == "table_only":
        return {}
    left = [
        number for number, item in enumerate(planned) if not item.error and not item.is_finished
    ]
    if not left:
        return {}
    if not is_launched(hydra):
        return _work_here(planned, left)
    own = digest_json([list(point.overrides) for point in sweep.points])[:16]
    place = cache_root(settings.cache.root) / "sweeps" / own
    points = [sweep.points[number].overrides for number in left]
    returned = launch(sweep.experiment, hydra, points, place)
    return dict(zip(left, returned, strict=True))


def _work_here(planned: Sequence[PlannedPoint], left: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Run points in this process, by the plan that it has made."""
    faults: dict[int, tuple[str, ...]] = {}
    for number in left:
        settings = planned[number].point.settings
        failed = settings.cells.fail_fast and any(faults.values())
        faults[number] = (NOT_BEGUN,) if failed else work_on(settings, planned[number].rows)
    return faults


def _publish(
    folder: Path,
    sweep: Sweep,
    planned: Sequence[PlannedPoint],
    cells: Sequence[Placed],
    command: str,
    watch: Stopwatch,
) -> None:
    settings = sweep.points[0].settings
    measured = sum(item.cell.measured is not None for item in cells)
    names = ", ".join(dict.fromkeys(item.cell.dataset for item in cells))
    title = f"Sweep of {sweep.experiment} on {names or settings.dataset.name}"
    left = sum(item.cell.reason == NOT_RUN for item in cells)
    notes = [f"PARTIAL: {counted(left, 'cell')} not run yet"] if left else []
    page = sweep_page(sweep, cells, title=title, command=command, notes=notes)
    manifest = make_manifest(
        experiment="sweep",
        dataset=settings.dataset.name,
        config=recorded_settings(settings),
        seeds={"seed": settings.seed},
        inputs=_inputs(planned),
        environment=collect_environment(project_root()),
        stages=watch.records,
        extra={
            "command": command,
            "sweep": {axis.key: list(axis.values) for axis in sweep.axes},
            "cells": {"measured": measured, "all": len(cells), "depth": DEPTH},
        },
    )
    files = {"cells.csv": joined_csv(cells, sweep.axes), "table.md": page.encode("utf-8")}
    print(page)
    if _is_there(folder, files):
        say(f"nothing has changed in {folder}")
        return
    written = publish_files(folder, settings, files, manifest, sweep_figures(sweep, cells, title))
    say(f"written to {written}")


def _inputs(planned: Sequence[PlannedPoint]) -> dict[str, str]:
    """Data set -> its digest, of every point whose data were read."""
    return {item.dataset.name: item.dataset.digest for item in planned if item.dataset is not None}


def _is_there(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Whether the folder holds exactly these files from a run that ended."""
    try:
        read_manifest(folder / "manifest.json")
        return all((folder / name).read_bytes() == data for name, data in files.items())
    except (HippoExpError, OSError):
        return False


def _folder(sweep: Sweep) -> Path:
    """``out/sweep/LABEL``; a label that nobody gave tells the table, the data and the axes."""
    settings = sweep.points[0].settings
    axes: Mapping[str, object] = {axis.key: axis.values for axis in sweep.axes}
    names = [key.split(".")[-1] for key in axes]
    words = "-".join([sweep.experiment, settings.dataset.name, *names])
    label = settings.label or f"{words[:_LONGEST]}-{digest_json(axes)[:8]}"
    return results_root(settings.out) / "sweep" / label


def _print_points(planned: Sequence[PlannedPoint]) -> None:
    for item in planned:
        for row in item.rows:
            print(f"{item.point.name:40} {row.row.id:34} {row.work_id}  {item.states[row.row.id]}")


def _at(item: Placed) -> str:
    return ", ".join(f"{key.split('.')[-1]}={value}" for key, value in item.place.items())


def _distinct(errors: Sequence[HippoExpError]) -> list[HippoExpError]:
    return list({str(error): error for error in errors}.values())
