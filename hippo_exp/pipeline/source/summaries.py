"""RAPTOR's summaries, as an LLM made them once and a file keeps them.

The file is a JSON object: ``passages``, the number of passages of the corpus; ``summaries``, a list
of ``{text, children, level}`` with the lower levels first, where the children are positions of
nodes: those below ``passages`` are passages in corpus order, the others earlier summaries; and,
better than the number alone, ``contents_sha256``, :func:`contents_digest` of the corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import DataError
from hippo_exp.pipeline.source.files import dataset_folder
from hippo_exp.retrieval.raptor import Summary, SummaryTree
from hippo_exp.storage import digest_json, read_json

_FIX = "make the summaries from this corpus, in the layout of docs/method_to_code.md"


def summaries_file(settings: RetrievalSettings) -> Path:
    """Where the summaries of a row's data set stand."""
    return dataset_folder(settings) / settings.retriever.raptor.file


def contents_digest(contents: Sequence[str]) -> str:
    """SHA-256 of the passages' contents as a JSON list, by which a file names its corpus."""
    return digest_json(list(contents))


def summary_tree(settings: RetrievalSettings, contents: Sequence[str]) -> SummaryTree:
    """Read the tree of a row's data set.

    Args:
        settings: of the row.
        contents: (n_passages,) contents of the passages.

    Raises:
        DataError: the file is damaged, of another layout, or of another corpus.
    """
    return read_summary_tree(summaries_file(settings), contents)


def read_summary_tree(path: Path, contents: Sequence[str]) -> SummaryTree:
    """Read and check one file, see :func:`summary_tree`."""
    value = read_json(path)
    records = value.get("summaries") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(records, list):
        raise DataError("not an object with a list 'summaries'", where=str(path), fix=_FIX)
    n_passages = len(contents)
    if value.get("passages") != n_passages:
        what = f"summaries of {value.get('passages')} passages for a corpus of {n_passages}"
        raise DataError(what, where=str(path), fix=_FIX)
    if value.get("contents_sha256") not in (None, contents_digest(contents)):
        raise DataError("summaries of another corpus", where=str(path), fix=_FIX)
    summaries: list[Summary] = []
    for number, record in enumerate(records):
        levels = [0] * n_passages + [summary.level for summary in summaries]
        found = _summary(record, levels)
        if isinstance(found, str):
            raise DataError(f"summary {number} {found}", where=str(path), fix=_FIX)
        summaries.append(found)
    counts = {
        "passages": n_passages,
        "summaries": len(summaries),
        "levels": max((summary.level for summary in summaries), default=0),
        "blank_summaries": sum(not summary.text.strip() for summary in summaries),
    }
    return SummaryTree(n_passages, tuple(summaries), counts)


def _summary(record: object, levels: Sequence[int]) -> Summary | str:
    """A summary, or what is wrong with its record; ``levels`` are those of the nodes before it."""
    if not isinstance(record, dict):
        return "is no object"
    text, children, level = (record.get(key) for key in ("text", "children", "level"))
    if not isinstance(text, str) or not isinstance(children, list) or not _is_count(level):
        return "lacks a text, a list of children, or a level from 1"
    if len(children) < 2 or not all(_is_position(child, len(levels)) for child in children):
        return f"has not two or more children among the {len(levels)} nodes before it"
    if len(set(children)) < len(children):
        return "has a child twice"
    assert isinstance(level, int)
    if any(levels[child] >= level for child in children):
        return f"of level {level} has a child that is not below it"
    return Summary(text, tuple(sorted(children)), level)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_position(value: object, n: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < n
