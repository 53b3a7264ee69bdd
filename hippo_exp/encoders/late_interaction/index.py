"""Exact late interaction between query texts and many documents, in blocks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hippo_exp.encoders.late_interaction.scores import check_widths
from hippo_exp.encoders.late_interaction.token_vectors import TokenVectors
from hippo_exp.types import FloatArray, IntArray

_QUERY_TOKENS = 256  # a block of products then has columns enough, and stays near the cache
_LARGEST_BLOCK = 1 << 22


class TokenIndex:
    """Documents ready to be compared with queries by late interaction.

    Documents are taken in the order of their length, so that those of one block can be padded to
    one length by repeating a token, which changes no maximum. Documents with equal vectors are
    compared once: they tie, wherever they stand. Products are float32, their sums float64; the
    score of a pair of 32 query tokens differs between block sizes by less than 1e-4, see
    :func:`~hippo_exp.encoders.late_interaction.scores.pair_scores` for one that does not.

    Args:
        documents: token vectors of the documents.
        what: the name of the documents in messages, for example ``passages``.
        memory_mb: bound on one block of products; a block holds at least one document and query.
    """

    def __init__(self, documents: TokenVectors, *, what: str, memory_mb: float = 64) -> None:
        self.documents = documents
        self._what = what
        self._cells = min(_LARGEST_BLOCK, max(1, int(memory_mb * 2**20 / 8)))
        self._first, self._copy_of = _distinct(documents)
        counts = documents.counts
        self._order = self._first[np.argsort(counts[self._first], kind="stable")]

    def __len__(self) -> int:
        return len(self.documents)

    def maxima(
        self, queries: TokenVectors, what: str
    ) -> Iterator[tuple[slice, IntArray, NDArray[np.float32]]]:
        """For every query token and every *distinct* document the largest product, in blocks.

        Args:
            queries: token vectors of the same width.
            what: name of ``queries`` in messages.

        Yields:
            query rows, positions of documents (each the first of its equals), and the maxima
            (n_tokens of these rows, n_documents of the block), which the caller may overwrite.

        Raises:
            EncoderError: vectors of another width.
        """
        check_widths(queries, self.documents, what, self._what)
        ends = queries.offsets
        rows = list(_runs(ends, _QUERY_TOKENS))
        widest = max((int(ends[run.stop] - ends[run.start]) for run in rows), default=1)
        for positions in self._tiles(max(1, self._cells // widest)):
            tokens = self._padded(positions)
            for run in rows:
                yield run, positions, _maxima(queries, run, tokens, positions.size)

    def blocks(
        self, queries: TokenVectors, what: str
    ) -> Iterator[tuple[slice, IntArray, FloatArray]]:
        """Scores, block by block, of every query with every *distinct* document.

        Yields:
            query rows, positions of documents, and their scores (n_rows, n_documents of the
            block), float64; otherwise as :meth:`maxima`.
        """
        for rows, positions, best in self.maxima(queries, what):
            yield rows, positions, sum_by_query(best, queries, rows)

    def some(self, queries: TokenVectors, rows: slice, positions: IntArray) -> FloatArray:
        """(n_rows, n_positions) float64 scores of a run of queries with some documents.

        Args:
            queries: token vectors of the same width.
            rows: the queries, as :meth:`blocks` yields them.
            positions: the documents, few enough for one block.
        """
        best = _maxima(queries, rows, self._padded(positions), positions.size)
        return sum_by_query(best, queries, rows)

    def scores(self, queries: TokenVectors, what: str) -> FloatArray:
        """(n_queries, n_documents) float64 scores of all pairs.

        Raises:
            EncoderError: as :meth:`blocks`.
        """
        found = np.empty((len(queries), len(self)))
        for rows, positions, block in self.blocks(queries, what):
            found[rows, positions] = block
        copies = np.flatnonzero(self._copy_of != np.arange(len(self)))
        found[:, copies] = found[:, self._copy_of[copies]]
        return found

    def with_copies(self, rows: IntArray, columns: IntArray) -> tuple[IntArray, IntArray]:
        """Pairs with distinct documents to the same pairs with all documents of equal vectors.

        Args:
            rows: (n_pairs,) int64 positions of queries.
            columns: (n_pairs,) int64 positions of documents, each the first of its equals.
        """
        order = np.argsort(self._copy_of, kind="stable")
        starts = np.searchsorted(self._copy_of[order], columns)
        sizes = np.searchsorted(self._copy_of[order], columns, side="right") - starts
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return np.repeat(rows, sizes), order[np.repeat(starts, sizes) + within]

    def _tiles(self, n_tokens: int) -> Iterator[IntArray]:
        """Runs of documents in the order of length, of ``n_tokens`` tokens when padded."""
        counts = self.documents.counts
        start = 0
        while start < self._order.size:
            stop = start + max(1, n_tokens // int(counts[self._order[start]]))
            longest = int(counts[self._order[min(stop, self._order.size) - 1]])
            stop = start + max(1, n_tokens // longest)
            yield self._order[start:stop]
            start = stop

    def _padded(self, positions: IntArray) -> NDArray[np.float32]:
        """(longest * n_positions, dim): first tokens, then second ones, the last repeated."""
        counts = self.documents.counts[positions]
        step = np.minimum(np.arange(counts.max())[:, None], counts - 1)
        return self.documents.vectors[(step + self.documents.offsets[positions]).ravel()]


def _maxima(
    queries: TokenVectors, rows: slice, tokens: NDArray[np.float32], n_documents: int
) -> NDArray[np.float32]:
    ends = queries.offsets
    product = queries.vectors[ends[rows.start] : ends[rows.stop]] @ tokens.T
    best: NDArray[np.float32] = product.reshape(product.shape[0], -1, n_documents).max(axis=1)
    return best


def sum_by_query(values: NDArray[np.float32], queries: TokenVectors, rows: slice) -> FloatArray:
    """(n_rows, n_columns) float64 sums of ``values`` over the tokens of each query in ``rows``.

    Args:
        values: (n_tokens of these rows, n_columns) float32.
        queries: whose tokens they are.
        rows: the queries.
    """
    starts = queries.offsets[rows] - queries.offsets[rows.start]
    sums: FloatArray = np.add.reduceat(values, starts, axis=0, dtype=np.float64)
    return sums


def _runs(offsets: IntArray, n_tokens: int) -> Iterator[slice]:
    """Runs of texts of at most ``n_tokens`` tokens, or of one text."""
    start, n_texts = 0, offsets.size - 1
    while start < n_texts:
        stop = int(np.searchsorted(offsets, offsets[start] + n_tokens, side="right")) - 1
        stop = max(stop, start + 1)
        yield slice(start, stop)
        start = stop


def _distinct(documents: TokenVectors) -> tuple[IntArray, IntArray]:
    """Positions of the first of each kind, and for every document the first of its equals."""
    firsts: dict[bytes, int] = {}
    copy_of = np.empty(len(documents), dtype=np.int64)
    for position in range(len(documents)):
        data = np.ascontiguousarray(documents.text(position)).data
        copy_of[position] = firsts.setdefault(hashlib.sha256(data).digest(), position)
    return np.array(list(firsts.values()), dtype=np.int64), copy_of
