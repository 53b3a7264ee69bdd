"""Names for the array kinds used in signatures."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy import sparse

FloatArray: TypeAlias = NDArray[np.float64]
"""float64 array; each signature's docstring gives its shape."""

IntArray: TypeAlias = NDArray[np.int64]
"""int64 array of positions or counts."""

SparseArray: TypeAlias = "sparse.csr_array"
"""Compressed sparse rows with sorted indices and no stored duplicates."""

Vectors: TypeAlias = "NDArray[np.float32] | sparse.csr_array"
"""(n, dim) float32 embeddings; an encoder says for which roles rows have L2 norm 1."""
