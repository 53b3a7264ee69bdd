"""Extraction on disk, in the release's layout, with what a re-run needs beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import TypeGuard, get_args

from hippo_exp.errors import DataError
from hippo_exp.openie.extract.records import ExtractionRun, PassageRecord
from hippo_exp.openie.extract.usage import Usage
from hippo_exp.storage import read_json, write_atomic
from hippo_exp.types import Passage, PassageExtraction
from hippo_exp.types.extraction import ExtractionStatus

_STATUSES: Mapping[str, ExtractionStatus] = {name: name for name in get_args(ExtractionStatus)}


def write_extraction(path: Path, run: ExtractionRun, passages: Sequence[Passage]) -> None:
    """Write an OpenIE file that ``read_openie`` reads, with statuses and counts in it.

    Each document holds ``title, text, passage, extracted_entities, extracted_triples`` as in the
    release, and ``id, status, failures, dropped, detail, usage``. The bytes depend on the records
    alone.

    Args:
        path: the file; whole or absent at any moment.
        run: (n_passages,) records.
        passages: (n_passages,) the corpus.

    Raises:
        StoreError: the file cannot be written.
    """
    docs = [
        {
            "id": passage.id,
            "title": passage.title,
            "text": passage.text,
            "passage": passage.contents,
            "extracted_entities": record.extraction.entities,
            "extracted_triples": record.extraction.rows,
            "status": record.extraction.status,
            "failures": record.failures,
            "dropped": record.dropped,
            "detail": record.detail,
            "usage": asdict(record.usage),
        }
        for passage, record in zip(passages, run.records, strict=True)
    ]
    summary = {"statuses": run.statuses, "dropped": run.dropped, "extractor": run.extractor_digest}
    write_atomic(path, _json({"docs": docs, **summary}))


def read_records(path: Path, extractor_digest: str) -> dict[str, PassageRecord]:
    """The records of a file of :func:`write_extraction`, for a re-run.

    Args:
        path: the file.
        extractor_digest: of the extractor that the re-run uses.

    Returns:
        Passage contents -> record.

    Raises:
        DataError: unreadable, not such a file, or made by other prompts, settings or models.
    """
    value = read_json(path)
    docs = value.get("docs") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(docs, list) or "extractor" not in value:
        raise DataError("not a file of a run of extraction", where=str(path), fix="extract again")
    if value["extractor"] != extractor_digest:
        raise DataError(
            "the file was made with other prompts, settings or another model",
            where=str(path),
            fix="use those, or extract into another file",
        )
    records: dict[str, PassageRecord] = {}
    for number, doc in enumerate(docs, start=1):
        record = _record(doc) if isinstance(doc, dict) else None
        if record is None:
            where = f"{path}, doc {number}"
            raise DataError("malformed record", where=where, fix="delete the file, extract again")
        records[record[0]] = record[1]
    return records


def write_query_entities(path: Path, entities: Mapping[str, Sequence[str]]) -> None:
    """Write ``query_ner.json`` (question -> entities), which ``read_query_entities`` reads.

    A question whose extraction failed is to be left out: absent means failed or not asked, an
    empty list means that the question names nothing.

    Raises:
        StoreError: the file cannot be written.
    """
    write_atomic(path, _json({question: list(names) for question, names in entities.items()}))


def _json(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    # A lone surrogate becomes the JSON escape that it is read from.
    return f"{text}\n".encode("utf-8", "backslashreplace")


def _record(doc: Mapping[str, object]) -> tuple[str, PassageRecord] | None:
    contents, status, detail = doc.get("passage"), doc.get("status"), doc.get("detail")
    entities, rows = doc.get("extracted_entities"), doc.get("extracted_triples")
    usage, failures, dropped = doc.get("usage"), doc.get("failures"), doc.get("dropped")
    names = tuple(field.name for field in fields(Usage))
    if not (
        isinstance(contents, str)
        and isinstance(detail, str)
        and isinstance(status, str)
        and status in _STATUSES
        and _is_strings(entities)
        and isinstance(rows, list)
        and all(_is_strings(row) and len(row) == 3 for row in rows)
        and isinstance(failures, int)
        and isinstance(dropped, dict)
        and all(isinstance(count, int) for count in dropped.values())
        and isinstance(usage, dict)
        and all(isinstance(usage.get(name), int) for name in names)
    ):
        return None
    extraction = PassageExtraction(tuple(entities), tuple(map(tuple, rows)), _STATUSES[status])
    used = Usage(**{name: usage[name] for name in names})
    return contents, PassageRecord(extraction, failures, dropped, detail, used)


def _is_strings(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
