"""Node pairs as sorted integer keys: from facts and synonymy hits to a symmetric matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from hippo_exp.errors import GraphError
from hippo_exp.types import FactTable, FloatArray, IntArray, SparseArray, SynonymEdges


def pair_keys(one: IntArray, two: IntArray, n_nodes: int) -> IntArray:
    """(n,) one int64 for each unordered pair: smaller position times n_nodes plus larger."""
    keys: IntArray = np.minimum(one, two) * n_nodes + np.maximum(one, two)
    return keys


def fact_pairs(facts: FactTable) -> tuple[IntArray, IntArray]:
    """Distinct node pairs joined by facts, as sorted keys, and their triple occurrences."""
    subjects, objects = facts.fact_ends.T
    proper = subjects != objects
    keys = pair_keys(subjects[proper], objects[proper], len(facts.nodes))
    pairs, inverse = np.unique(keys, return_inverse=True)
    triples = np.zeros(pairs.size, dtype=np.int64)
    np.add.at(triples, inverse, facts.occurrences[proper])
    return pairs, triples


def check_positions(positions: IntArray, n_nodes: int, where: str) -> None:
    """Refuse positions outside 0 ... n_nodes - 1 with a GraphError that names the place."""
    if positions.size and (positions.min() < 0 or positions.max() >= n_nodes):
        raise GraphError(
            f"node positions {positions.min()} to {positions.max()} for {n_nodes} nodes",
            where=where,
            fix="build facts and synonymy edges from the same nodes",
        )


def checked_hits(synonyms: SynonymEdges | None, nodes: Sequence[str]) -> SynonymEdges:
    """Return the hits with a score > 0, after refusing those that can only be a defect."""
    if synonyms is None:
        none = np.empty(0, dtype=np.int64)
        return SynonymEdges(none, none, np.empty(0, dtype=np.float32))
    source, target, score = synonyms.source, synonyms.target, synonyms.score
    if not source.size == target.size == score.size:
        raise GraphError(
            f"arrays of {source.size}, {target.size} and {score.size} entries",
            where="synonymy edges",
            fix="give one source, target and score for each edge",
        )
    check_positions(source, len(nodes), "synonymy edges")
    check_positions(target, len(nodes), "synonymy edges")
    order = np.argsort(source * len(nodes) + target, kind="stable")
    repeated = np.zeros(score.size, dtype=bool)
    repeated[order[1:]] = (np.diff(source[order]) == 0) & (np.diff(target[order]) == 0)
    for fault, what in (
        (~np.isfinite(score), "a score that is not finite"),
        (source == target, "an edge from a node to itself"),
        (repeated, "a repeated edge"),
    ):
        if fault.any():
            edge = int(np.argmax(fault))
            names = f"{nodes[source[edge]]!r} -> {nodes[target[edge]]!r}"
            raise GraphError(
                f"{what} ({score[edge]})", where=names, fix="build the synonymy edges anew"
            )
    kept = score > 0
    return SynonymEdges(source[kept], target[kept], score[kept])


def symmetric_matrix(pairs: IntArray, weights: FloatArray, n_nodes: int) -> SparseArray:
    """(n_nodes, n_nodes) CSR with each pair's weight in both directions, indices sorted."""
    low, high = np.divmod(pairs, max(n_nodes, 1))
    rows, columns = np.concatenate([low, high]), np.concatenate([high, low])
    data = np.concatenate([weights, weights])
    matrix = sparse.csr_array((data, (rows, columns)), shape=(n_nodes, n_nodes))
    matrix.sort_indices()
    return matrix
