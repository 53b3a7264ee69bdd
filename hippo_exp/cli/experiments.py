"""The experiments as commands; the library behind them is loaded when they run."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from hippo_exp.cli.runner import Experiment
from hippo_exp.config.schema import PaperSettings, PathfindingSettings, RetrievalSettings
from hippo_exp.config.schema.experiment import COST_LAYOUTS
from hippo_exp.config.schema.phases import PhaseSettings
from hippo_exp.errors import HippoExpError

_TABLE = ("retrieval", "run_retrieval")
_WORK: Mapping[str, tuple[str, str]] = {
    "statistics": ("statistics", "run_statistics"),
    "errors": ("errors", "run_errors"),
    "passage_mass": ("mass", "run_mass"),
    "maintenance": ("maintenance", "run_maintenance"),
    "openie_quality": ("quality", "run_quality"),
    "index_watch": ("watch", "run_watch"),
    "classes": ("classes", "run_classes"),
    "variety": ("variety", "run_variety"),
    **dict.fromkeys(COST_LAYOUTS, ("cost", "run_cost")),
}
"""Layout of an experiment -> module of the pipeline and its function; a table by default."""


def retrieval_experiment(name: str) -> Experiment[RetrievalSettings]:
    """A table of retrieval rows, configured by ``configs/experiment/NAME.yaml``."""
    return Experiment(name, RetrievalSettings, _retrieval_faults, _run_retrieval)


def pathfinding_experiment() -> Experiment[PathfindingSettings]:
    """The path-finding companion experiment."""
    return Experiment("pathfinding", PathfindingSettings, _pathfinding_faults, _run_pathfinding)


def phase_experiment() -> Experiment[PhaseSettings]:
    """The phase diagrams of path-finding."""
    return Experiment("phases", PhaseSettings, _phase_faults, _run_phases)


def paper_experiment() -> Experiment[PaperSettings]:
    """The paper's tables on its data sets, with one report."""
    return Experiment("paper", PaperSettings, _paper_faults, _run_paper)


def _retrieval_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    from hippo_exp.pipeline.planning.preflight import retrieval_faults

    return retrieval_faults(settings)


def _run_retrieval(settings: RetrievalSettings, command: str) -> None:
    module, function = _WORK.get(settings.experiment.layout, _TABLE)
    getattr(import_module(f"hippo_exp.pipeline.{module}"), function)(settings, command)


def _pathfinding_faults(settings: PathfindingSettings) -> list[HippoExpError]:
    from hippo_exp.pipeline.pathfinding.preflight import pathfinding_faults

    return pathfinding_faults(settings)


def _run_pathfinding(settings: PathfindingSettings, command: str) -> None:
    from hippo_exp.pipeline.pathfinding.table import run_pathfinding

    run_pathfinding(settings, command)


def _phase_faults(settings: PhaseSettings) -> list[HippoExpError]:
    from hippo_exp.pipeline.phases import phase_faults

    return phase_faults(settings)


def _run_phases(settings: PhaseSettings, command: str) -> None:
    from hippo_exp.pipeline.phases import run_phases

    run_phases(settings, command)


def _paper_faults(settings: PaperSettings) -> list[HippoExpError]:
    from hippo_exp.pipeline.paper.preflight import paper_faults

    return paper_faults(settings)


def _run_paper(settings: PaperSettings, command: str) -> None:
    from hippo_exp.pipeline.paper.run import run_paper

    run_paper(settings, command)
