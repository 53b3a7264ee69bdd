"""What stands in the way of the run over the paper's tables."""

from __future__ import annotations

from hippo_exp.config import repeated
from hippo_exp.config.schema import PaperSettings
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.pipeline.paper.tables import counts_only, row_ids
from hippo_exp.pipeline.planning.checkpoints import checkpoint_faults
from hippo_exp.pipeline.planning.places import cache_faults, result_faults
from hippo_exp.text import did_you_mean

PAPER = "paper"
"""Folder of the report in the results tree, and the end of the tables' own."""


def paper_faults(settings: PaperSettings) -> list[HippoExpError]:
    """Names that are not, or twice, and folders that cannot be read or written."""
    faults: list[HippoExpError] = [
        *result_faults(settings, PAPER),
        *cache_faults(settings),
        *repeated(settings.tables, "tables"),
        *repeated(settings.datasets, "datasets"),
        *repeated(settings.rows or (), "rows"),
    ]
    if settings.limit is not None and all(counts_only(name) for name in settings.tables):
        what = "a limit of questions has no effect on tables of counts"
        faults.append(ConfigError(what, where=f"limit={settings.limit}", fix="leave it out"))
    known = row_ids(settings.tables)
    for row in settings.rows or ():
        if row not in known:
            fix = did_you_mean(row, known, all_of="there are")
            faults.append(ConfigError(f"no row is named {row!r}", where="rows", fix=fix))
    if settings.rows is not None and not settings.rows:
        fix = "leave rows out for all of them"
        faults.append(ConfigError("no row is chosen", where="rows", fix=fix))
    return [*faults, *checkpoint_faults(settings)]
