"""``classes.csv``: the class of each question with what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hippo_exp.pathfinding.classes import Classified, Move
from hippo_exp.reporting.records import records_to_csv
from hippo_exp.types import Dataset, Question

CLASSES = "classes.csv"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One question under one reading; the columns of the file in this order.

    Attributes:
        row: the reading.
        qid: the question.
        hops: its number of hops, where known.
        label: the class.
        followable: whether its passages can be followed, whatever the class.
        chain: the facts by which the passages are read, in order: ``passage: near -relation> far``
            (``<relation-`` against the fact's direction).
        continuations: number of continuations of each query entity.
        meeting: where the query entities meet.
        facts: number of facts from each of them.
        together: the passage that names two of them.
        following, finding: why the question is not path-following, not path-finding.
        question: its text.
    """

    row: str
    qid: str
    hops: int | None
    label: str
    followable: bool
    chain: str
    continuations: str
    meeting: str
    facts: str
    together: str
    following: str
    finding: str
    question: str


def evidence_csv(dataset: Dataset, found: Mapping[str, Mapping[str, Classified]]) -> bytes:
    """The bytes of the file.

    Args:
        dataset: passages and questions.
        found: row id -> question id -> class.
    """
    questions = {question.id: question for question in dataset.questions}
    records = [
        _evidence(row, questions[qid], one, dataset)
        for row, classes in found.items()
        for qid, one in classes.items()
    ]
    return records_to_csv(records, Evidence)


def _evidence(row: str, question: Question, found: Classified, dataset: Dataset) -> Evidence:
    finding, following = found.finding, found.following
    together = "" if finding.together is None else dataset.passages[finding.together].id
    return Evidence(
        row=row,
        qid=question.id,
        hops=question.hops,
        label=found.label,
        followable=following.holds,
        chain="; ".join(_move(move, dataset) for move in following.moves),
        continuations="; ".join(f"{name}: {count}" for name, count in finding.continuations),
        meeting="; ".join(finding.meeting),
        facts=" + ".join(map(str, finding.facts)),
        together=together,
        following=following.reason,
        finding=finding.reason,
        question=" ".join(question.text.split()),
    )


def _move(move: Move, dataset: Dataset) -> str:
    ends = ("-", ">") if move.step.forward else ("<", "-")
    arrow = f"{ends[0]}{move.step.relation}{ends[1]}"
    return f"{dataset.passages[move.passage].id}: {move.near} {arrow} {move.far}"
