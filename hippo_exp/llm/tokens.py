"""Counting the tokens of a prompt before it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hippo_exp.llm.protocol import ChatRequest

_PER_MESSAGE = 4
_PER_REQUEST = 3
"""Tokens that the chat format adds (role and separators; the reply's opening)."""
_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class TokenCounter:
    """Counts tokens of texts.

    Attributes:
        method: how, for a person to read.
        count: text -> tokens.
    """

    method: str
    count: Callable[[str], int]

    def request(self, request: ChatRequest) -> int:
        """The tokens of a whole prompt."""
        turns = (self.count(turn.content) + _PER_MESSAGE for turn in request.messages)
        return sum(turns) + _PER_REQUEST


def token_counter(model: str) -> TokenCounter:
    """The model's own tokens by ``tiktoken``; characters / 4 without it, and it says so.

    ``tiktoken`` serves where it is installed, knows the model, and has or can fetch its encoding.
    """
    try:
        import tiktoken

        encoding = tiktoken.encoding_for_model(model)
    except ImportError:
        return _by_characters("tiktoken is not installed")
    except KeyError:
        return _by_characters(f"tiktoken does not know {model}")
    except (OSError, ValueError):
        return _by_characters("tiktoken cannot fetch its encoding")
    return TokenCounter(
        f"tiktoken {encoding.name}", lambda text: len(encoding.encode(text, disallowed_special=()))
    )


def _by_characters(reason: str) -> TokenCounter:
    return TokenCounter(
        f"characters / {_CHARACTERS_PER_TOKEN}, as {reason}",
        lambda text: -(-len(text) // _CHARACTERS_PER_TOKEN),
    )
