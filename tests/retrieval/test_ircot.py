from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError
from hippo_exp.llm import ChatReply, ChatRequest, LLMCallError, LLMFatalError
from hippo_exp.openie.extract import (
    ChatSettings,
    Outcome,
    Parsed,
    ThreadedMap,
    Usage,
    load_demonstrations,
    load_prompt,
)
from hippo_exp.retrieval import BM25Retriever, rank_passages
from hippo_exp.retrieval.ircot import IRCoTRetriever, IRCoTSettings, IRCoTTrace, Thinker
from hippo_exp.text import ANALYZERS
from hippo_exp.types import Passage, Query, ScoreBlock

PASSAGES = tuple(Passage(f"p{n}", f"T{n}", f"text {n}") for n in range(6))
SCORES = {
    "q": [0.9, 0.5, 0.4, 0.1, 0.0, 0.2],
    "thought one": [0.1, 0.7, 0.3, 0.8, 0.0, 0.2],
    "thought two": [0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
}


class TableRetriever:
    """Scores from a table by the query's text; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[Query]] = []

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        self.asked.append(list(queries))
        scores = np.array([SCORES[query.text.split("#")[0]] for query in queries])
        return ScoreBlock(scores, tuple("ok" if q.entities else "no_entity" for q in queries))


class Thoughts:
    """Gives one thought after another, by the thoughts in the prompt."""

    def __init__(self, *thoughts: str | Exception) -> None:
        self.thoughts = thoughts
        self.requests: list[ChatRequest] = []

    def complete(self, request: ChatRequest) -> ChatReply:
        self.requests.append(request)
        said = request.messages[-1].content.rpartition("\nThought:")[2]
        answer = self.thoughts[said.count("thought")]
        if isinstance(answer, Exception):
            raise answer
        return ChatReply(answer, "stop", 10, 5, "", 0.0, "fake")


def make(model: Any, retriever: Any = None, **settings: Any) -> IRCoTRetriever:
    names = ("entities", "each", "on_trace")
    parts = {name: settings.pop(name) for name in names if name in settings}
    thinker = Thinker(
        load_prompt("ircot_thought"), load_demonstrations(), ChatSettings("fake", max_tokens=64)
    )
    given_settings: dict[str, Any] = {"max_steps": 3, "top_k": 2, **settings}
    return IRCoTRetriever(
        retriever or TableRetriever(),
        PASSAGES,
        model,
        thinker=thinker,
        settings=IRCoTSettings(**given_settings),
        **parts,
    )


def ranked(block: ScoreBlock, queries: Sequence[Query] = (Query("1", "q"),)) -> list[int]:
    rankings = rank_passages(block, queries, k=len(PASSAGES), ties="first")
    return [int(position) for position in rankings[0].passages]


def test_thoughts_are_searched_and_scores_merged_by_maximum() -> None:
    model = Thoughts("Thought: thought one", "thought\ntwo")
    block, (trace,) = make(model).run([Query("1", "q", ("e",))])
    # q finds 0 and 1; thought one finds 3 and 1; thought two finds 4 and 0.
    assert block.scores[0, [0, 1, 3, 4]].tolist() == [0.9, 0.7, 0.8, 1.0]
    # 2 and 5 were never among the best two: below all others, in the order of the first step.
    assert ranked(block) == [4, 0, 3, 1, 2, 5]
    assert trace.thoughts == ("thought one", "thought two")
    assert [step.text for step in trace.steps] == ["q", "thought one", "thought two"]
    assert [step.passages for step in trace.steps] == [(0, 1), (3, 1), (4, 0)]
    assert trace.steps[1].scores == (0.8, 0.7)
    assert (trace.end, block.outcomes) == ("step_limit", ("ok",))
    assert trace.usage == Usage(2, 20, 10, 10)


def test_a_prompt_shows_the_best_passages_so_far_and_the_thoughts() -> None:
    model = Thoughts("thought one", "thought two")
    make(model).run([Query("1", "q")])
    first, second = (request.messages for request in model.requests)
    assert "Irene Castell" in first[0].content
    assert first[1].content == (
        "Wikipedia Title: T0\ntext 0\n\nWikipedia Title: T1\ntext 1\n\nQuestion: q\nThought:"
    )
    assert second[1].content == (
        "Wikipedia Title: T0\ntext 0\n\nWikipedia Title: T3\ntext 3\n\n"
        "Question: q\nThought: thought one"
    )
    assert model.requests[0].format == "text"


def test_the_stop_phrase_ends_without_another_search() -> None:
    retriever = TableRetriever()
    block, (trace,) = make(Thoughts("So the answer is: thought."), retriever).run([Query("1", "q")])
    assert len(retriever.asked) == 1
    assert (trace.end, len(trace.steps)) == ("answer", 1)
    assert ranked(block) == [0, 1, 2, 5, 3, 4]


@pytest.mark.parametrize(("max_steps", "calls"), [(1, 0), (2, 1), (3, 2)])
def test_the_step_limit_counts_the_first_retrieval(max_steps: int, calls: int) -> None:
    model, retriever = Thoughts("thought one", "thought two"), TableRetriever()
    make(model, retriever, max_steps=max_steps).run([Query("1", "q")])
    assert len(model.requests) == calls
    assert len(retriever.asked) == calls + 1


@pytest.mark.parametrize(
    ("answers", "end", "steps"),
    [
        ((LLMCallError("reset"),), "api_error", 1),
        (("thought one", LLMCallError("reset")), "api_error", 2),
        ((" \n",), "empty_thought", 1),
        (("thought: ",), "empty_thought", 1),
    ],
)
def test_a_failure_keeps_what_was_found_and_is_counted(
    answers: tuple[Any, ...], end: str, steps: int
) -> None:
    block, (trace,) = make(Thoughts(*answers)).run([Query("1", "q")])
    assert (trace.end, len(trace.steps)) == (end, steps)
    assert block.outcomes == (f"thought_{end}",)
    assert trace.detail == ("reset" if end == "api_error" else "")
    assert ranked(block)[0] == 0


def test_a_fatal_error_goes_through() -> None:
    with pytest.raises(LLMFatalError):
        make(Thoughts(LLMFatalError("quota"))).score([Query("1", "q")])


def test_entities_of_thoughts_for_retrievers_that_need_them() -> None:
    retriever = TableRetriever()

    def entities(thought: str) -> Outcome[str]:
        if thought == "thought one":
            return Outcome(Parsed(("One",), "ok"), Usage(1, 7, 3, 7))
        return Outcome(Parsed((), "parse_error", {}, "x"), Usage(3, 7, 3, 7))

    model = Thoughts("thought one", "thought two")
    ircot = make(model, retriever, entities=entities)
    _, (trace,) = ircot.run([Query("1", "q", ("e",))])
    assert [asked[0].entities for asked in retriever.asked] == [("e",), ("One",), ()]
    assert [step.entity_status for step in trace.steps] == ["", "ok", "parse_error"]
    assert [step.outcome for step in trace.steps] == ["ok", "ok", "no_entity"]
    assert trace.usage.calls == 2 + 1 + 3


class Branching:
    """Questions of a block that end at different steps."""

    def complete(self, request: ChatRequest) -> ChatReply:
        question, _, said = request.messages[-1].content.rpartition("Question: ")[2].partition("\n")
        number = int(question.split("#")[1])
        step = said.count("thought")
        text = "So the answer is: x" if step >= number % 3 else f"thought {('one', 'two')[step]}"
        return ChatReply(text, "stop", 1, 1, "", 0.0, "fake")


@pytest.mark.parametrize("workers", [1, 4])
def test_a_question_is_not_changed_by_its_block(workers: int) -> None:
    queries = [Query(str(n), f"q#{n}") for n in range(7)]
    traces: list[IRCoTTrace] = []
    ircot = make(Branching(), each=ThreadedMap(workers), on_trace=traces.append, max_steps=4)
    block = ircot.score(queries)
    assert [trace.question_id for trace in traces] == [query.id for query in queries]
    assert [len(trace.steps) for trace in traces] == [1, 2, 3, 1, 2, 3, 1]
    assert {trace.end for trace in traces} == {"answer"}
    for row, query in enumerate(queries):
        alone, (trace,) = make(Branching(), max_steps=4).run([query])
        assert alone.scores[0].tolist() == block.scores[row].tolist()
        assert trace == traces[row]
    assert ircot.score([]).scores.shape == (0, len(PASSAGES))


def test_over_bm25() -> None:
    passages = (
        Passage("a", "Alhandra", "Alhandra was born in Vila Franca."),
        Passage("b", "Vila Franca", "Vila Franca lies in the district of Lisbon."),
        Passage("c", "Porto", "A city in the north."),
    )

    class Model:
        def complete(self, request: ChatRequest) -> ChatReply:
            done = "lies" in request.messages[-1].content.rpartition("Thought:")[2]
            text = "So the answer is: Lisbon." if done else "Vila Franca lies where?"
            return ChatReply(text, "stop", 1, 1, "", 0.0, "m")

    settings = IRCoTSettings(max_steps=4, top_k=1)
    thinker = Thinker(load_prompt("ircot_thought"), load_demonstrations(), ChatSettings("m"))
    base = BM25Retriever([passage.contents for passage in passages], analyze=ANALYZERS["standard"])
    ircot = IRCoTRetriever(base, passages, Model(), thinker=thinker, settings=settings)
    query = Query("1", "Where was Alhandra born?")
    block, (trace,) = ircot.run([query])
    assert [step.passages for step in trace.steps] == [(0,), (1,)]
    best = rank_passages(block, [query], k=2, ties="first")[0]
    assert sorted(best.passages.tolist()) == [0, 1]


@given(
    st.lists(st.floats(-10, 10).map(lambda x: round(x, 3)), min_size=6, max_size=6),
    st.integers(1, 6),
)
def test_one_step_ranks_as_the_retriever_alone(scores: list[float], top_k: int) -> None:
    block = ScoreBlock(np.array([scores]), ("ok",))

    class Fixed:
        def score(self, queries: Sequence[Query]) -> ScoreBlock:
            return block

    ircot = make(Thoughts(), Fixed(), max_steps=1, top_k=top_k)
    assert ranked(ircot.score([Query("1", "q")])) == ranked(block)


def test_settings_and_corpus_are_checked() -> None:
    for wrong in ({"max_steps": 0}, {"top_k": 0}, {"stop_phrase": ""}):
        with pytest.raises(ConfigError):
            make(Thoughts(), **wrong)
    ircot = make(Thoughts())
    ircot.passages = PASSAGES[:3]
    with pytest.raises(ConfigError, match="6 passages, not 3"):
        ircot.score([Query("1", "q")])
