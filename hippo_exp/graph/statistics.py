"""Graph statistics, and their comparison with published figures (paper, table 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy.sparse import csgraph

from hippo_exp.types import SparseArray


class CountRow(NamedTuple):
    """One count beside its published figure.

    Attributes:
        name: the count's name.
        ours: our count; None when the paper has a figure that we do not count.
        paper: the paper's figure; None when it has none.
        difference: ours minus the paper's, None unless both exist.
    """

    name: str
    ours: int | None
    paper: int | None
    difference: int | None


def compare_counts(counts: Mapping[str, int], paper: Mapping[str, int]) -> list[CountRow]:
    """Set our counts beside a paper's figures of the same names.

    Args:
        counts: our counts, for example ``KnowledgeGraph.counts``.
        paper: published figures under the same names.

    Returns:
        One row for each of our counts in its order, then one for each further name of the paper.
    """
    names = [*counts, *(name for name in paper if name not in counts)]
    return [_row(name, counts.get(name), paper.get(name)) for name in names]


def _row(name: str, ours: int | None, paper: int | None) -> CountRow:
    both = ours is not None and paper is not None
    return CountRow(name, ours, paper, ours - paper if both else None)  # type: ignore[operator]


def graph_counts(adjacency: SparseArray, passage_nodes: SparseArray) -> dict[str, int]:
    """Count what a graph's two matrices alone tell.

    Args:
        adjacency: (n_nodes, n_nodes) symmetric CSR without diagonal.
        passage_nodes: (n_passages, n_nodes) CSR, the matrix P.

    Returns:
        ``nodes``, ``edges`` (joined node pairs), ``isolated_nodes`` (without an edge),
        ``isolated_passages`` (without a node), ``components`` (isolated nodes included) and
        ``largest_component`` (its number of nodes).
    """
    n_nodes = adjacency.shape[0]
    components, sizes = 0, np.zeros(1, dtype=np.int64)
    if n_nodes:
        components, labels = csgraph.connected_components(adjacency, directed=False)
        sizes = np.bincount(labels)
    return {
        "nodes": n_nodes,
        "edges": adjacency.nnz // 2,
        "isolated_nodes": int(np.count_nonzero(np.diff(adjacency.indptr) == 0)),
        "isolated_passages": int(np.count_nonzero(np.diff(passage_nodes.indptr) == 0)),
        "components": int(components),
        "largest_component": int(sizes.max()),
    }
