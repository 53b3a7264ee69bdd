"""Entities of a world: how many of each type, their names, and the passages about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.pathfinding.corpus.draws import Draws, stream
from hippo_exp.pathfinding.corpus.names import NameMaker
from hippo_exp.pathfinding.corpus.parameters import SyntheticParameters
from hippo_exp.pathfinding.corpus.schema import EntityType, Schema
from hippo_exp.types import IntArray


@dataclass(frozen=True)
class World:
    """Entities and the passages about them.

    Attributes:
        schema: types and relations.
        starts: (n_types + 1,) entities of type t are ``starts[t] .. starts[t + 1] - 1``.
        forms: (n_entities,) surface forms, the usual one first.
        years: (n_entities,) a founding or birth year.
        feminine: (n_entities,) which pronoun a person takes.
        first_passage: (n_entities,) number of the entity's first passage, -1 for a minor entity,
            which other passages name but which has none; section i has ``first_passage + i``.
        subjects: (n_passages,) int64 entity that a passage is about, by passage number.
        sections: (n_passages,) int64 position of the section in the type's sections.
    """

    schema: Schema
    starts: IntArray
    forms: tuple[tuple[str, ...], ...]
    years: tuple[int, ...]
    feminine: tuple[bool, ...]
    first_passage: IntArray
    subjects: IntArray
    sections: IntArray

    @property
    def n_passages(self) -> int:
        """Number of passages."""
        return len(self.subjects)

    def specific_entities(self) -> IntArray:
        """Return the ascending entities that are neither common nor lists of names."""
        specific = [i for i, kind in enumerate(self.schema.types) if kind.role == "specific"]
        ranges = [np.arange(self.starts[i], self.starts[i + 1], dtype=np.int64) for i in specific]
        return np.concatenate(ranges)

    def kind_of(self, entity: int) -> EntityType:
        """Return the type of one entity."""
        return self.schema.types[int(self.starts.searchsorted(entity, side="right")) - 1]

    def type_of(self, entities: IntArray) -> IntArray:
        """Return (n,) int64 type positions of (n,) entities."""
        return np.searchsorted(self.starts, entities, side="right").astype(np.int64) - 1

    def passage_of(self, entities: IntArray, type_key: str, section: str) -> IntArray:
        """Return (n,) int64 passage numbers of a section of (n,) entities of one type, or -1."""
        sections = self.schema.types[self.schema.type_index(type_key)].sections
        first = self.first_passage[entities]
        return np.where(first < 0, -1, first + sections.index(section))


def build_world(schema: Schema, parameters: SyntheticParameters) -> World:
    """Return a world with exactly ``parameters.n_passages`` passages."""
    counts = entity_counts(schema, parameters)
    minor = [
        round(n * parameters.minor_share / (1 - parameters.minor_share))
        if kind.role == "specific"
        else 0
        for kind, n in zip(schema.types, counts, strict=True)
    ]
    totals = np.add(counts, minor)
    forms, years, feminine = name_entities(schema, totals.tolist(), parameters.seed)
    lengths = np.concatenate(
        [
            [len(kind.sections)] * n + [0] * m
            for kind, n, m in zip(schema.types, counts, minor, strict=True)
        ]
    ).astype(np.int64)
    first_passage = np.cumsum(lengths) - lengths
    subjects = np.repeat(np.arange(len(forms), dtype=np.int64), lengths)
    return World(
        schema=schema,
        starts=np.concatenate(([0], np.cumsum(totals))).astype(np.int64),
        forms=tuple(forms),
        years=tuple(years),
        feminine=tuple(feminine),
        first_passage=np.where(lengths > 0, first_passage, -1),
        subjects=subjects,
        sections=np.arange(len(subjects), dtype=np.int64) - first_passage[subjects],
    )


def name_entities(
    schema: Schema, counts: Sequence[int], seed: int
) -> tuple[list[tuple[str, ...]], list[int], list[bool]]:
    """Return surface forms, year and gender of (n_entities,) entities, type after type.

    Args:
        schema: types.
        counts: (n_types,) number of entities of each type.
        seed: of the random choices.
    """
    draws = Draws(stream(seed, 0))
    maker = NameMaker(draws)
    forms: list[tuple[str, ...]] = []
    years: list[int] = []
    feminine: list[bool] = []
    for kind, count in zip(schema.types, counts, strict=True):
        for _ in range(count):
            she = draws.chance(0.5)
            forms.append(maker.make(kind, feminine=she))
            years.append(draws.between(*kind.years))
            feminine.append(she)
    return forms, years, feminine


def entity_counts(schema: Schema, parameters: SyntheticParameters) -> list[int]:
    """Return (n_types,) numbers of entities whose passages add up to ``n_passages``."""
    n_lists = round(parameters.list_share * parameters.n_passages)
    naming_a_hub = parameters.hub_share * (parameters.n_passages - n_lists)
    counts = [0] * len(schema.types)
    _share(schema, counts, "list", n_lists, least=0)
    _share(schema, counts, "common", round(naming_a_hub / parameters.hub_degree), least=2)
    rest = parameters.n_passages - sum(counts)
    _share(schema, counts, "specific", rest, least=2)
    return counts


def _share(schema: Schema, counts: list[int], role: str, n_passages: int, *, least: int) -> None:
    """Distribute passages over the types of a role, by weight, each type getting ``least``."""
    members = [i for i, kind in enumerate(schema.types) if kind.role == role]
    sizes = {i: len(schema.types[i].sections) for i in members}
    total = sum(schema.types[i].weight * sizes[i] for i in members)
    for i in members:
        counts[i] = max(least, int(n_passages * schema.types[i].weight / total))
    single = sorted((i for i in members if sizes[i] == 1), key=lambda i: -schema.types[i].weight)
    spare = n_passages - sum(counts[i] * sizes[i] for i in members)
    for step in range(spare):
        counts[single[step % len(single)]] += 1
