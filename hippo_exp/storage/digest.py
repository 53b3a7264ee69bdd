"""Digests by which data, settings and stages are named."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy import sparse


def digest_bytes(data: bytes) -> str:
    """SHA-256 of ``data``, 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def digest_json(value: object) -> str:
    """SHA-256 of the canonical JSON of ``value`` (sorted keys, no spaces, UTF-8).

    Dataclasses count as objects, tuples as lists; a NaN or an object of another kind is refused.

    Raises:
        TypeError: a value that has no JSON form (sets among them: they have no order).
        ValueError: a NaN or an infinity.
    """
    text = json.dumps(
        _plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    return digest_bytes(text.encode("utf-8", "surrogatepass"))


def digest_array(array: NDArray[Any] | sparse.csr_array) -> str:
    """SHA-256 over dtype, shape and content of a dense or CSR array."""
    import numpy as np

    state = hashlib.sha256()
    parts = [array] if isinstance(array, np.ndarray) else [array.data, array.indices, array.indptr]
    state.update(repr(array.shape).encode())
    for part in parts:
        state.update(f"{part.dtype.str}{part.shape}".encode())
        state.update(np.ascontiguousarray(part).data if part.size else b"")
    return state.hexdigest()


def git_blob_id(path: Path) -> str:
    """The git object id of a file: SHA-1 of ``"blob <size>\\0"`` and its bytes.

    Source: the object format of git; it names a file of the official release.
    """
    data = path.read_bytes()
    state = hashlib.sha1(usedforsecurity=False)
    state.update(f"blob {len(data)}\0".encode())
    state.update(data)
    return state.hexdigest()


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [_plain(item) for item in value]
    return value
