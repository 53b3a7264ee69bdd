"""The calls of a plan."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.llm.expected import Expected
from hippo_exp.pipeline.llm.rows import expected_calls
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.identity import measured_identity
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.storage import digest_json


def expected_of(
    settings: RetrievalSettings, planned: Sequence[PlannedRow], inputs: Inputs
) -> Expected:
    """Calls and cost of the rows that can run, rows of one method once; none without a model."""
    if settings.llm is None:
        return {}
    rows = {
        digest_json(measured_identity(item.settings, item.row.method)): item.row
        for item in planned
        if not item.reason
    }
    return expected_calls(settings, list(rows.values()), inputs.dataset)
