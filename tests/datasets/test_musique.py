from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hippo_exp.datasets import read_musique
from hippo_exp.errors import DataError, FaultListError

Write = Callable[[str, Any], Path]


def read(write: Write, questions: Any, corpus: Any, **options: Any) -> Any:
    return read_musique(write("q.json", questions), write("c.json", corpus), name="m", **options)


def test_gold_is_distinct_contents(
    write: Write, musique_questions: Any, musique_corpus: Any
) -> None:
    data = read(write, musique_questions, musique_corpus)
    first, third = data.questions
    assert first.gold == ("Ada\nAda wrote notes.", "Byron\nByron was her father.")
    assert (first.hops, first.kind) == (2, "2hop")
    assert first.answers == ("Byron", "Lord Byron")
    assert third.answers == ("Ada", "Byron")
    assert (third.hops, third.kind) == (None, "")
    assert [passage.id for passage in data.passages] == ["0", "1", "2", "3"]
    assert data.counts == {
        "passages": 4,
        "duplicate_passages": 1,
        "duplicate_titles": 1,
        "questions": 2,
        "gold_keys": 3,
        "questions_with_1_gold": 1,
        "questions_with_2_gold": 1,
        "questions_without_gold": 1,
    }


def test_gold_by_title(write: Write, musique_questions: Any, musique_corpus: Any) -> None:
    data = read(write, musique_questions, musique_corpus, gold_unit="title")
    assert [question.gold for question in data.questions] == [("Ada", "Byron"), ("Ada",)]
    assert all(set(question.gold) <= set(data.match_keys) for question in data.questions)


def test_hops_come_from_the_id_and_not_from_the_number_of_gold_passages(
    write: Write, musique_questions: Any, musique_corpus: Any
) -> None:
    musique_questions[0]["id"] = "3hop2__7_8_9"
    musique_questions[2]["answer"] = "Ada"
    data = read(write, musique_questions, musique_corpus)
    assert [(q.hops, len(q.gold)) for q in data.questions] == [(3, 2), (1, 1)]


def test_digest_follows_content_and_gold_unit(
    write: Write, musique_questions: Any, musique_corpus: Any
) -> None:
    base = read(write, musique_questions, musique_corpus)
    assert read(write, musique_questions, musique_corpus).digest == base.digest
    other_unit = read(write, musique_questions, musique_corpus, gold_unit="title")
    musique_corpus[2]["text"] += "!"
    musique_questions[2]["paragraphs"][0]["text"] += "!"
    musique_questions[0]["paragraphs"][3]["text"] += "!"
    changed = read(write, musique_questions, musique_corpus)
    assert len({base.digest, other_unit.digest, changed.digest}) == 3


def test_ids_are_the_callers_own(write: Write, musique_questions: Any, musique_corpus: Any) -> None:
    for number, row in enumerate(musique_corpus):
        row["idx"] = number + 10
    by_idx = read(write, musique_questions, musique_corpus)
    assert [passage.id for passage in by_idx.passages] == ["10", "11", "12", "13"]
    musique_corpus[1]["idx"] = 10
    by_position = read(write, musique_questions, musique_corpus)
    assert [passage.id for passage in by_position.passages] == ["0", "1", "2", "3"]
    for number, row in enumerate(musique_corpus):
        row["id"] = f"p{number}"
    by_id = read(write, musique_questions, musique_corpus)
    assert [passage.id for passage in by_id.passages] == ["p0", "p1", "p2", "p3"]
    musique_corpus[3]["id"] = "p0"
    with pytest.raises(DataError, match=r"record 4: passage id 'p0' is that of record 1"):
        read(write, musique_questions, musique_corpus)


def test_byte_order_mark_is_skipped(
    write: Write, musique_questions: Any, musique_corpus: Any
) -> None:
    marked = b"\xef\xbb\xbf" + json.dumps(musique_corpus).encode()
    assert len(read(write, musique_questions, marked).passages) == 4


def test_all_problems_of_a_file_are_reported_at_once(
    write: Write, musique_questions: Any, musique_corpus: Any
) -> None:
    bad = [
        {"id": "2hop__1_2", "paragraphs": []},
        {"id": "2hop__1_2", "question": "?", "paragraphs": "none"},
        7,
        {"id": True, "question": " ", "paragraphs": [{"title": "Ada", "text": None}]},
    ]
    with pytest.raises(DataError) as caught:
        read(write, bad, musique_corpus)
    message = str(caught.value)
    assert message.startswith("8 problems: record 3: is a number, not an object; record 1: key")
    assert "; and 5 more" in message
    assert "q.json" in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("question", None, "record 1, 'question': is null, not a string"),
        ("question", "", "record 1, 'question': is blank"),
        ("question", float("nan"), "record 1, 'question': is NaN, not a string"),
        ("question", "half \ud83d", "record 1, 'question': holds half of a surrogate pair"),
        ("id", 2.5, "record 1, 'id': is a number, not a string"),
        ("answer", {"a": 1}, "record 1, 'answer': is an object, not a string"),
        ("answer", float("nan"), "record 1, 'answer': is NaN"),
        ("answer_aliases", "Byron", "record 1, 'answer_aliases': is a string, not a list"),
        ("paragraphs", None, "record 1, 'paragraphs': is null, not a list"),
        ("paragraphs", [3], "record 1, paragraph 1: is a number, not an object"),
        (
            "paragraphs",
            [{"title": "Ada", "text": ""}],
            "record 1, paragraph 1: key 'is_supporting' is missing",
        ),
        (
            "paragraphs",
            [{"title": "Ada", "text": "", "is_supporting": 1}],
            "'is_supporting' is a number other than True or False",
        ),
        (
            "paragraphs",
            [{"title": "Ada", "text": "", "is_supporting": "yes"}],
            "'is_supporting' is a string other than True or False",
        ),
        (
            "paragraphs",
            [{"title": "Ada", "is_supporting": True}],
            "key 'text' or 'paragraph_text' is missing",
        ),
    ],
)
def test_malformed_question(
    write: Write,
    musique_questions: Any,
    musique_corpus: Any,
    field: str,
    value: object,
    problem: str,
) -> None:
    musique_questions[0][field] = value
    with pytest.raises(DataError) as caught:
        read(write, musique_questions, musique_corpus)
    assert problem in str(caught.value)
    assert caught.value.exit_code == 3


@pytest.mark.parametrize(
    ("questions", "problem"),
    [
        ({}, "holds an object instead of a list of questions"),
        ([], "holds no questions"),
        ("", "empty"),
        ("[1, 2", "JSON"),
        (b'["\xff"]', "UTF-8"),
    ],
)
def test_unusable_question_file(
    write: Write, musique_corpus: Any, questions: object, problem: str
) -> None:
    with pytest.raises(DataError, match=problem) as caught:
        read(write, questions, musique_corpus)
    assert "q.json" in str(caught.value)


@pytest.mark.parametrize(
    ("corpus", "problem"),
    [
        ("7", "corpus is a number instead of a list or an object"),
        ([], "holds no passages"),
        ({}, "holds no passages"),
        ([{"title": "Ada"}], "key 'text' or 'paragraph_text' is missing"),
        ([{"text": "Ada"}], "record 1: key 'title' is missing"),
        ([{"title": None, "text": "x"}], "'title': is null"),
        ({"Ada": 3}, "title 'Ada': is a number, not a string"),
        ({"Ada": ["x", None]}, "title 'Ada': is null, not a string"),
        ([{"id": 1, "title": "", "text": ""}, {"title": "", "text": ""}], "key 'id' or '_id'"),
    ],
)
def test_unusable_corpus(
    write: Write, musique_questions: Any, corpus: object, problem: str
) -> None:
    with pytest.raises(DataError) as caught:
        read(write, musique_questions, corpus)
    assert problem in str(caught.value)
    assert "c.json" in str(caught.value)


def test_faults_of_both_files_come_together(write: Write) -> None:
    with pytest.raises(FaultListError) as caught:
        read(write, [], [])
    assert [type(error) for error in caught.value.errors] == [DataError, DataError]


def test_missing_file_is_an_error(tmp_path: Path, write: Write, musique_corpus: Any) -> None:
    with pytest.raises(DataError, match=r"absent\.json"):
        read_musique(tmp_path / "absent.json", write("c.json", musique_corpus), name="m")


def test_no_gold_at_all(write: Write, musique_questions: Any, musique_corpus: Any) -> None:
    with pytest.raises(DataError, match="none of 1 question has gold"):
        read(write, musique_questions[1:2], musique_corpus)


def test_gold_passage_with_another_text_is_named(
    write: Write, musique_questions: Any, musique_corpus: Any
) -> None:
    musique_corpus[0]["text"] = "Ada wrote other notes."
    with pytest.raises(DataError) as caught:
        read(write, musique_questions, musique_corpus)
    message = str(caught.value)
    assert "1 gold passage of 1 question not in the corpus of 4 passages" in message
    assert "question '2hop__1_2': 'Ada\\nAda wrote notes.'" in message
    assert "the corpus has this title over another text" in message


def test_trimming_titles_mends_both_sides(
    write: Write, musique_questions: Any, musique_corpus: Any
) -> None:
    musique_corpus[0]["title"] = "Ada "
    with pytest.raises(DataError):
        read(write, musique_questions, musique_corpus)
    data = read(write, musique_questions, musique_corpus, trim_titles=True)
    assert data.passages[0].title == "Ada"
    assert data.notes == ("titles trimmed",)
