"""From axes to the diagrams in ``out/phases/instances``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hippo_exp.config import project_root, results_root
from hippo_exp.config.schema.phases import PhaseSettings
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.evaluation import rng_for
from hippo_exp.pathfinding import InstanceParameters, generate_instance, instance_rng
from hippo_exp.pathfinding.phases import (
    Phase,
    first_place,
    hub_phase,
    missing_phase,
    rival_phase,
)
from hippo_exp.pipeline.pages.guard import free_folder, publish, recorded_settings
from hippo_exp.pipeline.pathfinding.rankers import solve_ppr
from hippo_exp.pipeline.phases.page import Values, phases_page
from hippo_exp.pipeline.planning.places import result_faults
from hippo_exp.pipeline.progress import say, track
from hippo_exp.reporting import (
    Results,
    RowReport,
    Stopwatch,
    TableHeader,
    collect_environment,
    make_cell,
    make_manifest,
)
from hippo_exp.reporting.figures.instance_graph import instance_graph
from hippo_exp.reporting.figures.phases import phases_figure
from hippo_exp.reporting.summarize import cell_interval
from hippo_exp.storage import digest_json
from hippo_exp.text import counted, did_you_mean
from hippo_exp.types import Cell

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMES = ("missing", "rivals", "hubs")
NOT_IN_PAPER = "the paper has no such diagram"
METRIC = "hits@1"
DIAGRAMS = "diagrams.md"
"""The same numbers as grids, with the argument's boundary beside the measured one."""


def phase_faults(settings: PhaseSettings) -> list[HippoExpError]:
    """Diagrams that there are not, shapes that cannot be made, a folder that cannot be written."""
    faults = list(result_faults(settings, "phases"))
    for name in settings.rows or ():
        if name not in NAMES:
            fix = did_you_mean(name, NAMES, all_of="there are")
            faults.append(ConfigError(f"no diagram is named {name!r}", where="rows", fix=fix))
    for phase in _phases(settings):
        try:
            for x in phase.xs:
                for y in phase.ys:
                    phase.shape(x, y).check()
        except FaultListError as error:
            faults += error.errors
        except HippoExpError as error:
            faults.append(error)
    return faults


def run_phases(settings: PhaseSettings, command: str) -> None:
    """Run every point of every diagram; write the results, print the table.

    Raises:
        StoreError: the folder holds results that would be lost, or cannot be written.
    """
    phases = _phases(settings)
    points = [(phase, x, y) for phase in phases for y in phase.ys for x in phase.xs]
    if settings.dry_run:
        print(f"{counted(len(points), 'point')}, {counted(settings.n_run, 'instance')} at each")
        return
    folder = results_root(settings.out) / "phases" / (settings.label or "instances")
    folder = free_folder(folder, settings)
    watch = Stopwatch()
    with watch.stage("points"):
        cells = [
            _cell(settings, *point)
            for point in track(points, total=len(points), what="phase diagrams", unit="points")
        ]
    results = _results(settings, points, cells, watch, command)
    written = publish(folder, settings, results)
    print(results.extra_files[DIAGRAMS].decode("utf-8"))
    say(f"written to {written}")


Points = Sequence[tuple[Phase, float, float]]
"""(diagram, x, y) of every point."""


def _results(
    settings: PhaseSettings,
    points: Points,
    cells: Sequence[Cell],
    watch: Stopwatch,
    command: str,
) -> Results:
    phases = list({phase.id: phase for phase, _, _ in points}.values())
    values = dict(zip([(phase.id, x, y) for phase, x, y in points], cells, strict=True))
    page = phases_page(phases, values, settings, command)
    reports = [
        RowReport(row=cell.row, label=_label(*point))
        for cell, point in zip(cells, points, strict=True)
    ]
    manifest = make_manifest(
        experiment="phases",
        dataset="instances",
        config=recorded_settings(settings),
        seeds={"seed": settings.seed},
        inputs={},
        environment=collect_environment(project_root()),
        stages=watch.records,
        reports=reports,
        extra={"command": command},
    )
    header = TableHeader(
        title="Where Personalized PageRank stops to rank the answer first",
        dataset="instances",
        n=settings.n_run,
        command=command,
        facts=(("restart probability", f"{settings.restart_prob:g}"),),
        unit="instance",
    )
    return Results(
        cells=cells,
        reports=reports,
        header=header,
        manifest=manifest,
        figures=_figures(settings, phases, values),
        extra_files={DIAGRAMS: page.encode("utf-8")},
    )


def _figures(settings: PhaseSettings, phases: Sequence[Phase], values: Values) -> dict[str, Figure]:
    """The diagrams, and small instances of the shapes that defeat the method."""
    figures = {"phases": phases_figure(phases, values, settings.n_run)}
    for name, shape in _SHAPES.items():
        if settings.rows is None or name in settings.rows:
            instance = generate_instance(shape, instance_rng(shape, settings.seed, 0))
            mass = solve_ppr(instance.adjacency, instance.reset, settings.restart_prob)
            figures[f"shape_{name}"] = instance_graph(instance, mass)
    return figures


def _label(phase: Phase, x: float, y: float) -> str:
    return f"{phase.title}: {phase.x} {x:g}, {phase.y} {y:g}"


_SHAPES = {
    "rivals": InstanceParameters(distractors=2, hops=1, rivals=1, rival_paths=6),
    "hubs": InstanceParameters(distractors=3, hops=2, hubs=2, hub_degree=8),
}
"""Diagram -> a small instance of the shape that defeats the method, for drawing."""


def _phases(settings: PhaseSettings) -> list[Phase]:
    axes = settings.axes
    found = [
        missing_phase(axes.missing, axes.missing_hops),
        rival_phase(axes.rival_paths, axes.rival_extra, settings.restart_prob),
        hub_phase(axes.hub_degree, axes.hubs),
    ]
    return [phase for phase in found if settings.rows is None or phase.id in settings.rows]


def _cell(settings: PhaseSettings, phase: Phase, x: float, y: float) -> Cell:
    row = f"{phase.id}_{x:g}_{y:g}".replace(".", "p")
    values = 100 * first_place(
        phase.shape(x, y), settings.n_run, settings.seed, settings.restart_prob, solve_ppr
    )
    generator = rng_for(settings.seed, row, METRIC)
    plain = [float(value) for value in values]
    return make_cell(
        experiment="phases",
        row=row,
        dataset="instances",
        metric=METRIC,
        n=len(plain),
        measured=sum(plain) / len(plain),
        interval=cell_interval(plain, generator, settings.bootstrap_resamples),
        reason=NOT_IN_PAPER,
        cell_id=digest_json([recorded_settings(settings), row])[:16],
    )
