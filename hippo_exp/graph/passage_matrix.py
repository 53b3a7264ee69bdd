"""The paper's matrix P: how often each node stands in each passage (section 2.3; row 7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, get_args

import numpy as np
from scipy import sparse

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.types import FactTable, FloatArray, SparseArray

PassageMatrixKind = Literal["fact_count", "binary", "mentions"]


def build_passage_matrix(
    facts: FactTable,
    kind: PassageMatrixKind,
    *,
    contents: Sequence[str] | None = None,
    normalize: Callable[[str], str] | None = None,
) -> SparseArray:
    """Build P; every kind has the same pattern of non-zeros: the nodes of the passage's facts.

    - ``fact_count`` (released code): the number of the passage's distinct facts that hold the
      node; a fact whose two ends are equal counts once.
    - ``binary``: 1 where that number is positive.
    - ``mentions`` (the paper's text): the number of times that the node phrase occurs in the
      normalised contents of the passage, see :func:`count_mentions`. A phrase that stands in a
      fact but not literally in the text counts 1, so no stated fact is lost.

    Args:
        facts: the fact table; (n_passages, n_facts) and (n_facts, 2) decide the pattern.
        kind: which count.
        contents: (n_passages,) passage contents; read by ``mentions`` only.
        normalize: the phrase normaliser the nodes were made with; read by ``mentions`` only.

    Returns:
        (n_passages, n_nodes) CSR float64; rows do not sum to one.

    Raises:
        ConfigError: unknown kind, or ``mentions`` without contents and normaliser.
        GraphError: the number of contents differs from the number of passages.
    """
    if kind not in get_args(PassageMatrixKind):
        raise ConfigError(
            f"unknown passage matrix {kind!r}",
            where="passage_matrix",
            fix=f"choose one of {', '.join(get_args(PassageMatrixKind))}",
        )
    matrix = _fact_counts(facts)
    if kind == "binary":
        matrix.data[:] = 1.0
    if kind == "mentions":
        if contents is None or normalize is None:
            raise ConfigError(
                "mention counts need the passage contents and the normaliser",
                where="graph.passage_matrix=mentions",
                fix="pass contents and normalize, or choose fact_count",
            )
        matrix.data[:] = _mention_counts(matrix, facts.nodes, contents, normalize)
    return matrix


def count_mentions(phrase: str, text: str) -> int:
    """Count non-overlapping occurrences of a phrase in a text, both already normalised.

    Both are read as sequences of words separated by spaces, so an occurrence begins and ends at a
    word boundary and the number of spaces between words does not matter. A script written
    without spaces has no such boundaries inside a sentence. The empty phrase never occurs.
    """
    return _spaced(text).count(needle) if (needle := _spaced(phrase)).strip() else 0


def _spaced(text: str) -> str:
    """Give each word its own space on both sides, so that neighbouring matches share none."""
    return f" {'  '.join(text.split())} "


def _fact_counts(facts: FactTable) -> SparseArray:
    """(passage x fact) times (fact x node), summed entry by entry; at most two per stated fact."""
    stated = facts.passage_facts.tocoo()
    subjects, objects = facts.fact_ends[stated.col].T
    two_ends = subjects != objects
    rows = np.concatenate([stated.row, stated.row[two_ends]])
    columns = np.concatenate([subjects, objects[two_ends]])
    shape = (facts.passage_facts.shape[0], len(facts.nodes))
    matrix = sparse.csr_array((np.ones(rows.size), (rows, columns)), shape=shape)
    matrix.sum_duplicates()
    return matrix


def _mention_counts(
    pattern: SparseArray,
    nodes: Sequence[str],
    contents: Sequence[str],
    normalize: Callable[[str], str],
) -> FloatArray:
    """(nnz,) mention counts in the order of the pattern's stored entries, at least 1 each."""
    if len(contents) != pattern.shape[0]:
        raise GraphError(
            f"{len(contents)} passage contents for {pattern.shape[0]} passages of the fact table",
            where="passage matrix",
            fix="use the extraction of this corpus",
        )
    counts = np.ones(pattern.nnz)
    for passage, text in enumerate(contents):
        start, end = pattern.indptr[passage], pattern.indptr[passage + 1]
        normal = normalize(text) if end > start else ""
        for entry in range(start, end):
            counts[entry] = max(1, count_mentions(nodes[pattern.indices[entry]], normal))
    return counts
