"""The stages of a run, each named once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hippo_exp.reporting import StageRecord


def merged_stages(records: Sequence[StageRecord]) -> list[StageRecord]:
    """Records of one name as one: seconds added, the highest peak, in the order of first ends.

    A stage that is entered once for each block of questions (``rows/hipporag/ranking/ppr``) is so
    one line of the manifest.
    """
    merged: dict[str, StageRecord] = {}
    for record in records:
        known = merged.get(record.stage)
        if known is not None:
            seconds = known.seconds + record.seconds
            peak = max(known.peak_mb, record.peak_mb)
            record = replace(record, seconds=seconds, peak_mb=peak)
        merged[record.stage] = record
    return list(merged.values())


DEPTH = 20
"""Passages kept of each ranking."""
SYNONYM_EDGES = "synonym_edges"
"""Count of synonymy edges by the chosen encoder; ``NAME_synonym_edges`` are those by NAME."""
