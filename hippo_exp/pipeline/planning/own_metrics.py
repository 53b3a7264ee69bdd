"""Metrics of tables that are no plain tables of retrieval."""

from __future__ import annotations

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.reporting import metric_style

OWN_METRICS = {
    "index_watch": ("watch",),
    "variety": ("variety", "gain"),
    "classes": ("classes",),
    "errors": ("all_recall", "missed", "causes"),
    "passage_mass": ("recall", "parts", "mass", "moved"),
    "maintenance": ("recall", "all_recall", "agreement", "maintenance"),
    "openie_quality": ("extraction", "statistics"),
}
"""Layout -> the blocks that its metrics stand in."""


def own_metric_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Metrics that there are not, that such a table cannot have, or at another depth."""
    faults: list[HippoExpError] = []
    for name in settings.experiment.metrics:
        try:
            _check(name, settings)
        except HippoExpError as error:
            faults.append(error)
    return faults


def _check(name: str, settings: RetrievalSettings) -> None:
    where, errors = "experiment.metrics", settings.errors
    if metric_style(name).block not in OWN_METRICS[settings.experiment.layout]:
        fix = f"see configs/experiment/{settings.experiment.name}.yaml for its metrics"
        raise ConfigError(f"{name} is no metric of this table", where=where, fix=fix)
    if settings.experiment.layout == "passage_mass" and "@" in name and not name.endswith("@5"):
        raise ConfigError(f"{name} is not at 5", where=where, fix="use recall@5 and its parts")
    if errors is not None and "@" in name and name != f"all_recall@{errors.k}":
        fix = f"use all_recall@k, or set errors.k={name.rpartition('@')[2]}"
        raise ConfigError(f"{name} is not at errors.k={errors.k}", where=where, fix=fix)
