"""Are the counts there, and are they the paper's?"""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.pipeline.planning.gaps import reason_of, remedy_of
from hippo_exp.pipeline.planning.published import Published
from hippo_exp.pipeline.statistics.counting import Counted


def check_counted(
    settings: RetrievalSettings, counted: Sequence[Counted], paper: Published
) -> None:
    """Refuse a table of nothing and, in a strict run, one that is not whole or not the paper's.

    Raises:
        FaultListError: each row with its fault, both numbers where they differ.
    """
    faults: list[HippoExpError] = []
    nothing = not any(item.counts for item in counted)
    for item in counted:
        reason = reason_of(item.all_gaps)
        if reason and (nothing or settings.strict):
            what = f"the row {item.row.id} cannot be counted whole: {reason}"
            faults.append(DataError(what, fix=remedy_of(item.all_gaps)))
        wrong = _differing(item, paper)
        if settings.strict and wrong:
            what = f"counts differ from the paper's: {', '.join(wrong)}"
            fix = "check the files with their checksums, or run without strict=true"
            faults.append(DataError(what, where=item.row.id, fix=fix))
    if faults:
        raise FaultListError(faults)


def _differing(item: Counted, paper: Published) -> list[str]:
    """Counts with both numbers where the paper's extraction gives another; none for a near one."""
    if paper.cells is None or item.row.near:
        return []
    found = []
    for metric, count in item.counts.items():
        printed = paper.cells.get(item.row.id, metric)
        if printed is not None and count != printed:
            found.append(f"{metric} {count:,} (paper {printed:,.0f})")
    return found
