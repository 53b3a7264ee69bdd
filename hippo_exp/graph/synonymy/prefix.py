"""The rare part of each sparse row: what two similar rows must share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from hippo_exp.types import FloatArray, IntArray, SparseArray


@dataclass(frozen=True)
class RareParts:
    """Sparse rows cut into a rare part and a rest of small norm.

    Attributes:
        rare: (n, n_kept_features) CSR float32; the entries of the rare features of each row.
        end: (n,) the rank, rarest first, at which the row's rare part ends; -1 for an empty row.
        rest_norm: (n,) L2 norm of what was cut off.
        rest_sum: (n,) L1 norm of what was cut off.
        peak: (n,) largest absolute entry of the whole row.
        norm: the largest L2 norm of a whole row.
    """

    rare: SparseArray
    end: IntArray
    rest_norm: FloatArray
    rest_sum: FloatArray
    peak: FloatArray
    norm: float

    def bound(self, one: IntArray, two: IntArray, shared: FloatArray) -> FloatArray:
        """(n_pairs,) upper bounds of dot products from the dot products of the rare parts.

        Let x be the row whose rare part ends first. All features of rank below that end which x
        and y share lie in both rare parts, and the others lie in the rest of x, so that
        x . y <= shared + min(|rest of x|_2 |y|_2, |rest of x|_1 max|y|), by Hoelder.
        """
        earlier = self.end[one] <= self.end[two]
        first, second = np.where(earlier, one, two), np.where(earlier, two, one)
        flat = self.rest_sum[first] * self.peak[second]
        result: FloatArray = shared + np.minimum(self.rest_norm[first] * self.norm, flat)
        return result


def rare_parts(vectors: SparseArray, largest_rest: float) -> RareParts:
    """Cut each row, from its commonest feature down, while the rest's norm stays below a limit.

    Two rows of norm at most ``norm`` that share no feature of their rare parts have a dot product
    below ``largest_rest * norm``. (Prefix filtering: Bayardo, Ma and Srikant, "Scaling up all pairs
    similarity search", WWW 2007; the L2 bound: Anastasiu and Karypis, "L2AP", ICDE 2014.)

    Args:
        vectors: (n, n_features) CSR float32 without duplicates.
        largest_rest: the limit of the rest's norm.
    """
    rows = _rarest_first(vectors)
    before = _running_total(np.square(rows.data, dtype=np.float64))
    row_end = before[rows.indptr[1:]]
    kept = np.repeat(row_end, np.diff(rows.indptr)) - before[:-1] >= largest_rest**2
    indptr = np.concatenate([[0], np.cumsum(kept)])[rows.indptr]
    kept_lengths = np.diff(indptr)
    cut = rows.indptr[:-1] + kept_lengths
    filled = kept_lengths > 0
    end = np.full(vectors.shape[0], -1, dtype=np.int64)
    end[filled] = rows.indices[cut[filled] - 1]
    size = _running_total(np.abs(rows.data, dtype=np.float64))
    return RareParts(
        rare=sparse.csr_array(
            (rows.data[kept], rows.indices[kept], indptr.astype(rows.indptr.dtype)),
            shape=rows.shape,
        ),
        end=end,
        rest_norm=np.sqrt(np.maximum(row_end - before[cut], 0.0)),
        rest_sum=np.maximum(size[rows.indptr[1:]] - size[cut], 0.0),
        peak=np.asarray(abs(rows).max(axis=1).todense(), dtype=np.float64),
        norm=float(np.sqrt(np.max(np.diff(before[rows.indptr]), initial=0.0))),
    )


def _rarest_first(vectors: SparseArray) -> SparseArray:
    """Return a copy whose columns are ranks by document frequency, rarest first, ties by column."""
    frequency = np.bincount(vectors.indices, minlength=vectors.shape[1])
    rank = np.empty(frequency.size, dtype=np.int32)
    rank[np.argsort(frequency, kind="stable")] = np.arange(frequency.size, dtype=np.int32)
    ranked = sparse.csr_array(
        (vectors.data.copy(), rank[vectors.indices], vectors.indptr.copy()), shape=vectors.shape
    )
    ranked.sort_indices()
    return ranked


def _running_total(values: FloatArray) -> FloatArray:
    """(n + 1,) sums of the first 0, 1, ..., n values."""
    total = np.zeros(values.size + 1)
    np.cumsum(values, out=total[1:])
    return total
