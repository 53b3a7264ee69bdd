"""Gates that stop an extraction: the first passages, the share of failures, calls in a row."""

from __future__ import annotations

import pytest
from extract_fakes import FakeModel, corpus, extractor, query_step
from extract_run_cases import good

from hippo_exp.llm import ChatRequest, LLMCallError, LLMFatalError
from hippo_exp.openie.extract import (
    ExtractionRun,
    ExtractionStoppedError,
    GateSettings,
    ThreadedMap,
    extract_passages,
    extract_query_entities,
)


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


def test_the_gate_of_questions() -> None:
    model = FakeModel(lambda _: "[]")
    with pytest.raises(ExtractionStoppedError, match="first 10 questions"):
        extract_query_entities([f"{n}?" for n in range(99)], model, query_step())
    assert len(model.requests) == 10
