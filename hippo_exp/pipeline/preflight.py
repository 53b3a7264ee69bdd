"""What stands in the way of a retrieval experiment, found without reading any data."""

from __future__ import annotations

from hippo_exp.config import row_settings, selected_rows
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError, HippoExpError
from hippo_exp.pipeline.files import dataset_faults


def retrieval_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Unknown rows, rows with wrong settings, missing data files; empty when nothing is wrong."""
    faults = dataset_faults(settings)
    try:
        for row in selected_rows(settings):
            row_settings(settings, row)
    except FaultListError as error:
        faults.extend(error.errors)
    return faults
