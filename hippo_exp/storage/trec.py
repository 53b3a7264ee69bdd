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
    score that does not fall below the one before it is written as the next smaller float32.

    Args:
        path: ends in ``.trec.gz``.
        rankings: (n_questions,) one ranking each.
        passage_ids: (n_passages,) corpus ids; white space inside an id becomes ``_``.
        tag: name of the run.

    Raises:
        StoreError: the file cannot be written.
    """
    names = _names(passage_ids)
    lines = []
    for ranking in rankings:
        scores = _strictly_decreasing(ranking.scores)
        for rank, (passage, score) in enumerate(
            zip(ranking.passages.tolist(), scores, strict=True), start=1
        ):
            lines.append(f"{_word(ranking.question_id)} Q0 {names[passage]} {rank} {score} {tag}\n")
    write_atomic(path, gzip_bytes("".join(lines).encode("utf-8")))


def _strictly_decreasing(scores: FloatArray) -> list[np.float32]:
    """(k,) float32 scores, each below the one before it."""
    below: list[np.float32] = []
    for score in scores.astype(np.float32):
        if below and score >= below[-1]:
            score = np.nextafter(below[-1], np.float32(-np.inf))
        below.append(score)
    return below


def _names(passage_ids: Sequence[str]) -> list[str]:
    """One word per passage; where two ids become one word, their positions are appended."""
    words = [_word(identifier) for identifier in passage_ids]
    counts = Counter(words)
    return [word if counts[word] == 1 else f"{word}#{i}" for i, word in enumerate(words)]


def _word(identifier: str) -> str:
    return "_".join(identifier.split()) or "_"
