"""Common entities, which many passages name: countries, fields of study, leagues."""

from __future__ import annotations

from typing import Final

from hippo_exp.pathfinding.corpus.schema.model import EntityType, NamePattern, Phrasing, Relation

_DISCIPLINES = ("medicine", "chemistry", "toxicology", "metallurgy", "pharmacy", "hygiene")

TYPES: Final = (
    EntityType(
        key="country",
        noun="country",
        role="common",
        weight=5,
        patterns=(NamePattern("{}", ("{r}", "Republic of {}")),),
        endings=("oria", "ania", "istan", "avia", "esia", "uland", "enia", "ovia", "undia"),
        indefinite="a country that",
        references=("it", "the country"),
        openings=(
            "{s} is a republic with two chambers of parliament.",
            "{s} became independent in {b}.",
            "{s} is a country of mountains and salt lakes.",
        ),
        fillers=(
            "Driving is on the left.",
            "The railways were merged into one company in {y}.",
            "Its flag has three green stripes.",
            "Its last census was taken in {y}.",
            "A new currency was introduced in {y}.",
            "Farming employs about a fifth of the people.",
        ),
    ),
    EntityType(
        key="field",
        noun="field",
        role="common",
        weight=3,
        patterns=tuple(
            NamePattern("{} " + name, ("modern {} " + name, "{r} " + name)) for name in _DISCIPLINES
        ),
        endings=("ian", "esque", "ic", "ine", "elian"),
        indefinite="a field that",
        references=("it", "the field"),
        openings=(
            "{s} is a branch of learning with its own journals.",
            "{s} took shape as a field of study around {b}.",
        ),
        fillers=(
            "Its first congress met in {y}.",
            "The standard handbook fills {n} pages.",
            "Public interest in the subject waned after {y}.",
        ),
    ),
    EntityType(
        key="league",
        noun="league",
        role="common",
        weight=2,
        article=True,
        patterns=(NamePattern("{} League", ("League of {}", "{r} League")),),
        endings=("ander", "ostic", "aric", "een", "audine"),
        indefinite="a league that",
        references=("it", "the league"),
        openings=(
            "{s} is an association of trading firms.",
            "{s} was formed in {b} to settle disputes over tolls.",
        ),
        fillers=(
            "Its members meet twice a year.",
            "The fees were halved in {y}.",
        ),
    ),
)

RELATIONS: Final = (
    Relation(
        "capital", "country", "town",
        forward=Phrasing(
            ("has its capital in {o}", "is governed from {o}"),
            "has its capital in", "has its capital in {x}", "the capital of {x}",
            "Which town is the capital of {x}?",
        ),
    ),
    Relation(
        "president", "country", "person",
        forward=Phrasing(
            ("elected {o} as its president in {y}", "is headed by {o}"),
            "has as president", "has {x} as its president", "the president of {x}",
            "Who is the president of {x}?",
        ),
    ),
    Relation(
        "main_river", "country", "river",
        forward=Phrasing(
            ("has most of its farmland along {o}", "draws its power from {o}"),
            "lies along", "lies along {x}", "the main river of {x}",
            "Which is the main river of {x}?",
        ),
    ),
    Relation(
        "pioneer", "field", "person",
        forward=Phrasing(
            ("goes back to {o}", "owes its methods to {o}"),
            "was pioneered by", "was pioneered by {x}", "the pioneer of {x}", "Who pioneered {x}?",
        ),
    ),
    Relation(
        "first_chair", "field", "university",
        forward=Phrasing(
            ("had its first chair at {o}", "was first taught at {o}"),
            "was first taught at", "was first taught at {x}",
            "the university where {x} was first taught",
            "At which university was {x} first taught?",
        ),
    ),
    Relation(
        "standard_book", "field", "book",
        forward=Phrasing(
            ("has {o} as its standard work", "was summed up in {o}"),
            "has as standard work", "has {x} as its standard work", "the standard work of {x}",
            "Which is the standard work of {x}?",
        ),
    ),
    Relation(
        "league_seat", "league", "town",
        forward=Phrasing(
            ("has its offices in {o}", "meets in {o}"),
            "has its offices in", "has its offices in {x}", "the town where {x} has its offices",
            "In which town does {x} have its offices?",
        ),
    ),
    Relation(
        "chair", "league", "person",
        forward=Phrasing(
            ("is chaired by {o}", "has {o} as its chair"),
            "is chaired by", "is chaired by {x}", "the chair of {x}", "Who chairs {x}?",
        ),
    ),
    Relation(
        "league_award", "league", "award",
        forward=Phrasing(
            ("supports {o}", "has paid towards {o} since {y}"),
            "supports", "supports {x}", "the award that {x} supports",
            "Which award does {x} support?",
        ),
    ),
)  # fmt: skip
