"""What the work on a cell gives: the rankings, and what the manifest says of them."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hippo_exp.types import Ranking

DAMAGED = (ValueError, KeyError, TypeError, EOFError, struct.error, zipfile.BadZipFile, zlib.error)
"""What reading a damaged cell raises."""

FILES = ("rankings.npz", "outcome.json")
"""The files of an outcome."""


@dataclass(frozen=True)
class Outcome:
    """What a row's method gave.

    Attributes:
        rankings: (n_questions,) in the order of the questions.
        graph: counts of the knowledge graph; empty for a method without one.
        solves: reports of the PageRank solver, in the order of use.
        whole: measure of the whole ranking -> (n_questions,) its values, in the same order.
    """

    rankings: tuple[Ranking, ...]
    graph: Mapping[str, int] = field(default_factory=dict)
    solves: tuple[Mapping[str, object], ...] = ()
    whole: Mapping[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def final(self) -> bool:
        """Whether a second run would give the same; not when calls of a model failed."""
        return all("error" not in ranking.outcome for ranking in self.rankings)


def outcome_files(outcome: Outcome) -> dict[str, bytes]:
    """File name -> contents."""
    rankings = outcome.rankings
    lengths = np.array([len(item.passages) for item in rankings], dtype=np.int64)
    buffer = io.BytesIO()
    np.savez(
        buffer,
        allow_pickle=False,
        lengths=lengths,
        passages=_joined([item.passages for item in rankings], np.dtype(np.int64)),
        scores=_joined([item.scores for item in rankings], np.dtype(np.float64)),
    )
    plain = {
        "questions": [item.question_id for item in rankings],
        "outcomes": [item.outcome for item in rankings],
        "graph": dict(outcome.graph),
        "solves": [dict(report) for report in outcome.solves],
        "whole": {name: list(values) for name, values in outcome.whole.items()},
    }
    text = json.dumps(plain, ensure_ascii=False)
    return dict(zip(FILES, (buffer.getvalue(), text.encode("utf-8")), strict=True))


def outcome_from(files: Mapping[str, bytes]) -> Outcome:
    """The outcome of :func:`outcome_files`.

    Raises:
        one of ``DAMAGED``: the files hold none.
    """
    plain: dict[str, Any] = json.loads(files["outcome.json"])
    with np.load(io.BytesIO(files["rankings.npz"]), allow_pickle=False) as arrays:
        lengths, passages, scores = (arrays[name] for name in ("lengths", "passages", "scores"))
    stops = np.cumsum(lengths)
    rankings = tuple(
        Ranking(str(question), passages[stop - length : stop], scores[stop - length : stop], kind)
        for question, kind, length, stop in zip(
            plain["questions"], plain["outcomes"], lengths, stops, strict=True
        )
    )
    whole = {name: tuple(map(float, values)) for name, values in plain["whole"].items()}
    return Outcome(rankings, dict(plain["graph"]), tuple(plain["solves"]), whole)


def _joined(parts: Sequence[Any], kind: np.dtype[Any]) -> Any:
    return np.concatenate([np.zeros(0, dtype=kind), *parts]).astype(kind)
