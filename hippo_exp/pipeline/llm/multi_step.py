"""IRCoT over any retriever, from settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from hippo_exp.config.schema import IRCoTSettings, RetrievalSettings
from hippo_exp.config.schema.retrievers import links_entities
from hippo_exp.llm import ChatModel
from hippo_exp.openie import capitalized_entities
from hippo_exp.openie.extract import (
    OrderedMap,
    Outcome,
    Parsed,
    Step,
    load_prompt,
    query_entities,
)
from hippo_exp.pipeline.llm.prompts import demonstrations_of, prompt_of
from hippo_exp.pipeline.llm.roles import Role, chat_settings, role_identity
from hippo_exp.retrieval import Retriever
from hippo_exp.retrieval import ircot as library
from hippo_exp.storage import digest_json
from hippo_exp.types import Dataset


class Models(Protocol):
    """Models by role: a session's, or what stands in for them."""

    def model(self, role: Role) -> ChatModel:
        """The model of a role."""
        ...

    @property
    def each(self) -> OrderedMap:
        """Applies a function to many items, in order."""
        ...


def inner_of(method: str) -> str | None:
    """The retriever that an ``ircot(NAME)`` searches with; None for any other method."""
    return method[len("ircot(") : -1] if method.startswith("ircot(") else None


def step_limit(settings: RetrievalSettings) -> int:
    """Retrievals for a question at most, by the data set's name."""
    options = _options(settings)
    return options.steps.get(settings.dataset.name, options.other_steps)


def asks_for_entities(settings: RetrievalSettings, inner: str) -> bool:
    """Whether the model names the entities of each thought."""
    return links_entities(inner) and settings.query_ner == "file"


def ircot_identity(settings: RetrievalSettings, inner: str) -> dict[str, Any]:
    """What the thoughts of a row depend on; the language model is None where none is chosen."""
    options, llm = _options(settings), settings.llm
    demonstrations = demonstrations_of(settings, options)
    prompts = {"thought": prompt_of("ircot_thought", options.prompt, "ircot.prompt").digest}
    models = {"reasoning": role_identity(llm, "reasoning")} if llm else {}
    if asks_for_entities(settings, inner):
        prompts["query_ner"] = load_prompt("query_ner").digest
        models |= {"query_ner": role_identity(llm, "query_ner")} if llm else {}
    return {
        "ircot": {
            "steps": step_limit(settings),
            "top_k": options.top_k,
            "demonstrations": digest_json(demonstrations),
            "prompts": prompts,
        },
        "llm": models or None,
    }


def thinker_of(settings: RetrievalSettings) -> library.Thinker:
    """How thoughts are asked for."""
    assert settings.llm is not None
    options = _options(settings)
    return library.Thinker(
        prompt=prompt_of("ircot_thought", options.prompt, "ircot.prompt"),
        demonstrations=demonstrations_of(settings, options),
        settings=chat_settings(settings.llm, "reasoning"),
    )


def query_step(settings: RetrievalSettings) -> Step:
    """How the entities of a thought are asked for."""
    assert settings.llm is not None
    chat = chat_settings(settings.llm, "query_ner")
    return Step(load_prompt("query_ner"), load_prompt("repair"), chat)


def make_ircot(
    settings: RetrievalSettings,
    inner: str,
    retriever: Retriever,
    dataset: Dataset,
    session: Models,
) -> library.IRCoTRetriever:
    """IRCoT under a row's settings.

    Args:
        settings: the row's.
        inner: the name of ``retriever``.
        retriever: of the data set's passages.
        dataset: gives the passages.
        session: gives the models.
    """
    return library.IRCoTRetriever(
        retriever,
        dataset.passages,
        session.model("reasoning"),
        thinker=thinker_of(settings),
        settings=library.IRCoTSettings(
            max_steps=step_limit(settings),
            top_k=_options(settings).top_k,
            ties=settings.retriever.ties,
        ),
        entities=_entities(settings, inner, session),
        each=session.each,
    )


def _entities(
    settings: RetrievalSettings, inner: str, session: Models
) -> Callable[[str], Outcome[str]] | None:
    if not links_entities(inner):
        return None
    if settings.query_ner == "capitalized":
        return _by_rule
    model, step = session.model("query_ner"), query_step(settings)
    return lambda thought: query_entities(thought, model, step)


def _by_rule(thought: str) -> Outcome[str]:
    names = capitalized_entities(thought)
    return Outcome(Parsed(names, "ok" if names else "ok_empty", {}, ""))


def _options(settings: RetrievalSettings) -> IRCoTSettings:
    assert settings.ircot is not None
    return settings.ircot
