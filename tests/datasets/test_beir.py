from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hippo_exp.datasets import read_beir, read_qrels
from hippo_exp.errors import DataError, FaultListError

Write = Callable[[str, Any], Path]

CORPUS = [
    {"_id": "p1", "title": "", "text": "same words"},
    {"_id": "p2", "title": "Other", "text": "other words", "metadata": {}},
    {"_id": "p3", "text": "same words"},
]
QUERIES = [{"_id": "q1", "text": "words?"}, {"_id": "q2", "text": "nothing?"}]
QRELS = "query-id\tcorpus-id\tscore\nq1\tp3\t1\nq1\tp2\t0\n"


@pytest.fixture
def folder(write: Write, tmp_path: Path) -> Path:
    write("corpus.jsonl", CORPUS)
    write("queries.jsonl", QUERIES)
    write("qrels/test.tsv", QRELS)
    return tmp_path


def test_equal_texts_are_one_content_class(folder: Path) -> None:
    data = read_beir(folder, name="b")
    (question,) = data.questions
    assert question.gold == ("same words",)
    assert [key in question.gold for key in data.match_keys] == [True, False, True]
    assert [passage.id for passage in data.passages] == ["p1", "p2", "p3"]
    assert data.counts["duplicate_passages"] == 1
    assert data.counts["duplicate_titles"] == 0
    assert (data.counts["questions"], data.counts["questions_without_gold"]) == (1, 1)
    assert question.hops is None


def test_graded_relevance_above_zero_is_gold(folder: Path, write: Write) -> None:
    write("qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\tp3\t2\nq1\tp2\t1\nq2\tp2\t-1\n")
    data = read_beir(folder, name="b")
    assert data.questions[0].gold == ("Other\nother words", "same words")
    assert data.counts["questions_without_gold"] == 1


def test_queries_of_another_split_are_no_questions(folder: Path, write: Write) -> None:
    write("qrels/train.tsv", "query-id\tcorpus-id\tscore\nq2\tp2\t1\n")
    data = read_beir(folder, name="b")
    assert data.counts["questions_without_gold"] == 0
    train = read_beir(folder, name="b", split="train")
    assert [question.id for question in train.questions] == ["q2"]


def test_gold_by_title(folder: Path, write: Write) -> None:
    with pytest.raises(DataError, match="1 question with a gold passage without a title: 'q1'"):
        read_beir(folder, name="b", gold_unit="title")
    write("qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\tp2\t1\n")
    assert read_beir(folder, name="b", gold_unit="title").questions[0].gold == ("Other",)


def test_unknown_ids_are_counted_with_the_nearest(folder: Path, write: Write) -> None:
    write("qrels/test.tsv", QRELS + "q1\tp9\t0\nq9\tp1\t1\nq1\tP3\t1\nq1\tzzz\t1\n")
    with pytest.raises(DataError) as caught:
        read_beir(folder, name="b")
    message = str(caught.value)
    assert "4 unknown ids: 'p9' (not in corpus.jsonl" in message
    assert "'P3' (not in corpus.jsonl, nearest: 'p3')" in message
    assert "and 1 more" in message


def test_header_may_be_missing_only_before_a_judgement(tmp_path: Path, write: Write) -> None:
    judgement = "q1\tp3\t1\n"
    with_header = read_qrels(write("a.tsv", f"Query-ID\tcorpus-id\tscore\n{judgement}"))
    assert read_qrels(write("b.tsv", judgement)) == with_header == {"q1": {"p3": 1}}
    assert read_qrels(write("c.tsv", "\ufeff" + judgement.replace("\n", "\r\n"))) == with_header
    with pytest.raises(DataError, match=r"first line has the fields \['q1', 'p3', 'one'\]"):
        read_qrels(write("d.tsv", "q1\tp3\tone\n"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        ("query-id\tcorpus-id\tscore\n", "no judgements"),
        ("q1 0 p3 1\n", "TREC qrels"),
        ("q1\t0\tp3\t1\n", "TREC qrels"),
        (QRELS + "q1\tp1\n", "1 problem: line 4: has 2 fields"),
        (QRELS + "q1\tp1\t0.5\n", "line 4: relevance '0.5' is no integer"),
        (QRELS + "q1\tp3\t2\n", "line 4: judges 'q1', 'p3' again, 2 after 1"),
        (b"q1\t\xff\t1", "not UTF-8"),
    ],
)
def test_malformed_qrels(write: Write, text: object, problem: str) -> None:
    with pytest.raises(DataError, match=problem) as caught:
        read_qrels(write("test.tsv", text))
    assert "test.tsv" in str(caught.value)


def test_repeated_judgement_is_harmless(write: Write) -> None:
    assert read_qrels(write("t.tsv", QRELS + "q1\tp3\t1\n")) == {"q1": {"p3": 1, "p2": 0}}


def test_malformed_lines_are_reported_with_their_numbers(folder: Path, write: Write) -> None:
    write("corpus.jsonl", '{"_id": "p1", "text": "a"}\n\n{"_id": "p1"}\n[]\n')
    with pytest.raises(DataError) as caught:
        read_beir(folder, name="b")
    message = str(caught.value)
    assert "3 problems: line 4: is a list, not an object" in message
    assert "line 3: passage id 'p1' is that of line 1" in message
    assert "line 3: key 'text' is missing" in message


def test_repeated_query_id(folder: Path, write: Write) -> None:
    write("queries.jsonl", [*QUERIES, QUERIES[0]])
    with pytest.raises(DataError, match="line 3: question id 'q1' is that of line 1"):
        read_beir(folder, name="b")


def test_empty_and_missing_files(folder: Path, write: Write) -> None:
    write("corpus.jsonl", "\n")
    (folder / "qrels" / "test.tsv").unlink()
    with pytest.raises(FaultListError) as caught:
        read_beir(folder, name="b")
    assert "holds no passages" in str(caught.value.errors[0])
    assert "check the name of the split" in str(caught.value.errors[1])
