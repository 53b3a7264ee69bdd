"""What a typed world is made of: kinds of entities, relations between them, and their wording."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Role = Literal["specific", "common", "list"]
"""``specific``: an ordinary entity; ``common``: one that many passages name; ``list``: a
passage that merely lists names."""


@dataclass(frozen=True, slots=True)
class NamePattern:
    """How an entity is usually called and how else it may be called.

    Attributes:
        usual: format string with ``{}`` for the stem.
        others: further format strings; ``{r}`` is the stem in another spelling.
    """

    usual: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntityType:
    """A kind of entity.

    Attributes:
        key: the type's name.
        noun: the word for it in questions ("which NOUN").
        role: see :data:`Role`.
        stems: which endings of the style a stem has when ``endings`` is empty.
        weight: relative number of entities of this type (within its role).
        sections: the passages that such an entity has, one per section.
        patterns: name patterns; empty for persons, whose names have parts of their own.
        endings: endings of the stem; empty for those of the stem's style, see ``stems``.
        years: first and last possible founding (birth) year.
        article: whether the name takes "the" in running text.
        indefinite: "a town that", the opening of a noun phrase with a relative clause.
        references: what later sentences call the entity, for example "the town" and "it".
        openings: first sentences, with ``{s}`` the name, ``{b}`` a founding
            year, ``{y}`` a later year, ``{n}`` a small number, ``{m}`` a large one.
        fillers: sentences without any other entity; the same slots, ``{s}`` a reference.
    """

    key: str
    noun: str
    patterns: tuple[NamePattern, ...]
    endings: tuple[str, ...]
    indefinite: str
    references: tuple[str, ...]
    openings: tuple[str, ...]
    fillers: tuple[str, ...]
    role: Role = "specific"
    weight: float = 1.0
    sections: tuple[str, ...] = ("main",)
    article: bool = False
    years: tuple[int, int] = (1936, 1975)
    stems: Literal["place", "family"] = "place"


@dataclass(frozen=True, slots=True)
class Phrasing:
    """The wording of a relation seen from one of its two ends, the *near* end.

    Attributes:
        predicates: what a passage about the near end says; ``{o}`` is the far end, ``{y}`` a year.
        triple: the relation of the extracted triple (near, triple, far).
        clause: the predicate in questions; ``{x}`` is the far end.
        np: the noun phrase for the far end; ``{x}`` is the near end. Empty when the relation is
            never followed from this end.
        ask: the question for the far end; empty as ``np``.
        noun: a noun for the near end, such as "graduate of {x}" (``{x}`` the far end), or empty.
    """

    predicates: tuple[str, ...]
    triple: str
    clause: str
    np: str = ""
    ask: str = ""
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation schema: each subject has at most one object (a list has many).

    Attributes:
        key: the relation's name, unique in the schema.
        subject: type of the subject.
        object: type of the object; empty for the relation of a list to the names in it, which may
            be of any specific type.
        weight: relative frequency among the subject's relations of the same section.
        forward: the wording with the subject as the near end.
        inverse: the wording with the object as the near end; None when the fact never stands in
            the object's passage (common entities have too many facts to state).
        section: the subject's section that states it.
        object_section: the object's section that may state it instead.
        qualifier: how a question adds a common object to its subject: ``{x}`` the subject's name,
            ``{o}`` the common entity; empty for other relations.
    """

    key: str
    subject: str
    object: str
    forward: Phrasing
    inverse: Phrasing | None = None
    weight: float = 1.0
    section: str = "main"
    object_section: str = "main"
    qualifier: str = ""


@dataclass(frozen=True)
class Schema:
    """All types and relations; a position in a tuple is the identity used in arrays.

    Attributes:
        types: kinds of entities.
        relations: relation schemas.
    """

    types: tuple[EntityType, ...]
    relations: tuple[Relation, ...]
    _index: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_index", {t.key: i for i, t in enumerate(self.types)})

    def type_index(self, key: str) -> int:
        """Position of a type.

        Raises:
            KeyError: the schema has no such type.
        """
        return self._index[key]

    def is_common(self, relation: Relation) -> bool:
        """Whether the relation's object is a common entity."""
        return bool(relation.object) and self.types[self._index[relation.object]].role == "common"
