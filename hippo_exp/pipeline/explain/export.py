"""The graph of a data set as a file for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hippo_exp.config import changes
from hippo_exp.pipeline.planning.one_method import (
    INDEX_ONLY,
    TABLE_ONLY,
    check_method,
    method_settings,
    opened_bench,
)
from hippo_exp.reporting.graphml import graphml
from hippo_exp.storage import write_atomic
from hippo_exp.text import counted


def export_graph(
    overrides: Sequence[str], target: Path, command: str, *, with_passages: bool = False
) -> str:
    """Build the index that settings describe and write it as GraphML.

    Args:
        overrides: ``key=value``, the data set among them.
        target: the file; an existing one is replaced.
        command: what makes it again, said in the file.
        with_passages: passages as nodes too, with the edges of ``retriever.passage_nodes``.

    Returns:
        What was written, one line.

    Raises:
        HippoExpError: wrong settings or files, or what the stages raise.
    """
    method = "passage_nodes" if with_passages else "hipporag"
    settings = method_settings(method, overrides, unused=(*TABLE_ONLY, *INDEX_ONLY))
    bench = opened_bench(settings)
    check_method(settings, method, bench.inputs, own_entities=True)
    index, passages = bench.index(settings), bench.inputs.dataset.passages
    holders = None
    if with_passages:
        weight = settings.retriever.passage_nodes.edge_weight
        n_nodes = len(index.graph.nodes)
        holders = index.with_passages.by(weight).adjacency[n_nodes:, :n_nodes]
    about = {
        "dataset": bench.inputs.dataset.name,
        "encoder": settings.encoder.name,
        "preset": settings.preset.name,
        "settings": " ".join(changes(settings)),
        "made_by": command,
    }
    parts = graphml(index.graph, index.facts, index.origins, passages, about=about, holders=holders)
    write_atomic(target, parts)
    nodes = counted(len(index.graph.nodes) + (len(passages) if with_passages else 0), "node")
    edges = index.graph.adjacency.nnz // 2 + (0 if holders is None else holders.nnz)
    return f"{nodes}, {counted(edges, 'edge')} in {target}"
