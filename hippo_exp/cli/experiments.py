"""The experiments as commands; the library behind them is loaded when they run."""

from __future__ import annotations

from hippo_exp.cli.runner import Experiment
from hippo_exp.config.schema import PaperSettings, PathfindingSettings, RetrievalSettings
from hippo_exp.errors import HippoExpError


def retrieval_experiment(name: str) -> Experiment[RetrievalSettings]:
    """A table of retrieval rows, configured by ``configs/experiment/NAME.yaml``."""
    return Experiment(name, RetrievalSettings, _retrieval_faults, _run_retrieval)


def pathfinding_experiment() -> Experiment[PathfindingSettings]:
    """The path-finding companion experiment."""
    return Experiment("pathfinding", PathfindingSettings, _pathfinding_faults, _run_pathfinding)


def paper_experiment() -> Experiment[PaperSettings]:
    """The paper's tables on its data sets, with one report."""
    return Experiment("paper", PaperSettings, _paper_faults, _run_paper)


def _retrieval_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    from hippo_exp.pipeline.planning.preflight import retrieval_faults

    return retrieval_faults(settings)


def _run_retrieval(settings: RetrievalSettings, command: str) -> None:
    if settings.experiment.layout == "statistics":
        from hippo_exp.pipeline.statistics import run_statistics

        run_statistics(settings, command)
        return
    from hippo_exp.pipeline.retrieval import run_retrieval

    run_retrieval(settings, command)


def _pathfinding_faults(settings: PathfindingSettings) -> list[HippoExpError]:
    from hippo_exp.pipeline.pathfinding.preflight import pathfinding_faults

    return pathfinding_faults(settings)


def _run_pathfinding(settings: PathfindingSettings, command: str) -> None:
    from hippo_exp.pipeline.pathfinding.table import run_pathfinding

    run_pathfinding(settings, command)


def _paper_faults(settings: PaperSettings) -> list[HippoExpError]:
    from hippo_exp.pipeline.paper.preflight import paper_faults

    return paper_faults(settings)


def _run_paper(settings: PaperSettings, command: str) -> None:
    from hippo_exp.pipeline.paper.run import run_paper

    run_paper(settings, command)
