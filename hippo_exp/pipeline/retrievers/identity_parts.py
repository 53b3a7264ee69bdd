"""What of the settings belongs to the identity of a method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from hippo_exp.config import COST_ONLY
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.retrievers import reads
from hippo_exp.pipeline.llm.multi_step import inner_of, ircot_identity


def method_identity(settings: RetrievalSettings, retriever: str) -> dict[str, Any]:
    """What a row's rankings depend on, beyond the data set: plain values, nothing unused.

    Two rows of one identity have the same rankings, so they are computed once.

    Args:
        settings: the row's.
        retriever: the row's method (``RowSettings.method``).
    """
    inner = inner_of(retriever)
    if inner is not None:
        own = {"retriever": retriever, **ircot_identity(settings, inner)}
        return method_identity(settings, inner) | own
    if retriever == "no_retrieval":
        return {"retriever": retriever}
    plain = settings.model_dump(mode="json")
    parts: dict[str, Any] = {"retriever": retriever, "ties": settings.retriever.ties}
    for key in reads(retriever):
        parts[key.rpartition(".")[2]] = _at(plain, key)
    if retriever in _USED:
        parts = _USED[retriever](parts)
    if "encoder" in parts:
        parts["encoder"] = _without_place(parts["encoder"])
    if "synonymy" in parts and not settings.synonymy.enabled:
        parts["synonymy"] = None
    return {name: _without_cost(value) for name, value in parts.items()}


def _at(plain: dict[str, Any], key: str) -> Any:
    """The value of a dotted setting."""
    found: Any = plain
    for name in key.split("."):
        found = found[name]
    return found


def _raptor(parts: dict[str, Any]) -> dict[str, Any]:
    """How the tree is read; its file counts by its contents."""
    return _without(parts, "raptor") | {"reading": parts["raptor"]["reading"]}


def _passage_nodes(parts: dict[str, Any]) -> dict[str, Any]:
    """The settings of passage nodes that count under the others."""
    chosen = dict(parts["passage_nodes"])
    if chosen["reset"] == "none":
        for name in ("reset_weight", "normalization", "relative"):
            del chosen[name]
    elif not chosen["relative"]:
        del chosen["relative"]
    if chosen.get("normalization") != "softmax":
        del chosen["temperature"]
    if chosen.get("normalization") != "top_m":
        del chosen["m"]
    if chosen["reset"] == "bm25":
        chosen["bm25"] = parts["bm25"]
    return _without(parts, "bm25") | {"passage_nodes": chosen}


def _perfect_reader(parts: dict[str, Any]) -> dict[str, Any]:
    """Without the settings of BM25 where it searches with another."""
    return parts if parts["perfect_reader"]["inner"] == "bm25" else _without(parts, "bm25")


def _without(parts: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in parts.items() if key != name}


_USED: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = MappingProxyType(
    {"raptor": _raptor, "passage_nodes": _passage_nodes, "perfect_reader": _perfect_reader}
)
"""Retriever -> of the settings that it reads, those that count under the others."""


def _without_place(encoder: dict[str, Any]) -> dict[str, Any]:
    """An encoder's settings without its folder: the checkpoint's digest says what is in it."""
    if "model" in encoder and encoder.get("revision") is None:
        return {name: value for name, value in encoder.items() if name != "model"}
    return encoder


def _without_cost(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: item for name, item in value.items() if name not in COST_ONLY}
    return value
