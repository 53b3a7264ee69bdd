"""Settings of the error analysis (table 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from hippo_exp.config.schema.base import Settings

AT_K = "all_recall@k"
"""Stands in a table's metrics for all-recall at ``errors.k``."""


class ErrorSettings(Settings):
    """Which questions count as missed, and how many of them are shown.

    Attributes:
        k: a question is missed when a gold passage is not among its first k.
        examples: questions of each class on the page of examples.
    """

    k: Annotated[int, Field(ge=1, le=20)]
    examples: Annotated[int, Field(ge=0, le=100)]


def resolved_depth(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Settings whose metrics name the depth that ``errors.k`` chooses.

    Args:
        plain: the values of a ``RetrievalSettings``, not yet checked; not changed.
    """
    values = dict(plain)
    errors, experiment = values.get("errors"), values.get("experiment")
    k = errors.get("k") if isinstance(errors, Mapping) else None
    if not isinstance(k, int) or not isinstance(experiment, Mapping):
        return values
    metrics = experiment.get("metrics")
    if isinstance(metrics, list | tuple):
        named = [f"all_recall@{k}" if metric == AT_K else metric for metric in metrics]
        values["experiment"] = {**experiment, "metrics": named}
    return values
