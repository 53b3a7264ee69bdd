"""Which code makes a ranking: kept work of other code is never read by accident."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]
_NO_PART = ("cli", *(f"reporting/{part}" for part in ("explain", "figures", "page", "tables")))
"""Packages that show numbers but do not make them."""
_LIBRARIES = (
    *("numpy", "scipy", "numba", "scikit-learn", "bm25s", "PyStemmer", "regex"),
    *("torch", "transformers", "sentence-transformers", "tokenizers"),
)
"""Libraries whose version may move the last digit of a score, or a word's end."""


@cache
def code_digest() -> str:
    """SHA-256 over this package's source files, less those that only show, and library versions."""
    state = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        name = path.relative_to(_PACKAGE).as_posix()
        if not name.startswith(tuple(f"{part}/" for part in _NO_PART)):
            state.update(f"{name}\0".encode())
            state.update(path.read_bytes())
    for library in _LIBRARIES:
        state.update(f"{library}={_version(library)}\0".encode())
    return state.hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"
