from __future__ import annotations

import pytest

from hippo_exp.openie.extract import Parsed, parse_entities, parse_triples
from hippo_exp.types import Triple

A = Triple("Ada", "wrote", "notes")
B = Triple("Byron", "was", "poet")


@pytest.mark.parametrize(
    "text",
    [
        '{"named_entities": ["Ada", "Byron"]}',
        '["Ada", "Byron"]',
        '```json\n{"named_entities": ["Ada", "Byron"]}\n```',
        'Here are the [named] entities, see [1]:\n["Ada", "Byron"]\nI hope that helps [2].',
        '{"Named Entities": ["Ada", "Byron"]}',
        '{"namedEntities": ["Ada", "Byron",],}',
        '{"entities": [{"text": "Ada", "type": "PERSON"}, {"name": "Byron"}]}',
        '{"named_entities": {"PERSON": ["Ada"], "PLACE": [], "POET": ["Byron"]}}',
        '{"PERSON": ["Ada"], "POET": ["Byron", "Ada"]}',
        '{"output": {"result": {"entities": ["Ada", "Byron"]}}}',
        '{"name": "Ada", "type": "PERSON"}\n{"name": "Byron"}',
        '<think>["Charles"] or [Ada]?</think> ["Ada", "Byron"]',
        '{"thought": "two names", "entities": [" Ada ", "Ada", "Byron\\n"]}',
        '{\n"named_entities":\t[\u00a0"Ada",\r\n"Byron"]}',
    ],
)
def test_accepted_shapes_of_entities(text: str) -> None:
    assert parse_entities(text) == Parsed(("Ada", "Byron"), "ok")


@pytest.mark.parametrize(
    "text",
    [
        '{"triples": [["Ada", "wrote", "notes"], ["Byron", "was", "poet"]]}',
        '[["Ada", "wrote", "notes"], ["Byron", "was", "poet"],]',
        'Sure! [["Ada", "wrote", "notes"], ["Byron", "was", "poet"]]',
        '{"RDF triples": [["Ada", "wrote", "notes"], ["Byron", "was", "poet"]]}',
        '[{"subject": "Ada", "relation": "wrote", "object": "notes"},'
        ' {"Subject": "Byron", "predicate": "was", "object": "poet", "confidence": 0.9}]',
        '{"head": "Ada", "rel": "wrote", "tail": "notes"}\n'
        '{"head": "Byron", "rel": "was", "tail": "poet"}',
        '{"data": {"facts": [["Ada", "wrote", "notes"], {"subj": "Byron", "verb": "was",'
        ' "obj": "poet"}]}}',
    ],
)
def test_accepted_shapes_of_triples(text: str) -> None:
    assert parse_triples(text) == Parsed((A, B), "ok")


def test_one_object_in_the_place_of_a_list() -> None:
    text = '{"triples": {"subject": "Ada", "relation": "wrote", "object": "notes"}}'
    assert parse_triples(text) == Parsed((A,), "ok")


@pytest.mark.parametrize("text", ["[]", '{"named_entities": []}', "none found: []", '{"ORG": []}'])
def test_no_entities_is_no_error(text: str) -> None:
    assert parse_entities(text) == Parsed((), "ok_empty")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "null",
        "{}",
        '"Ada"',
        '{"named_entities": ["Ada", ...]}',
        '{"named_entities": null}',
        '{"named_entities": [1, null, true]}',
        '{"named_entities": [[["Ada", "wrote", "notes"]]]}',
        "{'named_entities': ['Ada']}",
        "['Ada'] + __import__('os').listdir('.')",
        '{"named_entities": ["Ada" "Byron"]}',
        '{"named_entities": ["\\x"]}',
        '{"answer": "Ada"}',
        "[1] and [2]",
        "[" * 100_000,
        '["Ada", ' + "[" * 40 + "]" * 40 + "]",
    ],
)
def test_what_is_no_list_of_entities(text: str) -> None:
    parsed = parse_entities(text)
    assert (parsed.items, parsed.status) in [((), "parse_error"), ((), "truncated")]
    assert parsed.detail
    if not text.startswith("[["):
        assert parsed.status == "parse_error"


@pytest.mark.parametrize(
    "text",
    [
        '["Ada", "wrote", "notes"]',  # as well a list of entities
        '{"triples": ["Ada", "wrote", "notes", "Byron", "was", "poet"]}',
        '{"named_entities": ["Ada", "wrote", "notes"]}',
        '[["Ada", "wrote", "notes"], ["Byron", was, "poet"]]',
        '{"triples": "Ada wrote notes"}',
        '{"subject": "Ada", "object": "notes"}',
        '[("Ada", "wrote", "notes")]',
    ],
)
def test_what_is_no_list_of_triples(text: str) -> None:
    parsed = parse_triples(text)
    assert (parsed.items, parsed.status) == ((), "parse_error")


def test_faulty_rows_are_dropped_and_counted_by_reason() -> None:
    rows = (
        '["Ada", "wrote"]',
        '["Ada", "wrote", "notes", "1843"]',
        "[]",
        '["Ada", "born in", 1815]',
        '["Ada", ["wrote"], "notes"]',
        '["Ada", " ", "notes"]',
        '["\\ud800", "wrote", "notes"]',
        '"Ada wrote notes"',
        "7",
        '{"subject": "Ada", "object": "notes"}',
        '{"subject": "Ada", "head": "Byron", "relation": "r", "object": "o"}',
        '{"subject": "Ada", "subject": "Byron", "relation": "r", "object": "o"}',
        '["Ada", "wrote", "notes"]',
    )
    parsed = parse_triples(f'{{"triples": [{", ".join(rows)}]}}')
    assert parsed.items == (A,)
    assert parsed.status == "ok"
    assert parsed.dropped == {
        "ambiguous_part": 1,
        "not_a_row": 2,
        "part_bad_unicode": 1,
        "part_blank": 1,
        "part_not_text": 3,
        "wrong_arity": 4,
    }


def test_only_faulty_rows_are_an_error_not_an_empty_success() -> None:
    parsed = parse_triples('[["Ada", "wrote"], ["Byron"]]')
    assert parsed.status == "parse_error"
    assert "wrong_arity 2" in parsed.detail


TWO_ROWS = '{"triples": [["Ada", "wrote", "notes"], ["Byron", "was", "poet"]]}'


@pytest.mark.parametrize("length", range(len(TWO_ROWS) + 1))
def test_a_cut_at_any_place_keeps_complete_rows_alone(length: int) -> None:
    parsed = parse_triples(TWO_ROWS[:length])
    complete = [A, B][: TWO_ROWS[:length].count("]")]
    assert list(parsed.items) == complete
    expected = "ok" if length == len(TWO_ROWS) else "truncated" if length else "parse_error"
    assert parsed.status == expected


def test_a_cut_inside_a_row_of_three_parts_drops_the_row() -> None:
    parsed = parse_triples('[["Ada", "wrote", "notes"], ["Byron", "was", "poet"')
    assert parsed == Parsed((A,), "truncated", {"cut_off": 1}, "the reply was cut off")


def test_the_servers_word_that_a_reply_was_cut_goes_first() -> None:
    assert parse_triples(TWO_ROWS, cut_off=True).status == "truncated"
    assert parse_triples(TWO_ROWS, cut_off=True).items == (A, B)
    assert parse_entities("thinking about it", cut_off=True).status == "truncated"
    assert parse_entities('<think>["Ada"', cut_off=True).items == ()


def test_nothing_is_executed(monkeypatch: pytest.MonkeyPatch) -> None:
    def trap(*_: object, **__: object) -> None:
        raise AssertionError("model text was evaluated")

    for name in ("eval", "exec", "compile", "__import__"):
        monkeypatch.setattr(f"builtins.{name}", trap)
    bad = "[__import__('os').system('true')]"
    statuses = [parse_entities(bad).status, parse_triples(bad).status]
    monkeypatch.undo()
    assert statuses == ["parse_error", "parse_error"]


def test_long_replies_are_read_in_linear_time() -> None:
    rows = ", ".join('["Ada", "wrote", "notes"]' for _ in range(20_000))
    assert len(parse_triples(f"[{rows}]").items) == 20_000
    assert parse_triples("[prose " * 100_000).status == "parse_error"
