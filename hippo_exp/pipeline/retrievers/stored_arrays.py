"""Vectors and token vectors as the named arrays of a store's entry, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hippo_exp.encoders import TokenVectors
from hippo_exp.errors import EncoderError
from hippo_exp.types import Vectors

Arrays = Mapping[str, NDArray[np.generic]]


def vectors_to_arrays(vectors: Vectors) -> Arrays:
    """Dense vectors as one array, sparse ones as their CSR parts."""
    if isinstance(vectors, np.ndarray):
        return {"dense": vectors}
    return {
        "data": vectors.data,
        "indices": vectors.indices,
        "indptr": vectors.indptr,
        "shape": np.array(vectors.shape, dtype=np.int64),
    }


def vectors_from_arrays(arrays: Arrays) -> Vectors:
    """The vectors of :func:`vectors_to_arrays`.

    Raises:
        EncoderError: the arrays are none.
    """
    if "dense" in arrays:
        return cast("NDArray[np.float32]", arrays["dense"])
    _check(arrays, "data", "indices", "indptr", "shape")
    rows, columns = (int(size) for size in arrays["shape"])
    parts = (
        cast("NDArray[np.float32]", arrays["data"]),
        cast("NDArray[np.int32]", arrays["indices"]),
        cast("NDArray[np.int32]", arrays["indptr"]),
    )
    return sparse.csr_array(parts, shape=(rows, columns))


def tokens_to_arrays(tokens: TokenVectors) -> Arrays:
    """Token vectors as their packed matrix and offsets."""
    return {"vectors": tokens.vectors, "offsets": tokens.offsets}


def tokens_from_arrays(arrays: Arrays) -> TokenVectors:
    """The token vectors of :func:`tokens_to_arrays`.

    Raises:
        EncoderError: the arrays are none.
    """
    _check(arrays, "vectors", "offsets")
    return TokenVectors(
        cast("NDArray[np.float32]", arrays["vectors"]),
        cast("NDArray[np.int64]", arrays["offsets"]),
    )


def _check(arrays: Arrays, *names: str) -> None:
    if not all(name in arrays for name in names):
        raise EncoderError("a stored entry holds no vectors", fix="empty the stage cache")
