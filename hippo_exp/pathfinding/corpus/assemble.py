"""The project's data types, filled with what was generated."""

from __future__ import annotations

from collections.abc import Sequence
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
    width = len(str(len(rendered)))
    passages = tuple(
        Passage(id=f"passage-{i + 1:0{width}d}", title=page.title, text=page.text)
        for i, page in enumerate(rendered)
    )
    position = {number: i for i, number in enumerate(blueprint.order)}
    wording = Wording(blueprint.world, query_variant_rate, draws)
    width = len(str(len(blueprint.plans)))
    questions = []
    for i, plan in enumerate(blueprint.plans):
        homes = [position[int(blueprint.statements.homes[fact])] for fact in plan.facts]
        gold = tuple(sorted({passages[home].contents for home in homes}))
        following = isinstance(plan, FollowingPlan)
        text, entities = _words(plan, wording)
        questions.append(
            Question(
                id=f"question-{i + 1:0{width}d}",
                text=text,
                gold=gold,
                entities=entities,
                answers=blueprint.world.forms[plan.answer],
                hops=len(plan.facts),
                kind="path_following" if following else "path_finding",
            )
        )
    return Dataset(
        name=NAME,
        passages=passages,
        questions=tuple(questions),
        gold_unit="passage",
        digest=_digest(passages, questions),
        counts=_counts(passages, questions),
    )


def assemble_extraction(records: list[PassageExtraction]) -> Extraction:
    """Return the extraction of (n_passages,) records in corpus order."""
    return Extraction(
        name=NAME, passages=tuple(records), digest=_blocks(records), source="generator"
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
