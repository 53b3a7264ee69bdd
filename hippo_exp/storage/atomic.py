"""Files that are either whole or absent."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from hippo_exp.errors import StoreError


def write_atomic(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write ``data`` to ``path`` by a unique temporary file in the same folder and a rename.

    A reader sees the old file or the new one, never a part; concurrent writers of one path leave
    one of their files whole.

    Args:
        path: the file.
        data: the contents, whole or in parts; what making a part raises leaves no file behind.

    Raises:
        StoreError: the folder cannot be made or written, or the disk is full.
    """
    with atomic_stream(path) as stream:
        stream.writelines([data] if isinstance(data, bytes) else data)


@contextmanager
def atomic_stream(path: Path) -> Iterator[BinaryIO]:
    """A stream to ``path`` that takes its place when the block ends well; else nothing is left.

    Raises:
        StoreError: as :func:`write_atomic`.
    """
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:60]}.", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
        temporary = None
    except OSError as error:
        raise StoreError(
            f"cannot write ({error.strerror or error})",
            where=str(path),
            fix="free space, or name another place (out=DIR, cache.root=DIR, --to, --html)",
        ) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _umask() -> int:
    """The process's umask (which can only be read by setting it)."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
