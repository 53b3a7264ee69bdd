"""How a table begins that measures more than recall: read, planned, a free folder, a workbench."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hippo_exp.config import cache_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.cells.keeper import CellKeeper, keeper_of
from hippo_exp.pipeline.pages.guard import free_folder
from hippo_exp.pipeline.planning.plan import PlannedRow, plan_rows, show_plan
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrieval import results_folder
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.reporting import Stopwatch
from hippo_exp.storage import Store


@dataclass(frozen=True)
class Begun:
    """A table before its rows run.

    Attributes:
        planned: the rows.
        not_run: ids of those that cannot run.
        folder: where the results go.
        bench: the data, and what rows share; its watch times the stages.
        keeper: of the rows' rankings.
    """

    planned: tuple[PlannedRow, ...]
    not_run: list[str]
    folder: Path
    bench: Workbench
    keeper: CellKeeper


def begin(settings: RetrievalSettings) -> Begun | None:
    """Read and plan; None where ``dry_run`` asks for the plan alone, which is then printed.

    Raises:
        FaultListError: files are missing, or no row can run.
        HippoExpError: the data cannot be read, or the folder holds results of other settings.
    """
    watch = Stopwatch()
    with watch.stage("load"):
        inputs = read_inputs(settings)
    planned = plan_rows(settings, inputs)
    if settings.dry_run:
        show_plan(settings, inputs, planned)
        return None
    not_run = [item.row.id for item in planned if item.reason]
    folder = free_folder(results_folder(settings), settings, not_run)
    cache = cache_root(settings.cache.root)
    bench = Workbench(inputs, Store(cache, waiting=say), watch)
    return Begun(planned, not_run, folder, bench, keeper_of(settings.cells, cache))
