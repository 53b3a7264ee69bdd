"""What a layout of files has to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from hippo_exp.pathfinding.benchmark.export.files import RecordFile
from hippo_exp.types import Passage, PassageExtraction, Question


class Placed(NamedTuple):
    """A passage with its place in the corpus, from 0."""

    position: int
    passage: Passage


Gold = Mapping[str, Placed]
"""Contents -> passage, for the gold passages of all questions."""


class FileLayout(Protocol):
    """Files of one layout: one of them holds the passages, the others are made from questions."""

    @property
    def passage_file(self) -> str:
        """Name of the file with a record for each passage."""
        ...

    @property
    def passage_writer(self) -> type[RecordFile]:
        """How these records stand in it."""
        ...

    def record(self, placed: Placed, extraction: PassageExtraction) -> dict[str, object]:
        """The record of a passage."""
        ...

    def question_files(self, questions: Sequence[Question], gold: Gold) -> dict[str, str]:
        """File name -> text of the other files."""
        ...
