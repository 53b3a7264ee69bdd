"""The work of one point, in whichever process or machine it runs."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import cache_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError, HippoExpError
from hippo_exp.pipeline.cells.keeper import keeper_of
from hippo_exp.pipeline.planning.plan import PlannedRow, plan_rows
from hippo_exp.pipeline.run.scoring import score_rows
from hippo_exp.pipeline.sweep.shared import PROCESS
from hippo_exp.pipeline.sweep.summary import forget_summary, kept_summary
from hippo_exp.reporting import Stopwatch

NOT_BEGUN = "not begun: an earlier cell failed (cells.fail_fast=true)"


def work_on(
    settings: RetrievalSettings, planned: Sequence[PlannedRow] | None = None
) -> tuple[str, ...]:
    """Run every row of a point that has not been run; their numbers are in the cache afterwards.

    Args:
        settings: the point's.
        planned: its rows; None where this process has not planned them.

    Returns:
        One line for each row that failed, or for the point where none could begin.
    """
    try:
        bench = PROCESS.bench(settings)
        rows = tuple(planned) if planned is not None else plan_rows(settings, bench.inputs)
        keeper = keeper_of(settings.cells, cache_root(settings.cache.root))
        metrics = settings.experiment.metrics
        scored = score_rows(rows, bench, metrics, Stopwatch(), keeper)
        for item in rows:
            if item.row.id in scored.rankings:
                if settings.cells.mode == "overwrite":
                    forget_summary(item, bench.store)
                found = scored.rankings[item.row.id]
                kept_summary(item, bench.inputs.dataset, found, bench.store)
    except FaultListError as error:
        return tuple(str(fault) for fault in error.errors)
    except HippoExpError as error:
        return (str(error),)
    return tuple(str(error) for error in scored.failures)
