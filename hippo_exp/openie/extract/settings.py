"""How a language model is asked, and when a run of extraction stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hippo_exp.errors import ConfigError
from hippo_exp.llm import ChatMessage, ChatRequest, ReplyFormat


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What every request of one role has in common.

    Attributes:
        model: as the server names it.
        max_tokens: limit of the first reply; doubled after a reply that was cut off.
        temperature: 0 for the most likely reply.
        seed: passed on to the server; None leaves it out.
        format: what the server is asked to hold to; ``json_schema`` or ``json_object`` where it
            can, otherwise ``text``.
        max_tries: requests for one reply, the first included: a cut-off reply is asked for again
            with twice the limit, an unreadable one with a repair prompt.
        max_tokens_ceiling: no request asks for more; keep it below the server's context size.
    """

    model: str
    max_tokens: int = 1024
    temperature: float = 0.0
    seed: int | None = None
    format: ReplyFormat = "json_schema"
    max_tries: int = 3
    max_tokens_ceiling: int = 8192

    def __post_init__(self) -> None:
        if not 1 <= self.max_tokens <= self.max_tokens_ceiling:
            what = f"max_tokens={self.max_tokens} lies outside 1 to {self.max_tokens_ceiling}"
            raise ConfigError(what, where="max_tokens", fix="lower it, or raise the ceiling")
        if self.max_tries < 1:
            what = f"max_tries={self.max_tries} allows no request"
            raise ConfigError(what, where="max_tries", fix="use at least 1")

    def request(
        self,
        messages: Sequence[ChatMessage],
        schema: Mapping[str, object] | None = None,
        *,
        max_tokens: int | None = None,
    ) -> ChatRequest:
        """A request; without a schema, or for another format, it asks for what is left.

        Args:
            messages: the whole prompt.
            schema: of the reply, for ``json_schema``; None asks for plain text.
            max_tokens: another limit; cut to the ceiling.
        """
        form: ReplyFormat = self.format if schema is not None else "text"
        return ChatRequest(
            model=self.model,
            messages=tuple(messages),
            temperature=self.temperature,
            seed=self.seed,
            max_tokens=min(max_tokens or self.max_tokens, self.max_tokens_ceiling),
            format=form,
            schema=schema if form == "json_schema" else None,
        )


@dataclass(frozen=True, slots=True)
class GateSettings:
    """When a run stops (pitfalls A13, A22).

    Attributes:
        smoke_size: the smoke gate looks at so many first results; 0 for no smoke gate.
        smoke_share: it stops when more than this share of them failed or came back empty.
        parse_error_share: the run stops when more than this share of all results could not be
            parsed; 1 for never.
        parse_error_after: but only after so many results.
        max_api_errors_in_a_row: the run stops after so many failed calls, one after another.
    """

    smoke_size: int = 10
    smoke_share: float = 0.5
    parse_error_share: float = 0.02
    parse_error_after: int = 50
    max_api_errors_in_a_row: int = 10
