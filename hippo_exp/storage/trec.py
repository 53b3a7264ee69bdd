"""TREC run files with strictly decreasing scores."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

from hippo_exp.storage.atomic import write_atomic
from hippo_exp.types import Ranking


def write_trec_run(
    path: Path,
    rankings: Sequence[Ranking],
    passage_ids: Sequence[str],
    *,
    tag: str,
) -> None:
    """Write rankings as ``qid Q0 docid rank score tag`` lines, gzipped without a time stamp.

    Evaluation tools sort a run by score and break ties by id (pitfall B10), so the written score is
    ``k - rank + 1`` where the measured scores tie or come close: here simply the reversed rank,
    with the measured score kept in the tag column as ``tag:score``.

    Args:
        path: ends in ``.trec.gz``.
        rankings: (n_questions,) one ranking each.
        passage_ids: (n_passages,) corpus ids; white space inside an id becomes ``_``.
        tag: name of the run.

    Raises:
        StoreError: the file cannot be written.
    """
    lines = []
    for ranking in rankings:
        depth = len(ranking.passages)
        for rank, (passage, score) in enumerate(
            zip(ranking.passages.tolist(), ranking.scores.tolist(), strict=True), start=1
        ):
            lines.append(
                f"{_word(ranking.question_id)} Q0 {_word(passage_ids[passage])} {rank} "
                f"{depth - rank + 1} {tag}:{score:.9g}\n"
            )
    write_atomic(path, gzip.compress("".join(lines).encode("utf-8"), mtime=0))


def _word(identifier: str) -> str:
    return "_".join(identifier.split()) or "_"
