"""What stands in the way of the maintenance experiment, told before it begins."""

from __future__ import annotations

from hippo_exp.config import row_settings, selected_rows
from hippo_exp.config.schema import ColBERTSettings, RetrievalSettings
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.pipeline.maintenance.values import AGREEMENT, WEIGHTS_CHANGED
from hippo_exp.pipeline.stages import DEPTH


def metrics_of_rankings(settings: RetrievalSettings) -> list[str]:
    """The metrics that compare rankings with gold."""
    own = (WEIGHTS_CHANGED, *(f"{name}@" for name in AGREEMENT))
    return [metric for metric in settings.experiment.metrics if not metric.startswith(own)]


def maintenance_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Depths beyond the rankings, rows by token vectors."""
    options = settings.maintenance
    if options is None:
        return []
    faults: list[HippoExpError] = []
    for metric in settings.experiment.metrics:
        name, _, k = metric.partition("@")
        if name in AGREEMENT and not 2 <= int(k) <= DEPTH:
            fix = f"use {name}@2 to {name}@{DEPTH}"
            what = f"{metric} compares other depths than the {DEPTH} passages kept"
            faults.append(ConfigError(what, where="experiment.metrics", fix=fix))
    for row in selected_rows(settings):
        if isinstance(row_settings(settings, row).encoder, ColBERTSettings):
            what = f"the row {row.id} has token vectors, and an index that grows takes single ones"
            fix = "choose another with encoder=NAME"
            faults.append(ConfigError(what, where=f"encoder {settings.encoder.name}", fix=fix))
            break
    return faults
