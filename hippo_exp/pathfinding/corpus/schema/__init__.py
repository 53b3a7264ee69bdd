"""The built-in schema: twelve specific types, three common ones, and lists of names."""

from __future__ import annotations

from typing import Final

from hippo_exp.pathfinding.corpus.schema import (
    commons,
    nature,
    organisations,
    people,
    places,
    universities,
    waters,
    works,
)
from hippo_exp.pathfinding.corpus.schema.model import (
    EntityType,
    NamePattern,
    Phrasing,
    Relation,
    Schema,
)

SCHEMA: Final = Schema(
    types=(
        people.PERSON,
        *places.TYPES,
        *waters.TYPES,
        *universities.TYPES,
        *organisations.TYPES,
        *works.TYPES,
        *nature.TYPES,
        *commons.TYPES,
    ),
    relations=(
        *people.RELATIONS,
        *places.RELATIONS,
        *waters.RELATIONS,
        *universities.RELATIONS,
        *organisations.RELATIONS,
        *works.RELATIONS,
        *nature.RELATIONS,
        *commons.RELATIONS,
    ),
)

__all__ = ["SCHEMA", "EntityType", "NamePattern", "Phrasing", "Relation", "Schema"]
