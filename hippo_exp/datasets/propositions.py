"""Proposition corpora: passages cut into self-contained statements (Chen et al., EMNLP 2024)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hippo_exp.datasets.faults import Faults, kind_of, listed, shown
from hippo_exp.datasets.fields import Row, object_rows, read_list, string
from hippo_exp.errors import DataError
from hippo_exp.storage import digest_json
from hippo_exp.text import counted
from hippo_exp.types import IntArray, Passage


@dataclass(frozen=True)
class Propositions:
    """Propositions and the passages that they come from.

    Attributes:
        texts: (n_propositions,) title, newline, proposition.
        passages: (n_propositions,) int64 corpus positions.
        digest: SHA-256 over texts and positions.
        counts: ``records, propositions, blank_propositions, passages_without``.
    """

    texts: tuple[str, ...]
    passages: IntArray
    digest: str
    counts: Mapping[str, int]


def read_propositions(
    path: Path, passages: Sequence[Passage], *, split: bool, corpus: str = "the corpus"
) -> Propositions:
    """Read a proposition corpus and give each proposition its passage.

    The released code indexes a record as one text, ``title``, newline, ``propositions``, and takes
    the record's position for the passage's: its proposition corpora have one record for each
    passage, in corpus order, and a string as ``propositions``. Records are joined to passages by
    order, if there are as many of both and the titles agree; otherwise by title, where that is
    clear: all records to the only passage of a title, or one to each of several in order.

    Args:
        path: list of ``{title, propositions}``; ``propositions`` is a string or a list of strings.
        passages: (n_passages,) the corpus.
        split: take each proposition by itself: the items of a list, also of a list written as
            JSON into the string, or the lines of a string; False takes each record as one text.
        corpus: name or file of the corpus, for messages.

    Returns:
        Propositions in file order; blank ones are dropped and counted.

    Raises:
        DataError: unreadable, of another layout, malformed records, records whose passage is
            missing or not clear, or no proposition at all.
    """
    faults = Faults(path)
    rows = object_rows(read_list(path, "propositions"), faults)
    titles = [string(row, ("title",), faults) for row in rows]
    found = [_propositions(row, faults, split) for row in rows]
    faults.check()
    owners = _owners(titles, [passage.title for passage in passages], path, corpus)
    kept = [
        (f"{title}\n{text}" if title else text, owner)
        for title, texts, owner in zip(titles, found, owners, strict=True)
        for text in texts
        if text.strip()
    ]
    if not kept:
        raise DataError("all propositions are blank", where=str(path), fix="fetch the file again")
    positions = np.array([owner for _, owner in kept], dtype=np.int64)
    return Propositions(
        texts=tuple(text for text, _ in kept),
        passages=positions,
        digest=digest_json(kept),
        counts={
            "records": len(rows),
            "propositions": len(kept),
            "blank_propositions": sum(map(len, found)) - len(kept),
            "passages_without": len(passages) - np.unique(positions).size,
        },
    )


def _propositions(row: Row, faults: Faults, split: bool) -> list[str]:
    position, record = row
    value = record.get("propositions")
    if isinstance(value, str):
        return _parts(value) if split else [value]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        faults.add(position, f"'propositions' is {kind_of(value)}, not a string or strings")
        return []
    return value if split else [" ".join(value)]


def _parts(text: str) -> list[str]:
    """The strings of a JSON list, or else the lines."""
    if text.lstrip().startswith("["):
        try:
            value = json.loads(text)
        except (json.JSONDecodeError, RecursionError):
            return text.splitlines()
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
    return text.splitlines()


def _owners(titles: list[str], held: list[str], path: Path, corpus: str) -> list[int]:
    """(n_records,) position of the passage of each record."""
    titles, held = [title.strip() for title in titles], [title.strip() for title in held]
    if titles == held:
        return list(range(len(titles)))
    places, turns = _positions(held), _positions(titles)
    problems = []
    for title, records in turns.items():
        holders = places.get(title, [])
        if not holders:
            problems.append(f"no passage with title {shown(title)}")
        elif len(holders) > 1 and len(holders) != len(records):
            problems.append(
                f"{counted(len(records), 'record')} for {len(holders)} passages with title "
                f"{shown(title)}"
            )
    if problems:
        raise DataError(
            f"the records do not fit {corpus}: {listed(problems)}",
            where=str(path),
            fix=f"use the proposition corpus that was made from {corpus}",
        )
    owners = [0] * len(titles)
    for title, records in turns.items():
        holders = places[title]
        for turn, record in enumerate(records):
            owners[record] = holders[turn if len(holders) > 1 else 0]
    return owners


def _positions(titles: list[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for position, title in enumerate(titles):
        found.setdefault(title, []).append(position)
    return found
