from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hippo_exp.datasets import read_supporting_facts
from hippo_exp.errors import ConfigError, DataError

Write = Callable[[str, Any], Path]


def read(write: Write, questions: Any, corpus: Any, **options: Any) -> Any:
    paths = write("q.json", questions), write("c.json", corpus)
    return read_supporting_facts(*paths, name="h", **options)


def test_gold_is_distinct_titles(write: Write, hotpot_questions: Any, hotpot_corpus: Any) -> None:
    data = read(write, hotpot_questions, hotpot_corpus)
    (question,) = data.questions
    assert question.gold == ("Alder", "Birch")
    assert (question.hops, question.kind, question.answers) == (2, "comparison", ("Birch",))
    assert data.passages[0].contents == "Alder\nA tree. It grows."
    assert data.counts["questions_without_gold"] == 1
    assert data.gold_unit == "title"


def test_list_corpus_gives_the_same_data(
    write: Write, hotpot_questions: Any, hotpot_corpus: Any
) -> None:
    rows = [{"title": title, "text": "".join(text)} for title, text in hotpot_corpus.items()]
    by_list = read(write, hotpot_questions, rows)
    assert by_list.digest == read(write, hotpot_questions, hotpot_corpus).digest


def test_gold_by_passage_from_unique_titles(
    write: Write, hotpot_questions: Any, hotpot_corpus: Any
) -> None:
    del hotpot_questions[0]["context"]
    data = read(write, hotpot_questions, hotpot_corpus, gold_unit="passage")
    assert data.questions[0].gold == ("Alder\nA tree. It grows.", "Birch\nAnother tree.")


def test_gold_by_passage_of_a_repeated_title_needs_the_context(
    write: Write, hotpot_questions: Any
) -> None:
    corpus = [
        {"title": "Alder", "text": "A town."},
        {"title": "Alder", "text": "A tree.  It grows."},
        {"title": "Birch", "text": "Another tree."},
    ]
    data = read(write, hotpot_questions, corpus, gold_unit="passage")
    assert data.questions[0].gold == ("Alder\nA tree.  It grows.", "Birch\nAnother tree.")
    del hotpot_questions[0]["context"]
    with pytest.raises(DataError, match=r"1 gold title over several passages.*'a': 'Alder'"):
        read(write, hotpot_questions, corpus, gold_unit="passage")
    hotpot_questions[0]["context"] = [["Alder", ["Something else."]]]
    with pytest.raises(DataError, match="1 gold title over several passages"):
        read(write, hotpot_questions, corpus, gold_unit="passage")


@pytest.mark.parametrize(
    ("title", "hint"),
    [
        ("Alder ", "nearest: 'Alder ', other white space"),
        ("alder", "nearest: 'alder', other letter case"),
        ("Alders", "nearest: 'Alders')"),
        ("Quince", "nothing near it"),
    ],
)
def test_absent_gold_shows_the_nearest_title(
    write: Write, hotpot_questions: Any, hotpot_corpus: Any, title: str, hint: str
) -> None:
    corpus = {title: hotpot_corpus.pop("Alder")} | hotpot_corpus
    with pytest.raises(DataError) as caught:
        read(write, hotpot_questions, corpus)
    message = str(caught.value)
    assert "1 gold title of 1 question not in the corpus of 3 passages" in message
    assert "question 'a': 'Alder'" in message
    assert hint in message


def test_absent_gold_in_another_unicode_form(write: Write, hotpot_questions: Any) -> None:
    hotpot_questions[0]["supporting_facts"] = [["Al\u00fb", 0]]
    with pytest.raises(DataError, match="other Unicode form"):
        read(write, hotpot_questions, {"Alu\u0302": ["A demon."]})


def test_absent_gold_is_counted_and_three_are_shown(write: Write) -> None:
    questions = [
        {"_id": str(n), "question": "?", "supporting_facts": [[f"Title {n}", 0]]} for n in range(5)
    ]
    with pytest.raises(DataError) as caught:
        read(write, questions, {"Title 4": ["x"]})
    message = str(caught.value)
    assert "4 gold titles of 4 questions" in message
    assert "'Title 2'" in message
    assert "'Title 3'" not in message
    assert "and 1 more" in message


def test_trimming_titles(write: Write, hotpot_questions: Any, hotpot_corpus: Any) -> None:
    corpus = {" Alder ": hotpot_corpus.pop("Alder")} | hotpot_corpus
    data = read(write, hotpot_questions, corpus, trim_titles=True)
    assert data.questions[0].gold == ("Alder", "Birch")
    assert data.notes == ("titles trimmed",)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("supporting_facts", None, "'supporting_facts': is null, not a list"),
        ("supporting_facts", {"title": ["Alder"]}, "'supporting_facts': is an object, not a list"),
        ("supporting_facts", ["Alder"], "supporting fact 1: is not a list [title, sentence]"),
        ("supporting_facts", [["", 0]], "supporting fact 1: is not a list [title, sentence]"),
        ("supporting_facts", [[3, 0]], "supporting fact 1: is not a list [title, sentence]"),
        ("type", 3, "'type': is a number"),
        ("gold_source", None, "'gold_source': is null"),
    ],
)
def test_malformed_question(
    write: Write,
    hotpot_questions: Any,
    hotpot_corpus: Any,
    field: str,
    value: object,
    problem: str,
) -> None:
    hotpot_questions[0][field] = value
    with pytest.raises(DataError) as caught:
        read(write, hotpot_questions, hotpot_corpus)
    assert f"record 1, {problem}" in str(caught.value)


def test_missing_supporting_facts(write: Write, hotpot_questions: Any, hotpot_corpus: Any) -> None:
    del hotpot_questions[0]["supporting_facts"]
    with pytest.raises(DataError, match="record 1: key 'supporting_facts' is missing"):
        read(write, hotpot_questions, hotpot_corpus)


def test_malformed_context_matters_only_where_it_is_used(
    write: Write, hotpot_questions: Any, hotpot_corpus: Any
) -> None:
    hotpot_questions[0]["context"] = [["Alder", "no list"]]
    assert read(write, hotpot_questions, hotpot_corpus).questions
    with pytest.raises(DataError, match="record 1, context 1: is not a list"):
        read(write, hotpot_questions, hotpot_corpus, gold_unit="passage")


def test_gold_source_prefix(write: Write, hotpot_questions: Any, hotpot_corpus: Any) -> None:
    facts = [["Cedar", 0]]
    for number, source in enumerate(["derived: rule", "dataset (copy)", "derived: eye"]):
        hotpot_questions.append(
            {"_id": f"c{number}", "question": "?", "supporting_facts": facts, "gold_source": source}
        )
    everything = read(write, hotpot_questions, hotpot_corpus)
    assert len(everything.questions) == 4
    assert everything.notes == ("gold of 2 of 5 questions is derived, not from the data set",)
    copied = read(write, hotpot_questions, hotpot_corpus, gold_source_prefix="dataset")
    assert [question.id for question in copied.questions] == ["c1"]
    assert copied.notes == ("1 of 5 questions: gold copied from the data set",)
    derived = read(write, hotpot_questions, hotpot_corpus, gold_source_prefix="derived: e")
    assert derived.notes == ("1 of 5 questions: gold source derived: e…",)
    with pytest.raises(DataError, match=r"starts with 'other'.*'dataset \(copy\)'"):
        read(write, hotpot_questions, hotpot_corpus, gold_source_prefix="other")


def test_unknown_gold_unit(write: Write, hotpot_questions: Any, hotpot_corpus: Any) -> None:
    with pytest.raises(ConfigError, match="gold unit 'sentence'"):
        read(write, hotpot_questions, hotpot_corpus, gold_unit="sentence")
