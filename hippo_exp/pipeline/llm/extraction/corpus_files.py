"""A corpus and its questions in the layout of BEIR, beside what was extracted from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from hippo_exp.errors import StoreError
from hippo_exp.pipeline.llm.extraction.target import SUMMARY
from hippo_exp.storage import write_atomic
from hippo_exp.types import Dataset, Passage, Question


def answerable(dataset: Dataset, passages: Sequence[Passage]) -> list[Question]:
    """The questions of which every gold key is among some passages of the corpus."""
    kept = {passage.id for passage in passages}
    keys = zip(dataset.passages, dataset.match_keys, strict=True)
    there = {key for passage, key in keys if passage.id in kept}
    return [question for question in dataset.questions if there.issuperset(question.gold)]


def check_free(folder: Path) -> None:
    """Refuse a folder with somebody else's corpus.

    Raises:
        StoreError: it holds data and was not made by an extraction.
    """
    names = ("corpus.jsonl", "queries.jsonl", "qrels")
    others = any((folder / name).exists() for name in names) or any(folder.glob("*_corpus.json"))
    if others and not (folder / SUMMARY).exists():
        raise StoreError(
            "the folder holds other data",
            where=str(folder),
            fix="choose an empty one, or leave to= out for the folder of dataset=custom itself",
        )


def write_corpus(
    folder: Path, dataset: Dataset, passages: Sequence[Passage], questions: Sequence[Question]
) -> None:
    """Write ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/test.tsv``.

    Gold passages are all passages with a gold key of the question. Answers have no place there.

    Args:
        folder: is made.
        dataset: gives the match keys.
        passages: the part of the corpus that is written.
        questions: those that are written; none writes the corpus alone.

    Raises:
        StoreError: a file cannot be written.
    """
    rows = ({"_id": item.id, "title": item.title, "text": item.text} for item in passages)
    write_atomic(folder / "corpus.jsonl", _lines(rows))
    if not questions:
        return
    kept = {passage.id for passage in passages}
    holders: dict[str, list[str]] = {}
    for passage, key in zip(dataset.passages, dataset.match_keys, strict=True):
        if passage.id in kept:
            holders.setdefault(key, []).append(passage.id)
    asked = ({"_id": item.id, "text": item.text} for item in questions)
    write_atomic(folder / "queries.jsonl", _lines(asked))
    judged = [
        f"{question.id}\t{identity}\t1\n"
        for question in questions
        for key in question.gold
        for identity in holders[key]
    ]
    header = "query-id\tcorpus-id\tscore\n"
    write_atomic(folder / "qrels" / "test.tsv", (header + "".join(judged)).encode())


def _lines(rows: Iterable[dict[str, str]]) -> bytes:
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    return text.encode("utf-8", "backslashreplace")
