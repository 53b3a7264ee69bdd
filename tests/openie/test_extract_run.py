from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from extract_fakes import FakeModel, corpus, extractor, is_ner, is_repair, query_step, reply

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.llm import ChatReply, ChatRequest, LLMCallError, LLMFatalError
from hippo_exp.openie import read_openie, read_query_entities
from hippo_exp.openie.extract import (
    ChatSettings,
    ExtractionRun,
    ExtractionStoppedError,
    GateSettings,
    ThreadedMap,
    extract_passages,
    extract_query_entities,
    read_records,
    write_extraction,
    write_query_entities,
)
from hippo_exp.types import Passage, PassageExtraction

ENTITIES = '{"named_entities": ["Ada"]}'
TRIPLES = '{"triples": [["Ada", "wrote", "notes"]]}'
GOOD = PassageExtraction(("Ada",), (("Ada", "wrote", "notes"),), "ok")


def good(request: ChatRequest) -> str:
    return ENTITIES if is_ner(request) else TRIPLES


def statuses(run: ExtractionRun) -> list[str]:
    return [record.extraction.status for record in run.records]


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


@pytest.mark.parametrize("workers", [1, 8])
def test_a_fatal_error_stops_after_one_call(workers: int) -> None:
    """Pitfall A18."""
    model = FakeModel(lambda _: LLMFatalError("no access", fix="set OPENAI_API_KEY"))
    with pytest.raises(LLMFatalError, match="OPENAI_API_KEY"):
        extract_passages(corpus(4), model, extractor(), each=ThreadedMap(workers))
    assert len(model.requests) == 1


@pytest.mark.parametrize("workers", [1, 4])
def test_the_smoke_gate(workers: int) -> None:
    """Pitfall A22: 10 empty passages of 10,000."""
    model = FakeModel(lambda _: "[]")
    with pytest.raises(ExtractionStoppedError, match=r"10 of the first 10 .* context size"):
        extract_passages(corpus(10_000), model, extractor(), each=ThreadedMap(workers))
    assert 20 <= len(model.requests) <= 20 + 4 * workers
    if workers == 1:
        assert len(model.requests) == 20


@pytest.mark.parametrize(("bad", "stops"), [(5, False), (6, True)])
def test_the_smoke_gate_needs_more_than_half(bad: int, stops: bool) -> None:
    def script(request: ChatRequest) -> str:
        number = int(request.messages[3].content.split("number ")[1].split(".")[0])
        return "[]" if number < bad else good(request)

    def run() -> ExtractionRun:
        return extract_passages(corpus(12), FakeModel(script), extractor())

    if stops:
        with pytest.raises(ExtractionStoppedError, match="6 of the first 10"):
            run()
    else:
        assert run().statuses == {"ok": 7, "ok_empty": 5}


@pytest.mark.parametrize(("period", "stops"), [(51, False), (40, True)])
def test_the_share_of_parse_errors(period: int, stops: bool) -> None:
    def script(request: ChatRequest) -> str:
        number = int(request.messages[3].content.split("number ")[1].split(".")[0])
        return "garbage" if number % period == period - 1 else good(request)

    model = FakeModel(script)
    if stops:
        with pytest.raises(ExtractionStoppedError, match=r"2 replies for 80 .*2\.0%"):
            extract_passages(corpus(200), model, extractor(max_tries=1))
    else:
        run = extract_passages(corpus(200), model, extractor(max_tries=1))
        assert run.statuses == {"ok": 197, "parse_error": 3}


def test_failed_calls_in_a_row_stop_the_run() -> None:
    model = FakeModel(lambda _: LLMCallError("no route"))
    gates = GateSettings(smoke_size=0, max_api_errors_in_a_row=4)
    with pytest.raises(ExtractionStoppedError, match=r"4 calls failed .* no route"):
        extract_passages(corpus(9), model, extractor(), gates=gates)
    assert len(model.requests) == 4


def test_a_re_run_of_hard_failures_is_not_stopped_by_the_smoke_gate() -> None:
    passages = corpus(100)
    flaky = FakeModel(good)
    first = extract_passages(passages[:88], flaky, extractor())
    previous = {item.contents: rec for item, rec in zip(passages[:88], first.records, strict=True)}
    gates = GateSettings(parse_error_share=0.2)
    run = extract_passages(
        passages, FakeModel(lambda _: "x"), extractor(), previous=previous, gates=gates
    )
    assert run.statuses == {"ok": 88, "parse_error": 12}
    assert run.asked == 12


def test_equal_contents_are_asked_once() -> None:
    passages = (*corpus(2), Passage("twin", "Title 0", "Text of number 0."))
    model = FakeModel(good)
    run = extract_passages(passages, model, extractor())
    assert len(model.requests) == 4
    assert run.records[2] == run.records[0]


def test_order_and_progress_under_threads() -> None:
    rng = random.Random(0)

    def script(request: ChatRequest) -> str:
        number = request.messages[3].content.split("number ")[1].split(".")[0]
        return f'["{number}"]' if is_ner(request) else f'[["{number}", "is", "n"]]'

    class Slow(FakeModel):
        def complete(self, request: ChatRequest) -> ChatReply:
            time.sleep(rng.random() / 200)
            return super().complete(request)

    seen: list[tuple[int, int]] = []
    run = extract_passages(
        corpus(40),
        Slow(script),
        extractor(),
        each=ThreadedMap(8),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert [record.extraction.entities for record in run.records] == [(f"{n}",) for n in range(40)]
    assert seen == [(number, 40) for number in range(1, 41)]
    assert run == extract_passages(corpus(40), FakeModel(script), extractor())


def test_an_ordered_map_of_ones_own() -> None:
    calls: list[int] = []

    def each(function: Any, items: Sequence[Any]) -> Iterator[Any]:
        calls.append(len(items))
        return map(function, items)

    assert extract_passages(corpus(5), FakeModel(good), extractor(), each=each).asked == 5
    assert calls == [4]


def test_threads_stop_soon_after_an_exception() -> None:
    begun: list[int] = []
    lock = threading.Lock()

    def work(number: int) -> int:
        with lock:
            begun.append(number)
        time.sleep(0.005)
        if number == 3:
            raise LLMFatalError("quota")
        return number

    with pytest.raises(LLMFatalError):
        list(ThreadedMap(4)(work, range(1000)))
    assert len(begun) <= 16
    with pytest.raises(ConfigError):
        ThreadedMap(0)


def test_the_file_is_read_as_every_other_and_holds_what_a_re_run_needs(tmp_path: Path) -> None:
    passages = (*corpus(3), Passage("x", "", "Züri"))

    def script(request: ChatRequest) -> str:
        if "number 1." in request.messages[3].content:
            return "garbage"
        return '["Zürich"]' if is_ner(request) else '[["Zürich", "is", "here"], ["a", "b"]]'

    steps = extractor(max_tries=1)
    run = extract_passages(passages, FakeModel(script), steps)
    path = tmp_path / "openie.json"
    write_extraction(path, run, passages)
    read = read_openie(path, passages, name="fake")
    assert [(p.entities, p.rows) for p in read.passages] == [
        (r.extraction.entities, r.extraction.rows) for r in run.records
    ]
    assert read.passages[0] == run.records[0].extraction
    value = json.loads(path.read_text("utf-8"))
    assert [doc["status"] for doc in value["docs"]] == ["ok", "parse_error", "ok", "ok"]
    assert value["statuses"] == {"ok": 3, "parse_error": 1}
    assert value["dropped"] == {"triples_wrong_arity": 3}
    records = read_records(path, steps.digest)
    assert [records[passage.contents] for passage in passages] == list(run.records)
    data = path.read_bytes()
    write_extraction(path, extract_passages(passages, FakeModel(script), steps), passages)
    assert path.read_bytes() == data
    assert [item.name for item in tmp_path.iterdir()] == ["openie.json"]


def test_the_digest_is_the_one_of_the_file(tmp_path: Path) -> None:
    run = extract_passages(corpus(2), FakeModel(good), extractor())
    write_extraction(tmp_path / "o.json", run, corpus(2))
    read = read_openie(tmp_path / "o.json", corpus(2), name="fake")
    assert read.digest == run.extraction("fake").digest


def test_records_of_other_prompts_or_models_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "o.json"
    write_extraction(path, extract_passages(corpus(1), FakeModel(good), extractor()), corpus(1))
    with pytest.raises(DataError, match="other prompts"):
        read_records(path, extractor(max_tokens=5).digest)
    path.write_text('{"docs": []}', "utf-8")
    with pytest.raises(DataError, match="not a file of a run"):
        read_records(path, "x")
    path.write_text('{"extractor": "x", "docs": [{"status": "fine"}]}', "utf-8")
    with pytest.raises(DataError, match=r"malformed record .*doc 1"):
        read_records(path, "x")


def test_a_write_that_a_fatal_error_prevents_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "o.json"
    model = FakeModel(lambda _: LLMFatalError("quota"))
    with pytest.raises(LLMFatalError):
        write_extraction(path, extract_passages(corpus(2), model, extractor()), corpus(2))
    assert list(tmp_path.iterdir()) == []


def test_query_entities(tmp_path: Path) -> None:
    answers = {
        "Who is Ada?": '["Ada"]',
        "Who?": "[]",
        "Bad?": "garbage",
        "Down?": LLMCallError("reset"),
    }

    def script(request: ChatRequest) -> str | Exception:
        return answers[request.messages[3].content.removeprefix("Question: ")]

    model = FakeModel(script)
    questions = [*answers, "Who is Ada?"]
    run = extract_query_entities(questions, model, query_step(max_tries=1))
    assert run.entities == {"Who is Ada?": ("Ada",), "Who?": ()}
    assert list(run.statuses.values()) == ["ok", "ok_empty", "parse_error", "api_error"]
    assert sorted(run.details) == ["Bad?", "Down?"]
    assert len(model.requests) == 4
    path = tmp_path / "query_ner.json"
    write_query_entities(path, run.entities)
    assert read_query_entities(path) == run.entities

    answers |= {"Bad?": '["B"]', "Down?": '["D"]'}
    again = extract_query_entities(
        questions, model, query_step(max_tries=1), previous=read_query_entities(path)
    )
    assert len(model.requests) == 6
    assert again.entities == {"Who is Ada?": ("Ada",), "Who?": (), "Bad?": ("B",), "Down?": ("D",)}
    assert list(again.entities) == list(answers)


def test_the_gate_of_questions() -> None:
    model = FakeModel(lambda _: "[]")
    with pytest.raises(ExtractionStoppedError, match="first 10 questions"):
        extract_query_entities([f"{n}?" for n in range(99)], model, query_step())
    assert len(model.requests) == 10


@pytest.mark.parametrize("values", [{"max_tokens": 0}, {"max_tokens": 9000}, {"max_tries": 0}])
def test_settings_out_of_range(values: dict[str, int]) -> None:
    with pytest.raises(ConfigError):
        ChatSettings(model="m", **values)  # type: ignore[arg-type]
