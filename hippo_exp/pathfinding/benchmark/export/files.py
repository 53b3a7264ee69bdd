"""JSON files written record by record, with their digests."""

from __future__ import annotations

import hashlib
import json
from typing import BinaryIO


class TextFile:
    """Writes text as UTF-8 and computes the SHA-256 of the bytes.

    Args:
        stream: where the bytes go.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._state = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """64 hexadecimal digits of what was written so far."""
        return self._state.hexdigest()

    def write(self, text: str) -> None:
        """Append a text."""
        data = text.encode()
        self._stream.write(data)
        self._state.update(data)


class RecordFile(TextFile):
    """Records of JSON, one per line, at least one."""

    before, between, after = "", "\n", "\n"

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream)
        self._next = self.before

    def add(self, record: object) -> None:
        """Append a record."""
        self.write(f"{self._next}{as_json(record)}")
        self._next = self.between

    def close(self) -> None:
        """Write what ends the file."""
        self.write(self.after)


class JsonLines(RecordFile):
    """One JSON object per line and nothing else."""


class JsonList(RecordFile):
    """A JSON list."""

    before, between, after = "[\n", ",\n", "\n]\n"


class JsonDocs(RecordFile):
    """An object whose ``docs`` is a JSON list."""

    before, between, after = '{"docs": [\n', ",\n", "\n]}\n"


def as_json(record: object) -> str:
    """JSON on one line, letters as they are."""
    return json.dumps(record, ensure_ascii=False)
