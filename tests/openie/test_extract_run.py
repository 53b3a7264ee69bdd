"""Extraction passage by passage: its requests, their repair, and the status of each passage."""

from __future__ import annotations

import pytest
from extract_fakes import FakeModel, corpus, extractor, is_ner, is_repair, reply
from extract_run_cases import ENTITIES, TRIPLES, good, statuses

from hippo_exp.errors import ConfigError
from hippo_exp.llm import ChatReply, ChatRequest, LLMCallError
from hippo_exp.openie.extract import (
    ChatSettings,
    extract_passages,
)
from hippo_exp.types import Passage, PassageExtraction

GOOD = PassageExtraction(("Ada",), (("Ada", "wrote", "notes"),), "ok")


def test_two_requests_a_passage_the_second_with_the_entities() -> None:
    model = FakeModel(good)
    run = extract_passages(corpus(2), model, extractor(seed=7, max_tokens=300))
    assert [record.extraction for record in run.records] == [GOOD, GOOD]
    ner, triples = model.requests[:2]
    assert ner.messages[-1].content == "Passage:\nTitle 0\nText of number 0."
    assert triples.messages[-1].content.endswith(f"Named entities:\n{ENTITIES}")
    assert (ner.seed, ner.max_tokens, ner.temperature, ner.format) == (7, 300, 0.0, "json_schema")
    assert ner.schema is not None
    assert ner.schema["required"] == ["named_entities"]
    assert triples.schema is not None
    assert len(model.requests) == 4
    assert (run.usage.calls, run.usage.prompt_tokens, run.usage.largest_prompt) == (4, 400, 100)


@pytest.mark.parametrize("form", ["text", "json_object"])
def test_without_schema_mode_no_schema_is_sent(form: str) -> None:
    model = FakeModel(good)
    extract_passages(corpus(1), model, extractor(format=form))
    assert {(request.format, request.schema) for request in model.requests} == {(form, None)}


def test_statuses_and_a_second_run_that_repeats_failures_alone() -> None:
    """Pitfall A17."""
    answers = {"number 0": "[]", "number 1": "garbage", "number 2": ENTITIES}

    def script(request: ChatRequest) -> str:
        prompt = request.messages[3].content
        known = next(text for key, text in answers.items() if key in prompt)
        if known == ENTITIES and "Named entities:" in prompt:
            return TRIPLES
        return known

    model = FakeModel(script)
    passages = corpus(3)
    first = extract_passages(passages, model, extractor(max_tries=1))
    assert statuses(first) == ["ok_empty", "parse_error", "ok"]
    assert first.statuses == {"ok": 1, "ok_empty": 1, "parse_error": 1}
    assert "'garbage'" in first.records[1].detail
    previous = {item.contents: rec for item, rec in zip(passages, first.records, strict=True)}

    asked = len(model.requests)
    answers["number 1"] = "[]"
    second = extract_passages(passages, model, extractor(max_tries=1), previous=previous)
    assert statuses(second) == ["ok_empty", "ok_empty", "ok"]
    assert second.asked == 1
    again = model.requests[asked:]
    assert len(again) == 2  # both steps of one passage
    assert all("number 1" in request.messages[3].content for request in again)
    assert again[0].max_tokens == 2 * model.requests[0].max_tokens  # another key in the store


def test_garbage_ends_after_the_tries_with_repair_prompts() -> None:
    """Pitfall A19."""
    model = FakeModel(lambda _: "not json")
    run = extract_passages(corpus(1), model, extractor(max_tries=3))
    assert statuses(run) == ["parse_error"]
    assert len(model.requests) == 3
    assert [is_repair(request) for request in model.requests] == [False, True, True]
    turns = model.requests[1].messages
    assert [turn.role for turn in turns[-3:]] == ["user", "assistant", "user"]
    assert turns[-2].content == "not json"
    assert "no JSON of an accepted shape" in turns[-1].content
    assert '{"named_entities": ["...", "..."]}' in turns[-1].content
    assert "no JSON" in run.records[0].detail


def test_a_repaired_reply_counts() -> None:
    def script(request: ChatRequest) -> str:
        if "named_entities" not in request.messages[-1].content and not is_repair(request):
            return '{"named_entities": ["Ada", ...]}'
        if is_repair(request):
            return ENTITIES
        return TRIPLES

    run = extract_passages(corpus(1), FakeModel(script), extractor())
    assert [record.extraction for record in run.records] == [GOOD]


def test_a_cut_reply_is_asked_again_with_twice_the_limit() -> None:
    """Pitfall B21."""

    def script(request: ChatRequest) -> ChatReply | str:
        if is_ner(request):
            return ENTITIES
        return TRIPLES if request.max_tokens >= 400 else reply(TRIPLES[:30], "length")

    model = FakeModel(script)
    run = extract_passages(corpus(1), model, extractor(max_tokens=100))
    assert statuses(run) == ["ok"]
    assert [request.max_tokens for request in model.requests] == [100, 100, 200, 400]
    assert not any(map(is_repair, model.requests))


def test_what_was_before_the_cut_is_kept_and_the_ceiling_holds() -> None:
    cut = '{"triples": [["Ada", "wrote", "notes"], ["By'
    model = FakeModel(lambda r: ENTITIES if is_ner(r) else reply(cut, "length"))
    run = extract_passages(corpus(1), model, extractor(max_tokens=100, max_tokens_ceiling=150))
    assert run.records[0].extraction == PassageExtraction(GOOD.entities, GOOD.rows, "truncated")
    assert run.dropped == {"triples_cut_off": 1}
    assert [request.max_tokens for request in model.requests] == [100, 100, 150, 150]
    assert run.records[0].failures == 1


def test_json_that_ends_early_without_a_limit_is_repaired_with_more_room() -> None:
    model = FakeModel(lambda r: ENTITIES if is_repair(r) or not is_ner(r) else '["Ada", "By')
    extract_passages(corpus(1), model, extractor(max_tokens=100, max_tries=2))
    assert is_repair(model.requests[1])
    assert model.requests[1].max_tokens == 200


def test_an_empty_reply_is_an_api_error_and_asked_again() -> None:
    """Pitfall A21."""
    model = FakeModel(lambda _: "  ")
    run = extract_passages(corpus(1), model, extractor())
    assert statuses(run) == ["api_error"]
    assert len(model.requests) == 3
    roles = [turn.role for turn in model.requests[1].messages]
    assert roles == ["system", "user", "assistant", "user"]
    assert "the reply is empty" in model.requests[1].messages[-1].content


def test_one_failed_call_does_not_end_the_others() -> None:
    def script(request: ChatRequest) -> str | Exception:
        if "number 1." in request.messages[-1].content:
            return LLMCallError("connection reset")
        return good(request)

    run = extract_passages(corpus(3), FakeModel(script), extractor())
    assert statuses(run) == ["ok", "api_error", "ok"]
    assert "connection reset" in run.records[1].detail
    assert run.records[1].failures == 0


def test_equal_contents_are_asked_once() -> None:
    passages = (*corpus(2), Passage("twin", "Title 0", "Text of number 0."))
    model = FakeModel(good)
    run = extract_passages(passages, model, extractor())
    assert len(model.requests) == 4
    assert run.records[2] == run.records[0]


@pytest.mark.parametrize("values", [{"max_tokens": 0}, {"max_tokens": 9000}, {"max_tries": 0}])
def test_settings_out_of_range(values: dict[str, int]) -> None:
    with pytest.raises(ConfigError):
        ChatSettings(model="m", **values)  # type: ignore[arg-type]
