"""Settings of interleaved retrieval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.errors import ConfigError
from hippo_exp.llm import ChatMessage
from hippo_exp.openie.extract import (
    ChatSettings,
    Demonstration,
    Prompt,
    show_demonstrations,
    show_passages,
)
from hippo_exp.retrieval.ranking import Ties
from hippo_exp.types import Passage


@dataclass(frozen=True)
class IRCoTSettings:
    """How the steps go (official behaviour, row 21).

    Attributes:
        max_steps: retrievals for a question at most, the first one included; 1 asks no model.
            The paper: 4 for MuSiQue, 2 for 2Wiki and HotpotQA.
        top_k: passages that a step retrieves, and that a prompt shows: the best by merged score.
        stop_phrase: a thought that holds it ends the steps and is not searched for.
        ties: rule among equal scores of a step, see ``rank_passages``.
    """

    max_steps: int
    top_k: int = 10
    stop_phrase: str = "So the answer is:"
    ties: Ties = "first"

    def __post_init__(self) -> None:
        for name, value in (("max_steps", self.max_steps), ("top_k", self.top_k)):
            if value < 1:
                raise ConfigError(f"{name}={value}", where=name, fix="use at least 1")
        if not self.stop_phrase:
            raise ConfigError("no stop phrase", where="stop_phrase", fix="name one")


@dataclass(frozen=True)
class Thinker:
    """How a thought is asked for.

    Attributes:
        prompt: of kind ``ircot_thought``.
        demonstrations: shown in it; the paper shows one.
        settings: model and limits; the reply is plain text.
    """

    prompt: Prompt
    demonstrations: Sequence[Demonstration]
    settings: ChatSettings

    def messages(
        self, question: str, passages: Sequence[Passage], thoughts: Sequence[str]
    ) -> tuple[ChatMessage, ...]:
        """The prompt of the next thought."""
        return self.prompt.render(
            demonstrations=show_demonstrations(self.demonstrations),
            passages=show_passages(passages),
            question=question,
            thoughts=" ".join(thoughts),
        )
