"""The identity of a cell: a digest of the settings and inputs that its row really uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hippo_exp.config import COST_ONLY
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.datasets import entities_digest
from hippo_exp.pipeline.llm.answering import reader_identity
from hippo_exp.pipeline.llm.multi_step import inner_of, ircot_identity
from hippo_exp.pipeline.retrievers.encoding import make_encoder
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.pipeline.source.propositions import propositions_of
from hippo_exp.pipeline.source.summaries import summary_tree
from hippo_exp.storage import digest_json

_OWN: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "hipporag_ensemble": lambda options: {"ensemble": options["ensemble"]},
    "passage_nodes": lambda options: {"passage_nodes": _passage_nodes(options)},
    "fact_linking": lambda options: {"fact_linking": options["fact_linking"]},
    "score_fusion": lambda options: {"weight": options["fusion"]["weight"]},
    "rank_fusion": lambda options: {"k": options["fusion"]["k"]},
}
"""Retriever on the graph -> what it reads besides what HippoRAG reads."""


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
    if retriever == "bm25":
        return parts | {"bm25": plain["retriever"]["bm25"]}
    parts["encoder"] = _without_place(plain["encoder"])
    if retriever == "proposition":
        parts["proposition"] = plain["retriever"]["proposition"]
    elif retriever == "raptor":
        parts["reading"] = plain["retriever"]["raptor"]["reading"]
    elif retriever != "dense":
        for name in ("openie", "graph", "expansion", "query_ner"):
            parts[name] = plain[name]
        parts["synonymy"] = plain["synonymy"] if settings.synonymy.enabled else None
        parts["hipporag"] = plain["retriever"]["hipporag"]
    if retriever in _OWN:
        parts |= _OWN[retriever](plain["retriever"])
    return {name: _without_cost(value) for name, value in parts.items()}


def measured_identity(settings: RetrievalSettings, method: str) -> dict[str, Any]:
    """What a row's numbers depend on: its rankings and, where there is one, the reader."""
    read = reader_identity(settings) if settings.reader is not None else {}
    return method_identity(settings, method) | read


def input_digests(settings: RetrievalSettings, retriever: str, inputs: Inputs) -> dict[str, str]:
    """Digests of what a row reads: questions and passages; checkpoint; triples and so on.

    Raises:
        DataError, EncoderError: a row that cannot run, whose inputs have no digest.
    """
    digests = {"dataset": inputs.dataset.digest}
    retriever = inner_of(retriever) or retriever
    if retriever in ("bm25", "no_retrieval"):
        return digests
    digests["encoder"] = digest_json(dict(make_encoder(settings.encoder).identity))
    if retriever == "proposition":
        found = propositions_of(settings, inputs.dataset.passages)
        digests["propositions"] = found.digest
    elif retriever == "raptor":
        contents = [passage.contents for passage in inputs.dataset.passages]
        digests["summaries"] = digest_json(summary_tree(settings, contents).summaries)
    elif retriever != "dense":
        digests["extraction"] = inputs.extraction(settings).digest
        digests["query_entities"] = entities_digest(inputs.dataset.questions)
    return digests


def cell_identity(
    settings: RetrievalSettings, retriever: str, digests: dict[str, str], metric: str
) -> str:
    """16 hexadecimal digits that name a cell: inputs, method, measure, and how it is summarised.

    A cell has an interval, so that the seed and the number of bootstrap samples belong to it.

    Args:
        settings: the row's.
        retriever: the row's.
        digests: see :func:`input_digests`; for a row that cannot run, those that are known.
        metric: the measure.
    """
    return digest_json(
        {
            "inputs": digests,
            "method": measured_identity(settings, retriever),
            "metric": metric,
            "decimals": settings.evaluation.decimals,
            "seed": settings.seed,
            "bootstrap_resamples": settings.evaluation.bootstrap_resamples,
        }
    )[:16]


def _passage_nodes(options: dict[str, Any]) -> dict[str, Any]:
    """The settings of passage nodes that count under the others."""
    chosen = dict(options["passage_nodes"])
    if chosen["reset"] == "none":
        for name in ("reset_weight", "normalization"):
            del chosen[name]
    if chosen.get("normalization") != "softmax":
        del chosen["temperature"]
    if chosen.get("normalization") != "top_m":
        del chosen["m"]
    return chosen | ({"bm25": options["bm25"]} if chosen["reset"] == "bm25" else {})


def _without_place(encoder: dict[str, Any]) -> dict[str, Any]:
    """An encoder's settings without its folder: the checkpoint's digest says what is in it."""
    if "model" in encoder and encoder.get("revision") is None:
        return {name: value for name, value in encoder.items() if name != "model"}
    return encoder


def _without_cost(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: item for name, item in value.items() if name not in COST_ONLY}
    return value
