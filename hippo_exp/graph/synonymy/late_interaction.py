"""Synonymy edges by late interaction (official behaviour, row 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from hippo_exp.encoders.late_interaction import TokenIndex, TokenVectors, pair_scores
from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.graph.synonymy.candidates import candidate_pairs
from hippo_exp.graph.synonymy.eligible import Alnum, eligible_sources
from hippo_exp.graph.synonymy.select import SCORE_TOLERANCE, check_rule, select_synonyms
from hippo_exp.types import IntArray, SynonymEdges

_LARGEST_PART = 4096
_NORM_TOLERANCE = 1e-5  # of a squared norm; the bound allows for it
_TOKENS = 64  # what a query may have before the memory cap is stretched
_BYTES_PER_PAIR = 96  # a candidate while it waits and is sorted


def find_late_interaction_synonyms(
    documents: TokenVectors,
    nodes: Sequence[str],
    encode_queries: Callable[[Sequence[str]], TokenVectors],
    *,
    threshold: float,
    max_neighbors: int,
    min_alnum: int = 3,
    memory_mb: float = 512,
    alnum: Alnum = "ascii",
) -> SynonymEdges:
    """Find each node's nearest nodes by late interaction, relative to the node itself.

    similarity(s, t) = score(s as query, t as document) / score(s as query, s as document); it is
    not symmetric. Sources are the nodes with at least ``min_alnum`` letters or digits, targets all
    other nodes; targets with similarity >= threshold are kept, best first by (-similarity, node
    position), at most ``max_neighbors``. An edge's score is its similarity, at most 1. A source
    whose score with itself is not positive has no edges. The search is exact: a bound from a few
    tokens of each source leaves candidates, which are scored in float64. The released code takes
    the 100 first hits of a quantised index and drops the first of them as the node itself, so that
    99 are left.

    Args:
        documents: token vectors of the nodes, as documents, of L2 norm 1.
        nodes: (n_nodes,) phrases.
        encode_queries: phrases to token vectors of L2 norm 1, as queries; called for a part of
            the sources at a time.
        threshold: least similarity, in (0, 1].
        max_neighbors: cap for each source.
        min_alnum: least number of letters and digits of a source.
        memory_mb: MiB of scratch memory, beside the input and the result.
        alnum: which characters those are, see :func:`eligible_sources`.

    Returns:
        The directed hits; scores are float32 roundings of float64 similarities.

    Raises:
        ConfigError: a setting out of range.
        GraphError: not one text of token vectors for each node, or vectors not of norm 1.
        EncoderError: token vectors of another dimension.
    """
    check_rule(threshold, max_neighbors)
    if not memory_mb >= 1:
        raise ConfigError(f"{memory_mb} is below 1", where="memory_mb", fix="give MiB, such as 512")
    _check_tokens(documents, len(nodes))
    index = TokenIndex(documents, what="node tokens", memory_mb=memory_mb / 4)
    sources = np.flatnonzero(eligible_sources(nodes, min_alnum=min_alnum, alnum=alnum))
    budget = int(memory_mb * 2**20)
    size = min(_LARGEST_PART, max(1, budget // 4 // (4 * _TOKENS * documents.dim)))
    limit = max(budget // 4 // _BYTES_PER_PAIR, size)
    parts = []
    for start in range(0, sources.size, size):
        part = sources[start : start + size]
        queries = encode_queries([nodes[node] for node in part])
        _check_tokens(queries, part.size)
        parts.append(_edges(index, queries, part, threshold, max_neighbors, limit))
    return SynonymEdges(
        np.concatenate([np.empty(0, np.int64), *(part.source for part in parts)]),
        np.concatenate([np.empty(0, np.int64), *(part.target for part in parts)]),
        np.concatenate([np.empty(0, np.float32), *(part.score for part in parts)]),
    )


def _edges(
    index: TokenIndex,
    queries: TokenVectors,
    sources: IntArray,
    threshold: float,
    max_neighbors: int,
    limit: int,
) -> SynonymEdges:
    every = np.arange(sources.size, dtype=np.int64)
    own = pair_scores(queries, index.documents, every, sources)
    rows, targets = candidate_pairs(
        index,
        queries,
        (threshold - SCORE_TOLERANCE) * own,
        n_best=max_neighbors + 1,  # the node itself is among them
        limit=limit,
    )
    kept = (own[rows] > 0) & (sources[rows] != targets)
    rows, targets = rows[kept], targets[kept]
    scores = pair_scores(queries, index.documents, rows, targets) / own[rows]
    edges = select_synonyms(
        sources[rows], targets, scores, threshold=threshold, max_neighbors=max_neighbors
    )
    return replace(edges, score=np.minimum(edges.score, np.float32(1.0)))


def _check_tokens(tokens: TokenVectors, n_texts: int) -> None:
    if len(tokens) != n_texts:
        raise GraphError(
            f"token vectors of {len(tokens)} texts for {n_texts} nodes",
            where="synonymy search",
            fix="encode exactly the nodes of this graph",
        )
    norms = np.einsum("ij,ij->i", tokens.vectors, tokens.vectors)
    if norms.size and np.abs(norms - 1).max() > _NORM_TOLERANCE:
        raise GraphError(
            "token vectors are not of L2 norm 1",
            where="synonymy search",
            fix="use an encoder that normalises its token vectors",
        )
