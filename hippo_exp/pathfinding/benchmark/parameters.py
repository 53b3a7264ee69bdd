"""The difficulty axes of the path-finding benchmark."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.pathfinding.corpus import SyntheticParameters

Shape = tuple[int, ...]
"""Hops of each seed: the number of facts from it to the answer."""


@dataclass(frozen=True, slots=True)
class BenchmarkParameters:
    """What one corpus of path-finding questions consists of; each setting is an axis.

    A *possible answer* is an entity with one leg per seed: a chain of facts that leads to it. The
    possible answers of one kind share their seeds, so that each seed has many chains of the same
    relations, and only one of them leads where those of the question's other seeds lead.

    Attributes:
        n_passages: exact size of the corpus; 50 .. 1,000,000. Passages that the questions do not
            need hold more entities of the same kinds, in the same positions.
        n_questions: exact number of questions, each with an answer of its own; 1 .. 100,000.
        seeds: query entities of a question; 2 .. 4.
        hops: facts from each seed to the answer, one entry for each shape of question, all shapes
            equally often: a number for all seeds, or one number per seed, whose count then stands
            for ``seeds``; 1 .. 4, at most 8 entries.
        distractors: further chains of each seed, of the same relations and length, to other
            possible answers; 1 .. 30.
        seed_pages: share of the seeds that have a passage of their own, which names them but
            states only facts that no question needs; 0 .. 1.
        answer_degree: facts about each possible answer, whatever they are about; 2 .. 12, and at
            least one for each seed, one for a hub where the first seed is one hop away, and one
            where there are decoys.
        hubs: entities that many passages name, one of them about itself; 0 .. 5,000. A hub is a
            neighbour of the entities beside first seeds (of the possible answers themselves where
            the first seed is one hop away).
        hub_degree: exact number of these facts about each hub; 2 .. 100,000.
        hub_questions: share of questions that name a hub in the place of their first seed; 0 .. 1.
        decoys: decoy meeting nodes of each question: entities that all of its seeds reach, by
            paths of one fact more than those to the answer; 0 .. 5.
        decoy_paths: number of these paths from each seed to each decoy: 1 makes it weak, many let
            it gather more probability mass than the answer; 1 .. 10.
        variants: most surface forms that an entity has beside its usual one; 0 .. 4.
        variant_rate: probability that a passage names an entity by one of them; 0 .. 1.
        query_variant_rate: the same for the entities in questions; 0 .. 1.
        missing_facts: probability that the extraction misses a stated fact; 0 .. 1.
        spurious_facts: probability that the extraction of a passage about at least three entities
            has a triple between two of them that the passage does not state; 0 .. 1.
        filler_sentences: sentences of each passage that state no fact, beside the first, which
            introduces its subject; 0 .. 12.
        facts_per_passage: most facts that a passage states, and the exact number in passages about
            other entities than possible answers; 1 .. 6. It never lets a passage name two seeds.
        seed: seed of every random choice; 0 .. 2**63 - 1.
    """

    n_passages: int = 2000
    n_questions: int = 200
    seeds: int = 2
    hops: tuple[int | tuple[int, ...], ...] = (1, 2)
    distractors: int = 5
    seed_pages: float = 0.5
    answer_degree: int = 4
    hubs: int = 10
    hub_degree: int = 20
    hub_questions: float = 0.25
    decoys: int = 0
    decoy_paths: int = 2
    variants: int = 3
    variant_rate: float = 0.1
    query_variant_rate: float = 0.1
    missing_facts: float = 0.0
    spurious_facts: float = 0.0
    filler_sentences: int = 1
    facts_per_passage: int = 2
    seed: int = 0

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Each shape with one number per seed."""
        return tuple(
            (hops,) * self.seeds if isinstance(hops, int) else tuple(hops) for hops in self.hops
        )

    @property
    def surface(self) -> SyntheticParameters:
        """The settings of text and extraction, as the writers of ``dataset=synthetic`` take them.

        Its extraction has no fault but missing and spurious facts.
        """
        return SyntheticParameters(
            variant_rate=self.variant_rate,
            query_variant_rate=self.query_variant_rate,
            missing_facts=self.missing_facts,
            spurious_facts=self.spurious_facts,
            malformed_rows=0.0,
            failed_passages=0.0,
            literal_facts=0.0,
            seed=self.seed,
        )

    def hub_on_answers(self, shape: Shape) -> bool:
        """Whether hubs are neighbours of the possible answers of a shape."""
        return self.hubs > 0 and shape[0] == 1

    def side_facts(self, shape: Shape) -> int:
        """Facts about a possible answer that belong to no leg and to no hub."""
        return self.answer_degree - len(shape) - int(self.hub_on_answers(shape))
