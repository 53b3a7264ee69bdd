"""Answers: reading them from passages, and their EM and F1."""

from hippo_exp.evaluation.answers.evaluate import evaluate_answers
from hippo_exp.evaluation.answers.normalize import normalize_answer
from hippo_exp.evaluation.answers.overlap import exact_match, hotpot_f1, squad_f1
from hippo_exp.evaluation.answers.reader import (
    AnswerReader,
    ReadAnswer,
    ReadStatus,
    extract_answer,
)
from hippo_exp.evaluation.answers.scripts import ANSWER_SCRIPTS, AnswerScore, score_answer

__all__ = [
    "ANSWER_SCRIPTS",
    "AnswerReader",
    "AnswerScore",
    "ReadAnswer",
    "ReadStatus",
    "evaluate_answers",
    "exact_match",
    "extract_answer",
    "hotpot_f1",
    "normalize_answer",
    "score_answer",
    "squad_f1",
]
