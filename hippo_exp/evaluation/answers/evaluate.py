"""From answers to one value per question and measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.errors import DataError
from hippo_exp.evaluation.answers.scripts import AnswerScore, answer_f1, score_answer
from hippo_exp.evaluation.evaluate import Evaluation
from hippo_exp.types import Question


def evaluate_answers(
    predictions: Mapping[str, str], questions: Sequence[Question], script: str
) -> Evaluation:
    """Score answers on the pinned list of questions.

    Args:
        predictions: question id -> answer; a question that is missing here counts 0 and is listed
            as failed.
        questions: the mean runs over exactly those that have gold answers.
        script: see :func:`score_answer`.

    Returns:
        A frame with the metrics ``em`` and ``f1`` in percent; ``without_gold`` lists the questions
        without gold answers.

    Raises:
        ConfigError: an unknown script.
        DataError: an answer to no question.
    """
    import pandas as pd

    answer_f1(script)
    known = {question.id for question in questions}
    stray = next((qid for qid in predictions if qid not in known), None)
    if stray is not None:
        raise DataError(
            f"an answer to no question, id {stray!r}",
            fix="score the answers with the data set that they were made from",
        )
    records: list[tuple[str, str, float]] = []
    scored = [question for question in questions if question.answers]
    for question in scored:
        score = AnswerScore(0.0, 0.0)
        if question.id in predictions:
            score = score_answer(predictions[question.id], question.answers, script)
        records.append((question.id, "em", 100.0 * score.em))
        records.append((question.id, "f1", 100.0 * score.f1))
    return Evaluation(
        frame=pd.DataFrame(records, columns=["qid", "metric", "value"]),
        failed=tuple(question.id for question in scored if question.id not in predictions),
        without_gold=tuple(question.id for question in questions if not question.answers),
    )
