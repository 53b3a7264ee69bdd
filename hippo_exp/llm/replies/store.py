"""The store of replies: one folder, many processes, nothing overwritten.

A reply is named by the digest of its whole request, so that another model, prompt or parameter is
another reply. In memory are only the places of the records, never the records.
"""

from __future__ import annotations

import os
import threading
import time
import warnings
from pathlib import Path

from hippo_exp.errors import StoreError
from hippo_exp.llm.protocol import ChatReply, ChatRequest
from hippo_exp.llm.replies.record import from_line, key_of, to_line
from hippo_exp.llm.replies.shard import SUFFIX, ShardReader, ShardWriter
from hippo_exp.storage import digest_json

_UNFINISHED_PAUSE = 0.05
"""Seconds after which an unfinished record that has not grown is taken for a torn one."""
_SHIFT = 44
_MASK = (1 << _SHIFT) - 1


def reply_key(request: ChatRequest) -> str:
    """The digest of all that decides a reply, 64 hexadecimal digits."""
    return digest_json(request)


class ReplyStore:
    """Replies under ``root``, shared by threads and processes.

    Each process appends to a file of its own. Of two records of one key, written at the same moment
    by two processes, the one in the file that was begun first counts, for every reader. A record
    is handed to the system before :meth:`put` returns: a killed process loses none of them.

    Args:
        root: the folder; it is made with the first reply.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lock = threading.RLock()
        self._shards: list[ShardReader] = []
        self._numbers: dict[str, int] = {}
        self._places: dict[int, int] = {}
        self._writer: ShardWriter | None = None
        self.refresh()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: str) -> bool:
        """Whether a reply was there at the last :meth:`refresh`, :meth:`get` or :meth:`put`."""
        return _short(key) in self._places

    def get(self, key: str) -> ChatReply | None:
        """The reply of a key; None where there is none, and with a warning where it is damaged."""
        place = self._places.get(_short(key))
        if place is None:
            self.refresh()
            place = self._places.get(_short(key))
        return None if place is None else self._read(key, place)

    def put(self, key: str, reply: ChatReply) -> ChatReply:
        """Keep a reply; return the one that counts, which is an earlier one if there is any.

        Raises:
            StoreError: it cannot be written.
        """
        line = to_line(key, reply)
        with self._lock:
            earlier = self.get(key)
            if earlier is not None:
                return earlier
            writer = self._open_writer()
            try:
                offset = writer.append(line)
            except StoreError:
                self._writer = None  # what it wrote is torn: never append to it
                raise
            self._remember(key, self._number(writer.path), offset)
        return reply

    def refresh(self) -> None:
        """Take notice of the replies that other processes have kept."""
        with self._lock:
            for path in self._paths():
                number = self._number(path)
                if self._shards[number].grown():
                    self._scan(number)

    def close(self) -> None:
        """Bring the replies to the disk."""
        with self._lock:
            if self._writer is not None and self._writer.process == os.getpid():
                self._writer.close()
            self._writer = None

    def _paths(self) -> list[Path]:
        try:
            with os.scandir(self.root) as entries:
                names = sorted(entry.name for entry in entries if entry.name.endswith(SUFFIX))
        except FileNotFoundError:
            return []
        except OSError as error:
            what = f"the replies cannot be read ({error.strerror or error})"
            raise StoreError(what, where=str(self.root), fix="choose another folder") from error
        return [self.root / name for name in names]

    def _number(self, path: Path) -> int:
        if path.name not in self._numbers:
            self._numbers[path.name] = len(self._shards)
            self._shards.append(ShardReader(path))
        return self._numbers[path.name]

    def _scan(self, number: int) -> None:
        shard = self._shards[number]
        if self._scan_once(number):
            time.sleep(_UNFINISHED_PAUSE)
            if not shard.grown() or self._scan_once(number):
                _warn(f"{shard.path} ends in an unfinished record, which is skipped")

    def _scan_once(self, number: int) -> bool:
        """Index the new lines; whether an unfinished one follows."""
        shard = self._shards[number]
        for offset, line in shard.new_lines():
            try:
                self._remember(key_of(line), number, offset)
            except ValueError:
                _warn(f"{shard.path} has a damaged record at byte {offset}, which is skipped")
        return shard.unfinished

    def _remember(self, key: str, number: int, offset: int) -> None:
        old = self._places.get(_short(key))
        if old is not None and self._order(old) <= (self._shards[number].path.name, offset):
            return
        self._places[_short(key)] = number << _SHIFT | offset

    def _order(self, place: int) -> tuple[str, int]:
        return self._shards[place >> _SHIFT].path.name, place & _MASK

    def _read(self, key: str, place: int) -> ChatReply | None:
        shard = self._shards[place >> _SHIFT]
        try:
            return from_line(shard.line_at(place & _MASK), key)
        except (OSError, ValueError) as error:
            self._places.pop(_short(key), None)
            _warn(f"{shard.path} has a damaged record, which counts as missing ({error})")
            return None

    def _open_writer(self) -> ShardWriter:
        if self._writer is None or self._writer.process != os.getpid():
            self._writer = ShardWriter(self.root)
        return self._writer


def _short(key: str) -> int:
    """The first half of a key, by which places are found; a record's whole key is checked."""
    return int(key[:32], 16)


def _warn(text: str) -> None:
    warnings.warn(text, stacklevel=2)
