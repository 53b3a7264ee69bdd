"""Hub rows as records of the release's layout.

Hub copies store the same fields in several ways: a list of pairs as such, as an object of columns
(``{"title": [...], "sent_id": [...]}``), as a list of objects, or as a JSON string of one of these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hippo_exp.errors import DataError

Row = Mapping[str, Any]
Record = dict[str, Any]
Candidate = tuple[str, tuple[str, ...]]
"""A candidate passage: title and sentences (one for an undivided text)."""


def question_record(row: Row, kind: str, *, where: str) -> Record:
    """A hub row as a question of the release.

    Args:
        row: one row.
        kind: ``musique`` or ``supporting_facts``.
        where: the row, for messages.

    Raises:
        DataError: a field is missing or has an unknown shape.
    """
    shape: Callable[[Row], Record] = _musique if kind == "musique" else _supporting_facts
    try:
        return shape(row)
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(
            f"a row of another shape ({type(error).__name__}: {error})",
            where=where,
            fix="use the copy and revision of the data set's configuration",
        ) from error


def candidates(record: Record) -> list[Candidate]:
    """The candidate passages of a question of the release, in its order."""
    if "paragraphs" in record:
        return [(item["title"], (item["paragraph_text"],)) for item in record["paragraphs"]]
    return [(title, tuple(sentences)) for title, sentences in record["context"]]


def join_sentences(sentences: Sequence[str]) -> str:
    """The sentences as one text, with a space between two that have none between them."""
    text = ""
    for sentence in sentences:
        open_end = text and sentence and not text[-1].isspace() and not sentence[0].isspace()
        text += f" {sentence}" if open_end else sentence
    return text


def _musique(row: Row) -> Record:
    paragraphs = [
        {
            "idx": number,
            "title": title,
            "paragraph_text": text,
            "is_supporting": supporting,
        }
        for number, (title, text, supporting) in enumerate(
            _pairs(row["paragraphs"], ("title", "paragraph_text", "is_supporting"))
        )
    ]
    return {
        "id": row["id"],
        "paragraphs": paragraphs,
        "question": row["question"],
        "answer": row["answer"],
        "answer_aliases": list(row.get("answer_aliases") or ()),
    }


def _supporting_facts(row: Row) -> Record:
    record = {
        "_id": row["_id"] if "_id" in row else row["id"],
        "type": row["type"],
        "question": row["question"],
        "answer": row["answer"],
        "context": _pairs(row["context"], ("title", "sentences")),
        "supporting_facts": _pairs(row["supporting_facts"], ("title", "sent_id")),
    }
    if row.get("evidences"):
        record["evidences"] = _pairs(row["evidences"], ("fact", "relation", "entity"))
    return record


def _pairs(value: object, names: Sequence[str]) -> list[list[Any]]:
    """A list of tuples, whichever way it is stored."""
    if isinstance(value, str):
        value = json.loads(value)
    if isinstance(value, Mapping):
        columns = [value[name] for name in names]
        return [list(item) for item in zip(*columns, strict=True)]
    if not isinstance(value, list):
        raise TypeError(f"{names[0]} and {names[1]} in a {type(value).__name__}")
    return [
        [item[name] for name in names] if isinstance(item, Mapping) else list(item)
        for item in value
    ]
