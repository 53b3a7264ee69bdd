"""The identity of a cell: a digest of the settings that its row really uses."""

from __future__ import annotations

from typing import Any

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.storage import digest_json
from hippo_exp.types import Dataset

# Settings that change cost or memory, never a result: in the manifest, not in the identity.
_COST_ONLY = ("batch_size", "memory_mb", "solver")


def method_identity(settings: RetrievalSettings, retriever: str) -> dict[str, Any]:
    """What a row's rankings depend on, beyond the data set: plain values, nothing unused.

    Two rows of one identity have the same rankings, so they are computed once.
    """
    plain = settings.model_dump(mode="json")
    parts: dict[str, Any] = {"retriever": retriever, "ties": settings.retriever.ties}
    if retriever == "bm25":
        return parts | {"bm25": plain["retriever"]["bm25"]}
    parts["encoder"] = plain["encoder"]
    if retriever != "dense":
        for name in ("openie", "graph", "expansion", "query_ner"):
            parts[name] = plain[name]
        parts["synonymy"] = plain["synonymy"] if settings.synonymy.enabled else None
        parts["hipporag"] = plain["retriever"]["hipporag"]
    if retriever == "hipporag_ensemble":
        parts["ensemble"] = plain["retriever"]["ensemble"]
    return {name: _without_cost(value) for name, value in parts.items()}


def cell_identity(
    settings: RetrievalSettings, retriever: str, dataset: Dataset, metric: str
) -> str:
    """16 hexadecimal digits that name a cell: data, method, measure and rounding."""
    return digest_json(
        {
            "dataset": dataset.digest,
            "method": method_identity(settings, retriever),
            "metric": metric,
            "decimals": settings.evaluation.decimals,
        }
    )[:16]


def _without_cost(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: item for name, item in value.items() if name not in _COST_ONLY}
    return value
