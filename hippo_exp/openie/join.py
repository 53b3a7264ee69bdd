"""Joining extraction records to the passages of a corpus (pitfalls A20, A33)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hippo_exp.datasets.faults import listed, shown
from hippo_exp.errors import DataError
from hippo_exp.text import counted
from hippo_exp.types import Passage, PassageExtraction


class Record(NamedTuple):
    """One record of an OpenIE file.

    Attributes:
        texts: the contents that the record states, in one or two ways.
        extraction: what was extracted.
    """

    texts: tuple[str, ...]
    extraction: PassageExtraction


def join_records(
    records: Sequence[Record], passages: Sequence[Passage], *, where: str, corpus: str
) -> tuple[tuple[PassageExtraction, ...], int]:
    """Give each passage its record.

    By order, if there are as many records as passages and each states its passage's contents;
    otherwise by contents. Passages with equal contents take the records of these contents in
    order; when there are fewer records than passages, the last one is shared. White space at the
    ends of the title and of the whole is not compared.

    Args:
        records: in file order.
        passages: (n_passages,) the corpus.
        where: the OpenIE file, for messages.
        corpus: the corpus, for messages.

    Returns:
        (n_passages,) extractions in corpus order, and the number of records not used.

    Raises:
        DataError: passages without a record.
    """
    keys = [_key(passage.contents) for passage in passages]
    stated = [tuple(map(_key, record.texts)) for record in records]
    if len(keys) == len(stated) and all(map(_states, stated, keys)):
        return tuple(record.extraction for record in records), 0
    holders: dict[str, list[int]] = {}
    for position, texts in enumerate(stated):
        for text in dict.fromkeys(texts):
            holders.setdefault(text, []).append(position)
    if any(key not in holders for key in keys):
        raise _mismatch(records, stated, passages, keys, where, corpus)
    uses: dict[str, int] = {}
    chosen = []
    for key in keys:
        turn = uses.get(key, 0)
        uses[key] = turn + 1
        chosen.append(holders[key][min(turn, len(holders[key]) - 1)])
    used = dict.fromkeys(chosen)
    return tuple(records[position].extraction for position in chosen), len(records) - len(used)


def _key(contents: str) -> str:
    title, newline, text = contents.partition("\n")
    return f"{title.strip()}{newline}{text}".strip()


def _states(texts: tuple[str, ...], key: str) -> bool:
    return key in texts


def _mismatch(
    records: Sequence[Record],
    stated: Sequence[tuple[str, ...]],
    passages: Sequence[Passage],
    keys: Sequence[str],
    where: str,
    corpus: str,
) -> DataError:
    known = dict.fromkeys(text for texts in stated for text in texts)
    wanted = dict.fromkeys(keys)
    lacking = [
        f"{passage.id!r} {shown(passage.contents)}"
        for passage, key in zip(passages, keys, strict=True)
        if key not in known
    ]
    extra = [
        f"doc {number} {shown(record.texts[0])}"
        for number, (record, texts) in enumerate(zip(records, stated, strict=True), start=1)
        if not any(text in wanted for text in texts)
    ]
    message = (
        f"{len(lacking):,} of {counted(len(passages), 'passage')} of {corpus} have no record: "
        f"{listed(lacking)}"
    )
    if extra:
        message += f"; {counted(len(extra), 'record')} of no passage: {listed(extra)}"
    return DataError(
        message,
        where=where,
        fix=f"use the OpenIE file that was made from {corpus}, or extract again",
    )
