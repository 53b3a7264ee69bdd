"""The project's data types, filled with what was generated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, replace

from hippo_exp.pathfinding.corpus.blueprint import Blueprint
from hippo_exp.pathfinding.corpus.draws import Draws
from hippo_exp.pathfinding.corpus.plan import FindingPlan, FollowingPlan
from hippo_exp.pathfinding.corpus.render import Rendered
from hippo_exp.pathfinding.corpus.wording import Wording
from hippo_exp.storage import digest_json
from hippo_exp.types import Dataset, Extraction, Passage, PassageExtraction, Question

NAME = "synthetic"
_BLOCK = 10_000


def assemble_dataset(
    blueprint: Blueprint, rendered: list[Rendered], query_variant_rate: float, draws: Draws
) -> Dataset:
    """Return the data set of (n_passages,) passages in corpus order and the planned questions."""
    passages = tuple(
        as_passage(page, number, len(rendered)) for number, page in enumerate(rendered, start=1)
    )
    contents = {number: passages[i].contents for i, number in enumerate(blueprint.order)}
    wording = Wording(blueprint.world, query_variant_rate, draws)
    width = len(str(len(blueprint.plans)))
    questions = [
        as_question(f"question-{i:0{width}d}", plan, blueprint, wording, contents)
        for i, plan in enumerate(blueprint.plans, start=1)
    ]
    return as_dataset(NAME, passages, questions)


def as_passage(page: Rendered, number: int, n_passages: int) -> Passage:
    """Return the passage at a place of the corpus, counted from 1."""
    width = len(str(n_passages))
    return Passage(id=f"passage-{number:0{width}d}", title=page.title, text=page.text)


def as_question(
    identity: str,
    plan: FollowingPlan | FindingPlan,
    blueprint: Blueprint,
    wording: Wording,
    contents: Mapping[int, str],
) -> Question:
    """Return a planned question.

    Args:
        identity: its id.
        plan: the facts that it rests on.
        blueprint: names, and where the facts stand.
        wording: words it; consumes random choices.
        contents: passage number -> contents, for the passages that state the facts at least.
    """
    homes = [int(blueprint.statements.homes[fact]) for fact in plan.facts]
    following = isinstance(plan, FollowingPlan)
    text, entities = _words(plan, wording)
    return Question(
        id=identity,
        text=text,
        gold=tuple(sorted({contents[home] for home in homes})),
        entities=entities,
        answers=blueprint.world.forms[plan.answer],
        hops=len(plan.facts),
        kind="path_following" if following else "path_finding",
    )


def as_dataset(name: str, passages: Sequence[Passage], questions: Sequence[Question]) -> Dataset:
    """Return a generated data set with its digest and counts."""
    return Dataset(
        name=name,
        passages=tuple(passages),
        questions=tuple(questions),
        gold_unit="passage",
        digest=_digest(passages, questions),
        counts=_counts(passages, questions),
    )


def assemble_extraction(records: list[PassageExtraction], name: str = NAME) -> Extraction:
    """Return the extraction of (n_passages,) records in corpus order."""
    return Extraction(
        name=name, passages=tuple(records), digest=_blocks(records), source="generator"
    )


def _words(plan: FollowingPlan | FindingPlan, wording: Wording) -> tuple[str, tuple[str, ...]]:
    if isinstance(plan, FollowingPlan):
        return wording.following(plan)
    return wording.finding(plan)


def _digest(passages: Sequence[Passage], questions: Sequence[Question]) -> str:
    bare = [replace(question, entities=None) for question in questions]
    return digest_json([_blocks(passages), _blocks(bare), "passage"])


def _blocks(items: Sequence[Passage] | Sequence[Question] | Sequence[PassageExtraction]) -> str:
    """Return a digest over digests of blocks, so that a large corpus is never one JSON text."""
    return digest_json(
        [
            digest_json([astuple(item) for item in items[start : start + _BLOCK]])
            for start in range(0, len(items), _BLOCK)
        ]
    )


def _counts(passages: Sequence[Passage], questions: Sequence[Question]) -> dict[str, int]:
    return {
        "passages": len(passages),
        "questions": len(questions),
        "questions_without_gold": 0,
        "duplicate_passages": len(passages) - len({p.contents for p in passages}),
        "duplicate_titles": len(passages) - len({p.title for p in passages}),
        "gold_keys": sum(len(question.gold) for question in questions),
    }
