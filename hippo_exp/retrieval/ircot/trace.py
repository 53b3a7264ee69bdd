"""What happened to one question in interleaved retrieval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hippo_exp.openie.extract import Usage

IRCoTEnd = Literal["step_limit", "answer", "empty_thought", "api_error"]
"""Why the steps of a question ended; the last two are failures of the model."""


@dataclass(frozen=True, slots=True)
class IRCoTStep:
    """One retrieval.

    Attributes:
        text: what was searched for: the question, then thoughts.
        entities: query entities that the retriever was given.
        entity_status: of the extraction of these entities; empty where none was asked for.
        outcome: of the retriever, see ``ScoreBlock``.
        passages: corpus positions of the best passages, best first.
        scores: theirs.
    """

    text: str
    entities: tuple[str, ...]
    entity_status: str
    outcome: str
    passages: tuple[int, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class IRCoTTrace:
    """One question.

    Attributes:
        question_id: the question.
        steps: retrievals, in order; the first is for the question itself.
        thoughts: in order; the last one has no retrieval when it ended the steps.
        end: why the steps ended.
        detail: the error of a failed call; empty otherwise.
        usage: of all calls for this question, entities of thoughts included.
    """

    question_id: str
    steps: tuple[IRCoTStep, ...]
    thoughts: tuple[str, ...]
    end: IRCoTEnd
    detail: str
    usage: Usage
