"""Which question is meant: one of the data set's, by id or text, or a new one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hippo_exp.errors import ConfigError
from hippo_exp.openie import capitalized_entities
from hippo_exp.text import counted, nearest
from hippo_exp.types import Dataset, Query, Question

BY_RULE = "by the capitalised-words rule"
_SHOWN = 3
_ALIKE = 0.85
_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True)
class AskedQuery:
    """A question as it is searched.

    Attributes:
        query: what the retriever sees.
        question: the data set's question with its gold; None for a new one.
        entities_from: where the query entities are from, one clause.
        notes: what must be known about it.
    """

    query: Query
    question: Question | None
    entities_from: str
    notes: tuple[str, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether the query entities are not those of the data set."""
        return self.entities_from in (BY_RULE, "given")


def ask(dataset: Dataset, text: str, entities: Sequence[str] | None = None) -> AskedQuery:
    """Find the question that is meant.

    An id of the data set comes first, then the text of one of its questions (letter case and
    white space do not count). Any other text with a blank in it is a new question, without gold;
    its entities are the ones given, else those of the capitalised-words rule.

    Args:
        dataset: where to look.
        text: id or question.
        entities: query entities in place of the data set's; None for those.

    Raises:
        ConfigError: no text, or a single word that is no id; the nearest id is named.
    """
    if not text.strip():
        ids = ", ".join(question.id for question in dataset.questions[:_SHOWN])
        fix = f"give an id, for example of {ids}, or a question in quotes"
        raise ConfigError("no question is given", where=dataset.name, fix=fix)
    question = _known(dataset, text)
    if question is not None:
        return known_question(question, entities)
    if len(text.split()) == 1:
        raise _unknown(dataset, text)
    return _new(dataset, text, entities)


def known_question(question: Question, entities: Sequence[str] | None = None) -> AskedQuery:
    """A question of the data set, with its own entities unless others are given."""
    if entities is None:
        query = Query(question.id, question.text, question.entities or ())
        return AskedQuery(query, question, "of the data set")
    query = Query(question.id, question.text, tuple(entities))
    return AskedQuery(query, replace(question, entities=tuple(entities)), "given")


def new_question(text: str, entities: Sequence[str] | None = None) -> AskedQuery:
    """A question that no data set has, with the entities given, else those of the rule."""
    found = capitalized_entities(text) if entities is None else tuple(entities)
    return AskedQuery(
        Query("", text.strip(), found), None, BY_RULE if entities is None else "given"
    )


def _known(dataset: Dataset, text: str) -> Question | None:
    form = _form(text)
    by_id = (question for question in dataset.questions if question.id == text.strip())
    by_text = (question for question in dataset.questions if _form(question.text) == form)
    return next(by_id, None) or next(by_text, None)


def _form(text: str) -> str:
    return " ".join(text.casefold().split())


def _unknown(dataset: Dataset, text: str) -> ConfigError:
    ids = [question.id for question in dataset.questions]
    alike = [name for name in ids if _numbered(name) == _numbered(text)]
    near = alike[0] if alike else nearest(text, ids)
    number = f"there are {counted(len(ids), 'question')}, from {ids[0]} to {ids[-1]}"
    fix = f"{f'did you mean {near}? ' if near else ''}{number}; a new question is written in quotes"
    return ConfigError(f"no question has the id {text!r}", where=dataset.name, fix=fix)


def _numbered(name: str) -> str:
    """The name with zeros before its numbers cut."""
    return _NUMBER.sub(lambda found: str(int(found[0])), name.casefold())


def _new(dataset: Dataset, text: str, entities: Sequence[str] | None) -> AskedQuery:
    notes = ["a new question: what is gold is not known"]
    near = nearest(text, [question.text for question in dataset.questions], cutoff=_ALIKE)
    if near is not None:
        known = next(question for question in dataset.questions if question.text == near)
        notes.append(f"the data set has {known.id}: {near}")
    return replace(new_question(text, entities), notes=tuple(notes))
