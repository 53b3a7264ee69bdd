"""Which stages of the cells that are left would have to be computed."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import cache_root
from hippo_exp.errors import HippoExpError
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.sweep.plan import PlannedPoint, to_rank
from hippo_exp.pipeline.sweep.shared import PROCESS
from hippo_exp.storage import NotKeptError, ProbeStore
from hippo_exp.text import counted

_KEPT = "kept"


def stage_lines(planned: Sequence[PlannedPoint]) -> list[str]:
    """How many of the rankings that are left find all stages kept, and what the others lack first.

    Nothing is computed but graphs, whose parts are all kept.
    """
    found: dict[str, int] = {}
    benches: dict[int, Workbench] = {}
    for point, item in to_rank(planned):
        inputs = PROCESS.inputs(point.point.settings)
        root = cache_root(point.point.settings.cache.root)
        bench = benches.setdefault(id(inputs), Workbench(inputs, ProbeStore(root)))
        first = _first_missing(bench, item)
        found[first] = found.get(first, 0) + 1
    lines = []
    if _KEPT in found:
        lines.append(f"{counted(found.pop(_KEPT), 'ranking')} with every stage kept")
    lines += [
        f"{counted(number, 'ranking')} for which the stage {stage} is computed first"
        for stage, number in sorted(found.items())
    ]
    return lines


def _first_missing(bench: Workbench, item: PlannedRow) -> str:
    try:
        bench.retriever(item.settings, item.row.method)
    except NotKeptError as error:
        return error.stage
    except HippoExpError:
        return "of its inputs"
    return _KEPT
