"""The entry point: checks its input and chooses the route."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hippo_exp.errors import ConfigError
from hippo_exp.graph.synonymy.bound import choose_screen
from hippo_exp.graph.synonymy.dense import add_dense_pairs, tile_size
from hippo_exp.graph.synonymy.eligible import Alnum, eligible_sources
from hippo_exp.graph.synonymy.pool import SCREEN_MARGIN, EdgePool
from hippo_exp.graph.synonymy.rows import checked_norms, checked_rows
from hippo_exp.graph.synonymy.select import check_rule
from hippo_exp.graph.synonymy.sparse_rows import add_sparse_pairs
from hippo_exp.types import SynonymEdges, Vectors


def find_synonyms(
    vectors: Vectors,
    nodes: Sequence[str],
    *,
    threshold: float,
    max_neighbors: int,
    min_alnum: int = 3,
    memory_mb: float = 512,
    alnum: Alnum = "ascii",
) -> SynonymEdges:
    """Find each node's nearest nodes by cosine (paper, section 2.3; official behaviour, row 5).

    Sources are the nodes with at least ``min_alnum`` letters or digits, targets all other nodes.
    For each source the targets with cosine >= threshold are kept, best first by (-score, node
    position), at most ``max_neighbors``; a score up to 5e-8 below the threshold reaches it. The
    search is exact, never holds an n x n matrix, and its result does not depend on ``memory_mb``.

    Args:
        vectors: (n_nodes, dim) float32, dense or CSR; a row is a node's vector, of L2 norm 1, or 0
            for a phrase without features, which has no synonyms.
        nodes: (n_nodes,) phrases.
        threshold: least cosine, in (0, 1].
        max_neighbors: cap for each source; the released code's is 101.
        min_alnum: least number of letters and digits of a source.
        memory_mb: MiB of scratch memory, beside the input and the result.
        alnum: which characters those are, see :func:`eligible_sources`.

    Returns:
        The directed hits; scores are float32 roundings of float64 cosines, at most 1.

    Raises:
        ConfigError: a setting out of range, or too little memory for sparse vectors.
        GraphError: not one vector for each node, or a row not finite or not of norm 1 or 0.
    """
    check_rule(threshold, max_neighbors)
    if not memory_mb >= 1:
        raise ConfigError(f"{memory_mb} is below 1", where="memory_mb", fix="give MiB, such as 512")
    budget = int(memory_mb * 2**20)
    eligible = eligible_sources(nodes, min_alnum=min_alnum, alnum=alnum)
    rows = checked_rows(vectors, nodes)
    squared = checked_norms(rows, nodes)
    pool = EdgePool(
        eligible, squared, threshold=threshold, max_neighbors=max_neighbors, budget=budget // 4
    )
    if isinstance(rows, np.ndarray):
        _search_dense(rows, pool, budget // 4 * 3)
    else:
        add_sparse_pairs(rows, pool, budget=budget // 4 * 3)
    return pool.finish()


def _search_dense(rows: NDArray[np.float32], pool: EdgePool, budget: int) -> None:
    screen = choose_screen(
        rows, pool.floor - SCREEN_MARGIN, max_neighbors=pool.max_neighbors, budget=budget // 3 * 2
    )
    add_dense_pairs(rows, screen, pool, tile=tile_size(budget // 3, rows.shape[1]))
