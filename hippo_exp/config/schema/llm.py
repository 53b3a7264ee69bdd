"""Settings of a language model behind an OpenAI-compatible server, and of what it is used for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from hippo_exp.config.schema.base import Fixed, FolderName, Settings, Text, fault

_NAME = Fixed(
    "choose one with llm=NAME and change it by llm.model=, llm.base_url= and so on; for a name of "
    "your own add configs/llm/NAME.yaml"
)
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def _variable(name: str) -> str:
    if not _VARIABLE.match(name):
        raise fault(
            "not the name of an environment variable (not shown, as it may be a key)",
            fix="give the name of the variable that holds the key, such as OPENAI_API_KEY",
        )
    return name


Tokens = Annotated[int, Field(ge=1, le=1_000_000)]
Temperature = Annotated[float, Field(ge=0.0, le=2.0)]
Usd = Annotated[float, Field(ge=0.0, le=1_000_000.0)]
KeyVariable = Annotated[Text, AfterValidator(_variable)]


class RoleSettings(Settings):
    """What one role does otherwise; null for the common value."""

    model: Text | None = None
    base_url: Annotated[Text | None, Field(exclude=True)] = None
    max_tokens: Tokens | None = None
    temperature: Temperature | None = None


class RolesSettings(Settings):
    """The roles of a language model.

    Attributes:
        extraction: named entities and triples of passages.
        query_ner: named entities of questions and thoughts.
        reasoning: thoughts of IRCoT.
        reading: answers.
    """

    extraction: RoleSettings = RoleSettings()
    query_ner: RoleSettings = RoleSettings()
    reasoning: RoleSettings = RoleSettings()
    reading: RoleSettings = RoleSettings()


class LLMSettings(Settings):
    """A server and how it is asked; see ``llm.OpenAIClient`` and ``openie.extract.ChatSettings``.

    Where the server is, how fast it is asked and what a run may cost change no reply: no dump,
    label or identity holds them.

    Attributes:
        key_env: name of the environment variable with the key; null for a server without one.
        mode: ``replay`` never calls: every reply must be in the store.
        budget_usd: a run that would cost more is refused or stopped.
        confirm: whether calls that may cost money are allowed.
        usd_input, usd_output: price per million tokens; null: that of ``configs/llm_prices.yaml``.
    """

    name: Annotated[FolderName, _NAME]
    model: Text
    temperature: Temperature
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None
    format: Literal["json_schema", "json_object", "text"]
    max_tokens: Tokens
    max_tokens_ceiling: Tokens
    max_tries: Annotated[int, Field(ge=1, le=20)]
    roles: RolesSettings = RolesSettings()
    base_url: Annotated[Text, Field(exclude=True)]
    key_env: Annotated[KeyVariable | None, Field(exclude=True)]
    limit_field: Annotated[Literal["max_tokens", "max_completion_tokens"], Field(exclude=True)]
    timeout: Annotated[float, Field(gt=0.0, le=86_400.0, exclude=True)]
    attempts: Annotated[int, Field(ge=1, le=100, exclude=True)]
    concurrency: Annotated[int, Field(ge=1, le=256, exclude=True)]
    mode: Annotated[Literal["call", "replay"], Field(exclude=True)]
    budget_usd: Annotated[Usd | None, Field(exclude=True)]
    confirm: Annotated[bool, Field(exclude=True)]
    usd_input: Annotated[Usd | None, Field(exclude=True)]
    usd_output: Annotated[Usd | None, Field(exclude=True)]

    @model_validator(mode="before")
    @classmethod
    def _is_chosen(cls, values: Any) -> Any:
        if isinstance(values, Mapping) and "name" not in values:
            raise fault(
                "no language model is chosen",
                fix="add llm=local (hippo-exp llm serve) or llm=openai",
            )
        return values

    @model_validator(mode="after")
    def _fits(self) -> Self:
        limits = {
            "max_tokens": self.max_tokens,
            **{
                f"roles.{role}.max_tokens": getattr(self.roles, role).max_tokens or 1
                for role in RolesSettings.model_fields
            },
        }
        for where, limit in limits.items():
            if limit > self.max_tokens_ceiling:
                what = f"{limit} tokens exceed max_tokens_ceiling ({self.max_tokens_ceiling})"
                raise fault(what, where=where, fix="lower it, or raise llm.max_tokens_ceiling")
        if (self.usd_input is None) != (self.usd_output is None):
            lacking = "usd_input" if self.usd_input is None else "usd_output"
            fix = "give the price of prompts and of replies, or neither"
            raise fault("a price has two parts", where=lacking, fix=fix)
        return self


LLM_PLACES = tuple(
    f"llm.{name}" for name, field in LLMSettings.model_fields.items() if field.exclude
)
"""Settings of a language model that change no reply: no command that is shown has them."""


class IRCoTSettings(Settings):
    """Interleaved retrieval; see ``retrieval.ircot``.

    Attributes:
        steps: data set's name -> retrievals for a question at most.
        other_steps: the same for any other data set.
        top_k: passages of a step and of a prompt.
        demonstrations: how many are shown.
        demonstrations_from: ``project`` for the project's own, ``release`` for the data set's file
            of the release, or a path.
        prompt: a file in place of the project's prompt.
    """

    steps: dict[Text, Annotated[int, Field(ge=1, le=50)]]
    other_steps: Annotated[int, Field(ge=1, le=50)]
    top_k: Annotated[int, Field(ge=1, le=1000)]
    demonstrations: Annotated[int, Field(ge=0, le=100)]
    demonstrations_from: Text
    prompt: Text | None


class ReaderSettings(Settings):
    """Question answering; see ``evaluation.answers``.

    Attributes:
        n_passages: passages that a prompt shows, the best of the ranking.
        script: whose EM and F1; null for the data set's own, MuSiQue's for one's own data.
        demonstrations, demonstrations_from, prompt: as in :class:`IRCoTSettings`.
    """

    n_passages: Annotated[int, Field(ge=1, le=20)]
    script: Literal["musique", "2wikimultihopqa", "hotpotqa"] | None
    demonstrations: Annotated[int, Field(ge=0, le=100)]
    demonstrations_from: Text
    prompt: Text | None
