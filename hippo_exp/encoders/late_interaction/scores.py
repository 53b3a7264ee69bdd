"""The late-interaction score of single pairs, in float64."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from hippo_exp.encoders.late_interaction.token_vectors import TokenVectors
from hippo_exp.errors import EncoderError
from hippo_exp.types import FloatArray, IntArray

_RUN = 1024  # documents gathered at a time


def pair_scores(
    queries: TokenVectors, documents: TokenVectors, rows: IntArray, columns: IntArray
) -> FloatArray:
    """score(q, d) = sum over the tokens i of q of max over the tokens j of d of q_i . d_j.

    Source: Khattab and Zaharia, SIGIR 2020, section 3.2. What else is scored in the same call
    moves a score by rounding of about 1e-15 only.

    Args:
        queries: token vectors of queries.
        documents: token vectors of documents, of the same width.
        rows: (n_pairs,) int64 positions of queries; fast where equal ones stand together.
        columns: (n_pairs,) int64 positions of documents.

    Returns:
        (n_pairs,) float64.

    Raises:
        EncoderError: vectors of different widths.
    """
    check_widths(queries, documents, "query tokens", "document tokens")
    scores = np.empty(rows.size)
    for start, stop in _runs(rows):
        query = queries.text(int(rows[start])).astype(np.float64)
        chosen = documents.take(columns[start:stop])
        product = query @ chosen.vectors.astype(np.float64).T
        scores[start:stop] = np.maximum.reduceat(product, chosen.offsets[:-1], axis=1).sum(axis=0)
    return scores


def check_widths(queries: TokenVectors, documents: TokenVectors, these: str, those: str) -> None:
    """Refuse token vectors of different widths; ``these`` and ``those`` name them.

    Raises:
        EncoderError: naming both widths.
    """
    if queries.dim != documents.dim:
        raise EncoderError(
            f"{these} of {queries.dim} dimensions do not fit {those} of {documents.dim}",
            where="encoder",
            fix="encode both with the same encoder",
        )


def _runs(rows: IntArray) -> Iterator[tuple[int, int]]:
    """Bounds of runs of equal values, at most ``_RUN`` long."""
    ends = [*np.flatnonzero(np.diff(rows, prepend=-1)).tolist(), rows.size]
    for start, stop in pairwise(ends):
        for first in range(start, stop, _RUN):
            yield first, min(first + _RUN, stop)
