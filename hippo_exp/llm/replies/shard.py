"""Files of records: each is written by one process only, and read by all.

As no file has two writers, none needs a lock, on a network folder neither; and a record that a
killed process left unfinished is the last of its file, where nothing is ever appended to it.
"""

from __future__ import annotations

import os
import secrets
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

from hippo_exp.errors import StoreError

SUFFIX = ".jsonl"


class ShardWriter:
    """Appends whole records to a file of its own.

    Args:
        folder: where the file is made; names sort by the time at which writing began.

    Raises:
        StoreError: the file cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"{time.time_ns():020d}-{secrets.token_hex(4)}{SUFFIX}"
        self.process = os.getpid()
        self._size = 0
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, flags, 0o644)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        self._closing = weakref.finalize(self, os.close, self._file)

    def append(self, line: bytes) -> int:
        """Write one record; return its offset.

        Raises:
            StoreError: it could not be written whole; the file must not be used again.
        """
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            raise _unwritable(self.path, error) from error
        offset = self._size
        self._size += len(line)
        return offset

    def close(self) -> None:
        """Bring the records to the disk and close the file."""
        os.fsync(self._file)
        self._closing()


class ShardReader:
    """Finds the records that a file has gained since the last look.

    Args:
        path: the file.

    Attributes:
        unfinished: whether the last look ended in a line without its end.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unfinished = False
        self._whole = 0
        self._seen = 0

    def grown(self) -> bool:
        """Whether there are bytes that were not seen yet."""
        try:
            return self.path.stat().st_size > self._seen
        except FileNotFoundError:
            return False

    def new_lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield (offset, line) of each new whole line."""
        self.unfinished = False
        with self.path.open("rb") as stream:
            stream.seek(self._whole)
            for line in stream:
                offset, self._seen = self._whole, self._whole + len(line)
                if not line.endswith(b"\n"):
                    self.unfinished = True
                    return
                self._whole = self._seen
                yield offset, line

    def line_at(self, offset: int) -> bytes:
        """The line that begins at ``offset``.

        Raises:
            OSError: the file cannot be read.
        """
        with self.path.open("rb") as stream:
            stream.seek(offset)
            return stream.readline()


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(
        f"a reply cannot be kept ({error.strerror or error})",
        where=str(path),
        fix="free space, or choose another folder for the replies",
    )
