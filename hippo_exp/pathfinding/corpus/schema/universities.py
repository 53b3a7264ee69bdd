"""Universities."""

from __future__ import annotations

from typing import Final

from hippo_exp.pathfinding.corpus.schema.model import EntityType, NamePattern, Phrasing, Relation

TYPES: Final = (
    EntityType(
        key="university",
        noun="university",
        weight=7,
        patterns=(
            NamePattern("{} University", ("University of {}", "{} Univ.", "{r} University")),
            NamePattern("{} Academy", ("Academy of {}", "Royal {} Academy", "{r} Academy")),
            NamePattern("{} Polytechnic", ("Polytechnic of {}", "{r} Polytechnic")),
            NamePattern("{} College", ("College of {}", "Royal {} College", "{r} College")),
        ),
        endings=(),
        years=(1400, 1850),
        indefinite="a university that",
        references=("it", "the university"),
        openings=(
            "{s} enrols about {m} students.",
            "{s} was chartered in {b}.",
            "{s} is a seat of learning with a large library.",
            "{s} is small, old and proud of its independence.",
            "{s} grew out of a school for priests founded in {b}.",
        ),
        fillers=(
            "Lectures were held in a former convent until {y}.",
            "Its library holds {m} volumes.",
            "Students row against each other every spring.",
            "The botanical garden has {n} kinds of fern.",
            "Its statutes were rewritten in {y}.",
            "A new hall for {n} students opened in {y}.",
            "Women were first admitted in {y}.",
            "The observatory was moved out of town in {y}.",
        ),
    ),
)

RELATIONS: Final = (
    Relation(
        "located_in", "university", "town", weight=1.2,
        forward=Phrasing(
            ("is located in {o}", "has its main buildings in {o}"),
            "is located in", "is located in {x}", "the town that houses {x}",
            "Which town houses {x}?",
        ),
        inverse=Phrasing(
            ("is the seat of {o}", "lives largely from the students of {o}"),
            "is the seat of", "is home to {x}", "the university located in {x}",
            "Which university is located in {x}?",
        ),
    ),
    Relation(
        "endowed_by", "university", "person", weight=0.8, object_section="life",
        forward=Phrasing(
            ("was endowed by {o} in {y}", "was founded with a gift of {o}"),
            "was endowed by", "was endowed by {x}", "the benefactor of {x}", "Who endowed {x}?",
        ),
        inverse=Phrasing(
            ("endowed {o}", "left a fortune to {o}"),
            "endowed", "endowed {x}", "the university endowed by {x}",
            "Which university was endowed by {x}?", "benefactor of {x}",
        ),
    ),
    Relation(
        "rector", "university", "person", object_section="life",
        forward=Phrasing(
            ("has been led by {o} as rector since {y}", "chose {o} as its rector in {y}"),
            "has as rector", "is led by {x}", "the rector of {x}",
            "Who is the rector of {x}?",
        ),
        inverse=Phrasing(
            ("became rector of {o} in {y}", "is the rector of {o}"),
            "is rector of", "is the rector of {x}", "the university led by {x}",
            "Which university is led by {x}?", "rector of {x}",
        ),
    ),
    Relation(
        "strong_in", "university", "field",
        forward=Phrasing(
            ("is known for its school of {o}", "has taught {o} since {y}"),
            "is known for", "is known for {x}", "the field taught at {x}",
            "Which field is taught with distinction at {x}?",
        ),
        qualifier="{x}, known for {o},",
    ),
    Relation(
        "library_of", "university", "field",
        forward=Phrasing(
            ("owns the largest library of {o}", "trains most teachers of {o}"),
            "owns the largest library of", "owns the largest library of {x}",
            "the field with its largest library at {x}",
            "Which field has its largest library at {x}?",
        ),
    ),
)  # fmt: skip
