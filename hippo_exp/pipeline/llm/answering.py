"""Answers read from the passages that a row found, and their EM and F1."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from typing import Any

from hippo_exp.config.schema import ReaderSettings, RetrievalSettings
from hippo_exp.evaluation import Evaluation
from hippo_exp.evaluation.answers import AnswerReader, ReadAnswer, evaluate_answers
from hippo_exp.pipeline.llm.prompts import demonstrations_of, prompt_of
from hippo_exp.pipeline.llm.roles import chat_settings, role_identity
from hippo_exp.pipeline.llm.session import LLMSession
from hippo_exp.pipeline.progress import Progress
from hippo_exp.storage import digest_json
from hippo_exp.types import Dataset, Passage, Ranking

ANSWER_METRICS = ("em", "f1")
_SCRIPTS = {
    "musique": "musique",
    "musique_train": "musique",
    "2wikimultihopqa": "2wikimultihopqa",
    "hotpotqa": "hotpotqa",
    "hotpotqa_train": "hotpotqa",
}


def answer_script(settings: RetrievalSettings) -> str:
    """Whose EM and F1: the setting's, else the data set's own, else MuSiQue's (SQuAD's)."""
    return _options(settings).script or _SCRIPTS.get(settings.dataset.name, "musique")


def reader_identity(settings: RetrievalSettings) -> dict[str, Any]:
    """What the answers of a row depend on, its ranking apart."""
    options = _options(settings)
    return {
        "reader": {
            "n_passages": options.n_passages,
            "script": answer_script(settings),
            "demonstrations": digest_json(demonstrations_of(settings, options)),
            "prompt": prompt_of("qa", options.prompt, "reader.prompt").digest,
            "llm": role_identity(settings.llm, "reading") if settings.llm else None,
        }
    }


def make_reader(settings: RetrievalSettings, session: LLMSession) -> AnswerReader:
    """The reader under a row's settings."""
    options = _options(settings)
    return AnswerReader(
        model=session.model("reading"),
        prompt=prompt_of("qa", options.prompt, "reader.prompt"),
        demonstrations=demonstrations_of(settings, options),
        settings=chat_settings(session.settings, "reading"),
        n_passages=options.n_passages,
    )


def read_answers(
    settings: RetrievalSettings,
    session: LLMSession,
    dataset: Dataset,
    rankings: Sequence[Ranking],
    *,
    what: str,
) -> dict[str, ReadAnswer]:
    """Question id -> answer, for the questions that have gold answers.

    Args:
        settings: the row's.
        session: gives the model.
        dataset: passages and questions.
        rankings: of every question; none reads without passages.
        what: name of the row, for progress.

    Raises:
        LLMFatalError: no request can succeed.
    """
    found = {ranking.question_id: ranking.passages.tolist() for ranking in rankings}
    asked = [question for question in dataset.questions if question.answers]
    shown: list[list[Passage]] = [
        [dataset.passages[at] for at in found.get(question.id, [])] for question in asked
    ]
    with Progress(f"{what}: answers", len(asked), "questions") as progress:
        progress.start()
        answers = make_reader(settings, session).read_all(
            [question.text for question in asked],
            shown,
            each=session.each,
            progress=lambda done, total: progress.advance(1),
        )
    return {question.id: answer for question, answer in zip(asked, answers, strict=True)}


def score_answers(
    settings: RetrievalSettings, dataset: Dataset, answers: dict[str, ReadAnswer]
) -> Evaluation:
    """EM and F1; a question whose call failed counts 0 and is listed."""
    given = {key: answer.text for key, answer in answers.items() if answer.status != "api_error"}
    return evaluate_answers(given, dataset.questions, answer_script(settings))


def answers_file(answers: Mapping[str, Mapping[str, ReadAnswer]]) -> bytes:
    """``answers.jsonl.gz``: row, question, answer, status, line by line.

    Args:
        answers: row id -> question id -> answer.
    """
    lines = [
        json.dumps({"row": row, "qid": key, "answer": item.text, "status": item.status})
        for row, found in answers.items()
        for key, item in found.items()
    ]
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)


def joined(parts: Sequence[Evaluation], metrics: Sequence[str]) -> Evaluation:
    """Evaluations of one row by different measures as one, with the measures asked for alone.

    Args:
        parts: at least one.
        metrics: names.
    """
    import pandas as pd

    frame = pd.concat([part.frame for part in parts], ignore_index=True)
    failed = dict.fromkeys(name for part in parts for name in part.failed)
    without_gold = dict.fromkeys(name for part in parts for name in part.without_gold)
    kept = frame[frame["metric"].isin(list(metrics))]
    return Evaluation(kept.reset_index(drop=True), tuple(failed), tuple(without_gold))


def _options(settings: RetrievalSettings) -> ReaderSettings:
    assert settings.reader is not None
    return settings.reader
