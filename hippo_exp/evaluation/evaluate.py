"""From rankings to one value per question and measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hippo_exp.errors import DataError
from hippo_exp.evaluation.measure import Measure, parse_measure
from hippo_exp.types import Question, Ranking

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Evaluation:
    """Scores of one row.

    Attributes:
        frame: columns ``qid`` (str), ``metric`` (str), ``value`` (float64; percent for
            recall-like measures, unrounded); questions in pinned order, then measures as asked.
        failed: ids of questions without a ranking or with an empty one; they count 0.
        without_gold: ids of questions that were excluded because they have no gold.
    """

    frame: pd.DataFrame
    failed: tuple[str, ...]
    without_gold: tuple[str, ...]


def evaluate(
    rankings: Sequence[Ranking],
    questions: Sequence[Question],
    match_keys: Sequence[str],
    measures: Sequence[str | Measure],
    *,
    decimals: int | None = None,
) -> Evaluation:
    """Score rankings on the pinned list of questions.

    Args:
        rankings: at most one per question, in any order.
        questions: the pinned list; the mean of each measure runs over exactly those with gold.
        match_keys: (n_passages,) key by which each passage is compared with gold, see
            ``Dataset.match_keys``.
        measures: names or measures.
        decimals: round each question's fraction to so many places before it becomes a
            percentage (4 in the released code, official behaviour, row 16); None for no rounding.

    Raises:
        ConfigError: an unknown measure.
        DataError: a ranking of an unknown question, two of one question, a passage position
            outside the corpus, or a ranking too short for a measure's cut-off.
    """
    import pandas as pd

    parsed = [parse_measure(item) if isinstance(item, str) else item for item in measures]
    by_id = _by_question(rankings, questions)
    scored = [question for question in questions if question.gold]
    failed = [question.id for question in scored if not _found(by_id, question.id)]
    records: list[tuple[str, str, float]] = []
    for question in scored:
        ranking = by_id.get(question.id)
        keys = _keys(ranking, match_keys)
        scores = [] if ranking is None else ranking.scores.tolist()
        gold = frozenset(question.gold)
        for measure in parsed:
            _check_depth(question.id, len(keys), len(match_keys), measure)
            value = measure.fn(gold, keys, scores)
            records.append((question.id, measure.name, _reported(value, measure, decimals)))
    return Evaluation(
        frame=pd.DataFrame(records, columns=["qid", "metric", "value"]),
        failed=tuple(failed),
        without_gold=tuple(question.id for question in questions if not question.gold),
    )


def _by_question(
    rankings: Sequence[Ranking], questions: Sequence[Question]
) -> Mapping[str, Ranking]:
    known = {question.id for question in questions}
    found: dict[str, Ranking] = {}
    for ranking in rankings:
        if ranking.question_id not in known or ranking.question_id in found:
            problem = "two rankings" if ranking.question_id in found else "a ranking of no question"
            raise DataError(
                f"{problem} with id {ranking.question_id!r}",
                fix="score the rankings with the data set that they were made from",
            )
        found[ranking.question_id] = ranking
    return found


def _found(by_id: Mapping[str, Ranking], question_id: str) -> bool:
    return question_id in by_id and len(by_id[question_id].passages) > 0


def _keys(ranking: Ranking | None, match_keys: Sequence[str]) -> list[str]:
    if ranking is None:
        return []
    positions = ranking.passages.tolist()
    if positions and not 0 <= min(positions) <= max(positions) < len(match_keys):
        raise DataError(
            f"a ranked passage lies outside the corpus of {len(match_keys)} passages",
            where=f"question {ranking.question_id}",
            fix="the index was built from another corpus; rebuild it",
        )
    return [match_keys[position] for position in positions]


def _check_depth(question_id: str, n_ranked: int, n_passages: int, measure: Measure) -> None:
    if n_ranked == 0 and not measure.percent:
        raise DataError(
            f"{measure.name} has no value for a question without a ranking",
            where=f"question {question_id}",
            fix="rank its candidates, or use a measure where a failed question counts 0",
        )
    needed = n_passages if measure.k is None else min(measure.k, n_passages)
    if 0 < n_ranked < needed and measure.percent:
        raise DataError(
            f"{measure.name} needs {needed} ranked passages and got {n_ranked}",
            where=f"question {question_id}",
            fix=f"keep at least {needed} passages in each ranking",
        )


def _reported(value: float, measure: Measure, decimals: int | None) -> float:
    if not measure.percent:
        return value
    return 100.0 * (value if decimals is None else round(value, decimals))
