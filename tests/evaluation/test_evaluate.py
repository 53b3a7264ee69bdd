from __future__ import annotations

import math

import numpy as np
import pytest

from hippo_exp.errors import DataError
from hippo_exp.evaluation import Evaluation, chance_recall, check_above_chance, evaluate, mean
from hippo_exp.types import Question, Ranking

KEYS = ["a", "b", "c", "d", "e"]


def ranking(qid: str, *positions: int) -> Ranking:
    scores = np.arange(len(positions), 0, -1, dtype=np.float64)
    return Ranking(qid, np.array(positions, dtype=np.int64), scores)


def question(qid: str, *gold: str) -> Question:
    return Question(qid, f"text of {qid}", tuple(sorted(gold)))


def means(result: Evaluation) -> dict[str, float]:
    groups = result.frame.groupby("metric", sort=False)["value"]
    return {str(name): mean(list(values)) for name, values in groups}


def test_values_are_percent_in_pinned_order() -> None:
    questions = [question("q2", "a", "b", "c"), question("q1", "e")]
    result = evaluate(
        [ranking("q1", 4, 0, 1, 2, 3), ranking("q2", 0, 1, 3, 4, 2)],
        questions,
        KEYS,
        ["recall@2", "all_recall@5"],
    )
    assert list(result.frame.columns) == ["qid", "metric", "value"]
    assert list(result.frame["qid"]) == ["q2", "q2", "q1", "q1"]
    assert list(result.frame["value"]) == [100 * (2 / 3), 100.0, 100.0, 100.0]
    assert result.failed == ()


def test_released_code_rounds_each_question_to_four_places() -> None:
    questions = [question("q", "a", "b", "c")]
    rankings = [ranking("q", 0, 1, 3, 4, 2)]
    exact = evaluate(rankings, questions, KEYS, ["recall@2"])
    paper = evaluate(rankings, questions, KEYS, ["recall@2"], decimals=4)
    assert exact.frame["value"][0] == pytest.approx(200 / 3, abs=1e-12)
    assert paper.frame["value"][0] == pytest.approx(66.67, abs=1e-12)


@pytest.mark.parametrize("order", [("q1", "q2"), ("q2", "q1")])
@pytest.mark.parametrize("empty", [True, False])
def test_a_question_without_results_counts_zero_and_is_listed(
    order: tuple[str, str], empty: bool
) -> None:
    questions = [question(qid, "a") for qid in order]
    rankings = [ranking("q2", 0, 1, 2, 3, 4)] + ([ranking("q1")] if empty else [])
    result = evaluate(rankings, questions, KEYS, ["recall@2"])
    assert means(result) == {"recall@2": 50.0}
    assert result.failed == ("q1",)


def test_a_question_without_gold_is_excluded_and_named() -> None:
    questions = [question("q1"), question("q2", "a")]
    rankings = [ranking("q1", 0, 1, 2, 3, 4), ranking("q2", 0, 1, 2, 3, 4)]
    result = evaluate(rankings, questions, KEYS, ["all_recall@2", "hits@2"])
    assert means(result) == {"all_recall@2": 100.0, "hits@2": 100.0}
    assert result.without_gold == ("q1",)


def test_text_that_stands_twice_in_the_corpus_is_found_by_content() -> None:
    keys = ["same", "other", "same"]
    result = evaluate([ranking("q", 0, 1, 2)], [question("q", "same")], keys, ["recall@1"])
    assert means(result) == {"recall@1": 100.0}


def test_ranks_are_not_percentages() -> None:
    rankings = [ranking("q", 3, 1, 0, 2, 4)]
    result = evaluate(rankings, [question("q", "a")], KEYS, ["mean_rank", "hits@1"])
    assert means(result) == {"mean_rank": 3.0, "hits@1": 0.0}
    with pytest.raises(DataError, match="mean_rank has no value"):
        evaluate([], [question("q", "a")], KEYS, ["mean_rank"])


@pytest.mark.parametrize(
    ("rankings", "message"),
    [
        ([ranking("x", 0)], "a ranking of no question with id 'x'"),
        ([ranking("q", 0, 1), ranking("q", 0, 1)], "two rankings"),
        ([ranking("q", 0, 7)], "outside the corpus of 5"),
        ([ranking("q", -1, 0)], "outside the corpus of 5"),
        ([ranking("q", 0)], "recall@2 needs 2 ranked passages and got 1"),
    ],
)
def test_rankings_that_do_not_match_are_refused(rankings: list[Ranking], message: str) -> None:
    with pytest.raises(DataError, match=message):
        evaluate(rankings, [question("q", "a")], KEYS, ["recall@2"])


def test_recall_equals_ir_measures_on_tie_free_runs() -> None:
    ir_measures = pytest.importorskip("ir_measures")
    generator = np.random.default_rng(3)
    keys = [f"d{i}" for i in range(40)]
    questions, rankings, qrels, run = [], [], [], []
    for number in range(60):
        qid = f"q{number}"
        gold = sorted(generator.choice(keys, size=int(generator.integers(1, 6)), replace=False))
        order = generator.permutation(40)[:20]
        questions.append(question(qid, *gold))
        rankings.append(ranking(qid, *order.tolist()))
        qrels += [ir_measures.Qrel(qid, key, 1) for key in gold]
        run += [
            ir_measures.ScoredDoc(qid, keys[position], float(100 - place))
            for place, position in enumerate(order)
        ]
    result = evaluate(rankings, questions, keys, ["recall@2", "recall@5", "recall@20"])
    ours = {(q, m): v for q, m, v in result.frame.itertuples(index=False)}
    names = {ir_measures.R @ k: f"recall@{k}" for k in (2, 5, 20)}
    compared = 0
    for item in ir_measures.iter_calc(list(names), qrels, run):
        assert ours[item.query_id, names[item.measure]] == pytest.approx(100 * item.value)
        compared += 1
    assert compared == 180


def test_recall_at_the_level_of_chance_is_an_error_and_no_number() -> None:
    assert chance_recall(5, 1000) == 0.5
    assert chance_recall(50, 20) == 100.0
    nothing, some = np.zeros(100), np.repeat([0.0, 100.0], [98, 2])
    for values in (nothing, np.repeat([0.0, 100.0], [99, 1])):
        with pytest.raises(DataError, match="index and questions do not match"):
            check_above_chance({"recall@5": values}, n_passages=1000)
    check_above_chance({"recall@5": some, "mf": nothing}, n_passages=1000)  # four times chance
    check_above_chance({"recall@5": np.zeros(5)}, n_passages=1000)  # too few to tell
    check_above_chance({"recall@5": nothing}, n_passages=20)  # chance is 25 %
    check_above_chance({"recall@2": nothing, "recall@5": some}, n_passages=1000)


def test_a_weak_row_with_a_real_signal_keeps_its_numbers() -> None:
    weak = np.repeat([0.0, 100.0], [86, 14])  # chance 5 %, floor 15 %, standard error 3.5
    check_above_chance({"recall@2": weak}, n_passages=40)
    with pytest.raises(DataError, match=r"recall@2 = 8.00 where chance gives 5.00"):
        check_above_chance({"recall@2": np.repeat([0.0, 100.0], [92, 8])}, n_passages=40)


def test_mean_is_exact_and_refuses_what_is_no_number() -> None:
    assert mean([0.1] * 10) == 0.1
    for values in ([], [math.nan], [math.inf, 1.0]):
        with pytest.raises(DataError):
            mean(values)
