"""TREC run files with strictly decreasing scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hippo_exp.storage.atomic import write_atomic
from hippo_exp.storage.gz import gzip_bytes
from hippo_exp.types import FloatArray, Ranking


def write_trec_run(
    path: Path,
    rankings: Sequence[Ranking],
    passage_ids: Sequence[str],
    *,
    tag: str,
) -> None:
    """Write rankings as ``qid Q0 docid rank score tag`` lines, gzipped without a time stamp.

    Evaluation tools sort a run by single-precision score and break ties by id (pitfall B10), so a
    score that does not fall below the one before it is written as the next smaller float32. White
    space inside an id becomes ``_``; where two ids would become one word, ``#`` and their position
    are appended, of questions as of passages.

    Args:
        path: ends in ``.trec.gz``.
        rankings: (n_questions,) one ranking each, in the data set's order.
        passage_ids: (n_passages,) corpus ids.
        tag: name of the run.

    Raises:
        StoreError: the file cannot be written.
    """
    names = _names(passage_ids)
    topics = _names([ranking.question_id for ranking in rankings])
    lines = []
    for topic, ranking in zip(topics, rankings, strict=True):
        scores = _strictly_decreasing(ranking.scores)
        for rank, (passage, score) in enumerate(
            zip(ranking.passages.tolist(), scores, strict=True), start=1
        ):
            lines.append(f"{topic} Q0 {names[passage]} {rank} {score} {tag}\n")
    write_atomic(path, gzip_bytes("".join(lines).encode("utf-8")))


def _strictly_decreasing(scores: FloatArray) -> list[np.float32]:
    """(k,) float32 scores, each below the one before it."""
    below: list[np.float32] = []
    for score in scores.astype(np.float32):
        if below and score >= below[-1]:
            score = np.nextafter(below[-1], np.float32(-np.inf))
        below.append(score)
    return below


def _names(identifiers: Sequence[str]) -> list[str]:
    """One word per id; where two ids become one word, their positions are appended."""
    words = [_word(identifier) for identifier in identifiers]
    counts = Counter(words)
    names = [word if counts[word] == 1 else f"{word}#{i}" for i, word in enumerate(words)]
    if len(dict.fromkeys(names)) < len(names):  # an id that already ends like that
        names = [f"{word}#{i}" for i, word in enumerate(words)]
    return names


def _word(identifier: str) -> str:
    return "_".join(identifier.split()) or "_"
