"""Settings of a corpus of the path-finding benchmark."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hippo_exp.config.schema.base import Settings, Share

Hops = Annotated[int, Field(ge=1, le=4)]
HopsEntry = Hops | Annotated[tuple[Hops, ...], Field(strict=False, min_length=2, max_length=4)]


class BenchmarkCorpusSettings(Settings):
    """The difficulty axes; in full: ``docs/pathfinding_datasheet.md``.

    Attributes:
        n_passages: exact size of the corpus.
        n_questions: exact number of questions.
        seeds: query entities of a question.
        hops: facts from each seed to the answer; per shape a number, or one per seed.
        distractors: further chains of each seed.
        seed_pages: share of seeds that have a passage of their own.
        answer_degree: facts about each possible answer.
        hubs: entities that many passages name.
        hub_degree: facts that join each hub to the chains of seeds.
        hub_questions: share of questions that name a hub as their first seed.
        decoys: entities that all seeds of a question reach by longer paths, per question.
        decoy_paths: paths from each seed to each decoy.
        variants: most surface forms of an entity beside its usual one.
        variant_rate: how often passages use them.
        query_variant_rate: how often questions use them.
        missing_facts: how often the extraction misses a fact.
        spurious_facts: how often the extraction of a passage has a fact that is not stated.
        filler_sentences: sentences of each passage that state no fact, beside the first.
        facts_per_passage: most facts of a passage.
        seed: of every random choice.
    """

    n_passages: Annotated[int, Field(ge=50, le=1_000_000)]
    n_questions: Annotated[int, Field(ge=1, le=100_000)]
    seeds: Annotated[int, Field(ge=2, le=4)]
    hops: Annotated[tuple[HopsEntry, ...], Field(strict=False, min_length=1, max_length=8)]
    distractors: Annotated[int, Field(ge=1, le=30)]
    seed_pages: Share
    answer_degree: Annotated[int, Field(ge=2, le=12)]
    hubs: Annotated[int, Field(ge=0, le=5_000)]
    hub_degree: Annotated[int, Field(ge=2, le=100_000)]
    hub_questions: Share
    decoys: Annotated[int, Field(ge=0, le=5)]
    decoy_paths: Annotated[int, Field(ge=1, le=10)]
    variants: Annotated[int, Field(ge=0, le=4)]
    variant_rate: Share
    query_variant_rate: Share
    missing_facts: Share
    spurious_facts: Share
    filler_sentences: Annotated[int, Field(ge=0, le=12)]
    facts_per_passage: Annotated[int, Field(ge=1, le=6)]
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)]
