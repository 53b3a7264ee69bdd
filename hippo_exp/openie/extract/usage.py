"""What the calls of an extraction took."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.llm import ChatReply


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls used, replies from a store included.

    Attributes:
        calls: number of replies.
        prompt_tokens: their sum, as the server counted.
        completion_tokens: the same.
        largest_prompt: tokens of the largest prompt; near the server's context size, replies
            suffer (pitfall A22).
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    largest_prompt: int = 0

    @classmethod
    def of(cls, reply: ChatReply) -> Usage:
        """Of one reply."""
        tokens = reply.prompt_tokens
        return cls(1, tokens, reply.completion_tokens, tokens)

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            max(self.largest_prompt, other.largest_prompt),
        )
