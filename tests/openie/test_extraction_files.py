"""Extraction files: written whole, read as every other, with what a re-run needs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from extract_fakes import FakeModel, corpus, extractor, is_ner, query_step
from extract_run_cases import good

from hippo_exp.errors import DataError
from hippo_exp.llm import ChatRequest, LLMCallError, LLMFatalError
from hippo_exp.openie import read_openie, read_query_entities
from hippo_exp.openie.extract import (
    extract_passages,
    extract_query_entities,
    read_records,
    write_extraction,
    write_query_entities,
)
from hippo_exp.types import Passage


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
