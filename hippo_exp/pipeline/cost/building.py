"""How long an index takes to build, stage by stage, nothing taken from the store."""

from __future__ import annotations

from dataclasses import replace

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.retrievers import links_entities
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.reporting import StageRecord, Stopwatch
from hippo_exp.storage import Store

_WARM_UP = 100
"""Passages of a first index that is not counted: kernels are compiled, models loaded then."""


def build_seconds(settings: RetrievalSettings, searcher: str, inputs: Inputs) -> dict[str, float]:
    """Stage with ``_s`` -> seconds of wall time.

    Encoding is of the passages for a dense retriever, and of the nodes' phrases for one on the
    graph; there synonymy is the search for synonymy edges, and graph all the rest: facts, graph,
    passage matrix.

    Args:
        settings: the row's.
        searcher: its retriever.
        inputs: the data set; the extraction is read before the clock starts.
    """
    on_graph = links_entities(searcher)
    if on_graph:
        inputs.extraction(settings)
    _build(settings, _beginning(inputs, settings, on_graph=on_graph), on_graph=on_graph)
    records = _build(settings, inputs, on_graph=on_graph)
    total = _of(records, "build")
    encoding = sum(item.seconds for item in records if item.stage.split("/")[-1] == "encode")
    if not on_graph:
        return {"encoding_s": total}
    synonymy = _of(records, "build/synonymy") - _of(records, "build/synonymy/encode")
    return {
        "encoding_s": encoding,
        "synonymy_s": synonymy,
        "graph_s": total - encoding - synonymy,
    }


def _build(
    settings: RetrievalSettings, inputs: Inputs, *, on_graph: bool
) -> tuple[StageRecord, ...]:
    bench = Workbench(inputs, Store(None), Stopwatch())
    with bench.watch.stage("build"):
        if on_graph:
            bench.index(settings)
        else:
            bench.dense(settings)
    return tuple(bench.watch.records)


def _beginning(inputs: Inputs, settings: RetrievalSettings, *, on_graph: bool) -> Inputs:
    """The first passages alone, with their extraction."""
    dataset = replace(inputs.dataset, passages=inputs.dataset.passages[:_WARM_UP])
    if not on_graph:
        return Inputs(dataset)
    extraction = inputs.extraction(settings)
    first = replace(extraction, passages=extraction.passages[:_WARM_UP])
    return Inputs(dataset, generated={settings.openie.extractor: first})


def _of(records: tuple[StageRecord, ...], stage: str) -> float:
    return sum(item.seconds for item in records if item.stage == stage)
