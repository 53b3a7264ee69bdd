"""Tokens that are counted and not measured: this project's prompts on real passages.

Every count takes one try for each reply. The replies are those of the chosen extraction and of the
data set's query entities, written as the prompts ask for them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.llm import ChatMessage, TokenCounter
from hippo_exp.openie.extract import ChatSettings, load_prompt
from hippo_exp.pipeline.cost.tokens import Spent, TokenCounts, added
from hippo_exp.pipeline.llm.multi_step import step_limit
from hippo_exp.pipeline.llm.prompts import demonstrations_of, prompt_of
from hippo_exp.retrieval.ircot import Thinker
from hippo_exp.types import Dataset, Extraction, Passage, Question

_ANY = ChatSettings(model="")
"""Of no model: how a prompt is counted does not depend on how it is asked."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def counted_extraction(
    dataset: Dataset, extraction: Extraction, counter: TokenCounter
) -> TokenCounts:
    """Both calls of every passage (paper, section 3.2), with the replies of an extraction.

    Passages of equal contents are asked for once; each further one takes nothing.

    Args:
        dataset: (n_passages,) passages.
        extraction: (n_passages,) entities and triples.
        counter: of one model's tokens.
    """
    ner, triples = load_prompt("ner"), load_prompt("triples")
    spent: list[Spent] = []
    asked: dict[str, None] = {}
    for passage, found in zip(dataset.passages, extraction.passages, strict=True):
        if passage.contents in asked:
            spent.append(Spent())
            continue
        asked[passage.contents] = None
        entities = _json("named_entities", list(found.entities))
        first = ner.render(passage=passage.contents)
        second = triples.render(passage=passage.contents, entities=entities)
        reply = _json("triples", [list(row) for row in found.rows])
        spent.append(_call(counter, first, entities) + _call(counter, second, reply))
    basis = (
        f"passages: prompts of this project, replies as long as the extraction {extraction.name} "
        f"written out, one try each ({counter.method})"
    )
    return TokenCounts(tuple(passage.id for passage in dataset.passages), tuple(spent), basis)


def counted_query_ner(questions: Sequence[Question], counter: TokenCounter) -> TokenCounts | None:
    """The one call of HippoRAG for each question; None where a question has no query entities."""
    prompt = load_prompt("query_ner")
    spent = []
    for question in questions:
        if question.entities is None:
            return None
        reply = _json("named_entities", list(question.entities))
        spent.append(_call(counter, prompt.render(question=question.text), reply))
    basis = (
        "HippoRAG's questions: one call for the query entities, replies as long as those of the "
        f"data set ({counter.method})"
    )
    return TokenCounts(tuple(question.id for question in questions), tuple(spent), basis)


def counted_ircot(
    settings: RetrievalSettings,
    questions: Sequence[Question],
    shown: Sequence[Sequence[Passage]],
    counter: TokenCounter,
    *,
    thoughts: int | None = None,
) -> TokenCounts:
    """The thoughts of IRCoT for each question (official behaviour, row 21).

    Every prompt shows the passages of the first step; a thought is as long as a sentence of the
    demonstration.

    Args:
        settings: those of IRCoT among them.
        questions: (n_questions,).
        shown: (n_questions, top_k) passages that the first step finds.
        counter: of one model's tokens.
        thoughts: reasoning calls for a question; None for as many as the step limit allows.
    """
    assert settings.ircot is not None
    prompt = prompt_of("ircot_thought", settings.ircot.prompt, "ircot.prompt")
    thinker = Thinker(prompt, demonstrations_of(settings, settings.ircot), _ANY)
    calls = step_limit(settings) - 1 if thoughts is None else thoughts
    sentence = _typical_thought([item.reasoning for item in thinker.demonstrations])
    spent = []
    for question, passages in zip(questions, shown, strict=True):
        steps = (
            _call(
                counter,
                thinker.messages(question.text, passages, [sentence] * number),
                sentence,
            )
            for number in range(calls)
        )
        spent.append(added(steps))
    basis = (
        f"IRCoT's questions: {calls} thoughts each, none stopped early, each as long as a sentence "
        f"of the demonstration, over the passages of the first step ({counter.method})"
    )
    return TokenCounts(tuple(question.id for question in questions), tuple(spent), basis)


def _call(counter: TokenCounter, messages: Sequence[ChatMessage], reply: str) -> Spent:
    return Spent(1, counter.request(_ANY.request(messages)), counter.count(reply))


def _json(key: str, value: object) -> str:
    return json.dumps({key: value}, ensure_ascii=False)


def _typical_thought(chains: Sequence[str]) -> str:
    """The sentence of median length of some chains of thoughts; empty where there are none."""
    sentences = [text for chain in chains for text in _SENTENCE.split(chain) if text]
    ordered = sorted(sentences, key=lambda text: (len(text), text))
    return ordered[len(ordered) // 2] if ordered else ""
