from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.evaluation.answers import (
    ANSWER_SCRIPTS,
    AnswerScore,
    evaluate_answers,
    normalize_answer,
    score_answer,
)
from hippo_exp.types import Question


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("The  Beatles!", "beatles"),
        ("U.S.", "us"),
        ("a 19-year-old", "19yearold"),
        ("An apple, the tree", "apple tree"),
        ("Theatre and athens", "theatre and athens"),
        ("A", ""),
        ("The The", ""),
        ("the-the", "thethe"),
        ("Ö the\u2019s", "ö \u2019s"),
        ("don\u2019t", "don\u2019t"),
        ("don't", "dont"),
        ("", ""),
        ("$1,000.50", "100050"),
    ],
)
def test_normal_form(text: str, normal: str) -> None:
    assert normalize_answer(text) == normal


CASES = [
    # prediction, gold, EM, F1 of MuSiQue, F1 of HotpotQA and 2Wiki
    ("the Eiffel Tower", "Eiffel Tower", 1.0, 1.0, 1.0),
    ("Tower of Eiffel", "Eiffel Tower", 0.0, 0.8, 0.8),
    ("Paris", "London", 0.0, 0.0, 0.0),
    ("yes", "Yes.", 1.0, 1.0, 1.0),
    ("yes it is", "yes", 0.0, 0.5, 0.0),
    ("no", "no one", 0.0, 2 / 3, 0.0),
    ("noanswer", "noanswer given", 0.0, 2 / 3, 0.0),
    ("No Answer", "noanswer", 0.0, 0.0, 0.0),
    ("", "Paris", 0.0, 0.0, 0.0),
    ("the", "a", 1.0, 1.0, 0.0),  # no word is left on either side
    ("", "", 1.0, 1.0, 0.0),
    ("New York New York", "New York", 0.0, 2 / 3, 2 / 3),  # repeated words count once each
    ("U.S.", "us", 1.0, 1.0, 1.0),
    ("May 9, 1958", "9 May 1958", 0.0, 1.0, 1.0),
]


@pytest.mark.parametrize(("prediction", "gold", "em", "musique", "hotpot"), CASES)
def test_the_scripts_peculiarities(
    prediction: str, gold: str, em: float, musique: float, hotpot: float
) -> None:
    assert score_answer(prediction, [gold], "musique") == AnswerScore(em, pytest.approx(musique))
    for script in ("hotpotqa", "2wikimultihopqa"):
        assert score_answer(prediction, [gold], script) == AnswerScore(em, pytest.approx(hotpot))


def test_em_and_f1_take_their_maxima_over_aliases_independently() -> None:
    score = score_answer("New York City", ["NYC", "New York", "city of New York"], "musique")
    assert score == AnswerScore(0.0, pytest.approx(6 / 7))
    assert score_answer("nyc", ["New York", "NYC"], "2wikimultihopqa") == AnswerScore(1.0, 1.0)


@given(st.text(), st.lists(st.text(), min_size=1, max_size=3), st.sampled_from([*ANSWER_SCRIPTS]))
def test_laws(prediction: str, answers: list[str], script: str) -> None:
    score = score_answer(prediction, answers, script)
    assert 0.0 <= score.f1 <= 1.0
    assert score.em in (0.0, 1.0)
    if score.em == 1.0 and normalize_answer(prediction):
        assert score.f1 == 1.0
    assert score == score_answer(f" The {prediction}! ", answers[::-1], script)


def test_unknown_scripts_and_missing_gold() -> None:
    with pytest.raises(ConfigError, match="did you mean hotpotqa"):
        score_answer("x", ["x"], "hotpot_qa")
    with pytest.raises(ValueError, match="without gold"):
        score_answer("x", [], "musique")


def question(id_: str, *answers: str) -> Question:
    return Question(id_, "?", ("g",), answers=answers)


def test_values_per_question_in_percent_over_the_pinned_list() -> None:
    questions = [question("a", "Paris"), question("b", "9 May"), question("c"), question("d", "x")]
    result = evaluate_answers({"b": "May", "a": "paris"}, questions, "musique")
    assert result.frame.to_dict("list") == {
        "qid": ["a", "a", "b", "b", "d", "d"],
        "metric": ["em", "f1"] * 3,
        "value": [100.0, 100.0, 0.0, pytest.approx(200 / 3), 0.0, 0.0],
    }
    assert result.failed == ("d",)
    assert result.without_gold == ("c",)
    with pytest.raises(DataError, match="no question, id 'z'"):
        evaluate_answers({"z": "x"}, questions, "musique")
    with pytest.raises(ConfigError):
        evaluate_answers({}, [], "squad")
