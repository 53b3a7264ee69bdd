"""The JSON layout of HippoRAG's release: ``NAME_corpus.json`` and, as in MuSiQue, ``NAME.json``."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.pathfinding.benchmark.export.files import JsonList, as_json
from hippo_exp.pathfinding.benchmark.export.layout import Gold, Placed
from hippo_exp.types import PassageExtraction, Question


class ReleaseLayout:
    """The paragraphs of a question are its gold passages only; the corpus holds the others.

    Args:
        name: of the data set.
    """

    passage_writer = JsonList

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def passage_file(self) -> str:
        """The corpus."""
        return f"{self._name}_corpus.json"

    def record(self, placed: Placed, extraction: PassageExtraction) -> dict[str, object]:
        """``id``, ``idx``, ``title`` and ``text``."""
        passage = placed.passage
        return {
            "id": passage.id,
            "idx": placed.position,
            "title": passage.title,
            "text": passage.text,
        }

    def question_files(self, questions: Sequence[Question], gold: Gold) -> dict[str, str]:
        """The questions."""
        records = ",\n".join(as_json(_question(question, gold)) for question in questions)
        return {f"{self._name}.json": f"[\n{records}\n]\n"}


def _question(question: Question, gold: Gold) -> dict[str, object]:
    usual, *others = question.answers
    return {
        "id": question.id,
        "paragraphs": [
            {
                "idx": placed.position,
                "title": placed.passage.title,
                "paragraph_text": placed.passage.text,
                "is_supporting": True,
            }
            for placed in sorted(gold[contents] for contents in question.gold)
        ],
        "question": question.text,
        "answer": usual,
        "answer_aliases": others,
        "answerable": True,
    }
