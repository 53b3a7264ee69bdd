"""Relations of facts that no question needs: those that one subject can have several of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hippo_exp.pathfinding.corpus import Schema

SIDE_RELATIONS: Final[dict[str, tuple[str, ...]]] = {
    "person": ("received", "assisted", "studies", "surveyed"),
    "town": ("on_river", "settled_from"),
    "district": ("mines",),
    "river": ("dammed_by", "rises_in"),
    "bridge": ("designed_by", "built_by"),
    "university": ("endowed_by",),
    "company": ("makes", "sponsors"),
    "festival": ("honours", "revived_by"),
    "book": ("treats", "set_in"),
    "award": ("paid_by", "presented_at"),
    "substance": ("first_made_at", "washed_from"),
    "disease": ("first_seen_in", "treated_with"),
    "country": ("main_river", "president"),
    "field": ("pioneer", "standard_book"),
    "league": ("league_award", "league_seat"),
}
"""Type -> relations of which it may have several (a prize for each of several people, say)."""


def side_relations(
    schema: Schema, type_index: int, excluded: Sequence[int] = ()
) -> tuple[int, ...]:
    """Return the side relations of a type, in the order of the table.

    Args:
        schema: types and relations.
        type_index: position of the type.
        excluded: relations not to be used; where that leaves none, any other relation to a
            specific type is one.
    """
    key = schema.types[type_index].key
    own = [
        i
        for i, relation in enumerate(schema.relations)
        if relation.subject == key and i not in excluded and not schema.is_common(relation)
    ]
    chosen = SIDE_RELATIONS[key]
    listed = [i for i in own if schema.relations[i].key in chosen]
    listed.sort(key=lambda i: chosen.index(schema.relations[i].key))
    return tuple(listed or own)
