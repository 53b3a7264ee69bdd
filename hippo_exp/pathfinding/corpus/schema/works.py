"""Books, awards and lists of names."""

from __future__ import annotations

from typing import Final

from hippo_exp.pathfinding.corpus.schema.model import EntityType, NamePattern, Phrasing, Relation

TYPES: Final = (
    EntityType(
        key="book",
        noun="book",
        weight=10,
        patterns=(
            NamePattern("The Gardens of {}", ("Gardens of {}", "The Garden of {}")),
            NamePattern("The {} Letters", ("{} Letters", "Letters from {}", "Letters of {}")),
            NamePattern("A Winter in {}", ("Winter in {}", "Winters in {}", "A Winter at {}")),
            NamePattern("The Keeper of {}", ("Keeper of {}", "The Keepers of {}")),
            NamePattern("Songs for {}", ("Song for {}", "Songs of {}", "Songs for {r}")),
            NamePattern("The {} Inheritance", ("{} Inheritance", "Inheritance of {}")),
        ),
        endings=(),
        indefinite="a book that",
        references=("it", "the book", "the work"),
        openings=(
            "{s} is a book of {n} pages.",
            "{s} appeared in {b} and was reprinted six times.",
            "{s} is a work in three parts.",
            "{s} was first printed in {b} without the name of a translator.",
        ),
        fillers=(
            "Reviewers found the middle chapters too long.",
            "The cover shows a heron in flight.",
            "A copy with notes in the margin turned up in {y}.",
            "About {m} copies were printed in the first ten years.",
            "The last chapter was added in {y}.",
            "A film version was made in {y}.",
            "The manuscript was sold at auction in {y}.",
            "{s} was banned for a short time in {y}.",
            "The second edition of {y} has maps and an index.",
            "Schools adopted an abridged version.",
        ),
    ),
    EntityType(
        key="award",
        noun="award",
        weight=7,
        article=True,
        patterns=(
            NamePattern("{} Prize", ("Prize of {}", "{r} Prize", "{} Memorial Prize")),
            NamePattern("{} Medal", ("Medal of {}", "Gold {} Medal", "{r} Medal")),
            NamePattern("{} Fellowship", ("Fellowship of {}", "{r} Fellowship")),
            NamePattern("{} Scholarship", ("Scholarship of {}", "{r} Scholarship")),
        ),
        endings=(),
        stems="family",
        indefinite="an award that",
        references=("it", "the award"),
        openings=(
            "{s} is an award worth {n} crowns.",
            "{s} was created in {b} and is given every second year.",
            "{s} is given for work of lasting value.",
            "{s} brings more honour than money.",
            "{s} has been refused three times since {b}.",
        ),
        fillers=(
            "Winners plant a tree in the courtyard.",
            "Candidates under thirty were admitted in {y}.",
            "The sum has not been raised since {y}.",
            "No award was made in {y}.",
            "The jury of seven meets in private.",
            "The ceremony has been open to the public since {y}.",
            "Its medal was redesigned in {y}.",
        ),
    ),
    EntityType(
        key="almanac",
        noun="almanac",
        role="list",
        patterns=(NamePattern("{} Almanac", ("Almanac of {}",)),),
        endings=(),
        stems="family",
        indefinite="an almanac that",
        references=("it", "the almanac"),
        article=True,
        openings=(
            "{s} is a yearbook of addresses and notices.",
            "{s} was printed yearly from {b} onwards.",
        ),
        fillers=("Its pages carry notices of sales and funerals.",),
    ),
)

RELATIONS: Final = (
    Relation(
        "written_by", "book", "person", weight=1.3, object_section="work",
        forward=Phrasing(
            ("was written by {o}", "is the best known work of {o}", "is by {o}"),
            "was written by", "was written by {x}", "the author of {x}", "Who wrote {x}?",
            "book by {x}",
        ),
        inverse=Phrasing(
            ("wrote {o}", "published {o} in {y}", "is the author of {o}"),
            "wrote", "wrote {x}", "the book written by {x}", "Which book was written by {x}?",
            "author of {x}",
        ),
    ),
    Relation(
        "set_in", "book", "town", weight=0.8,
        forward=Phrasing(
            ("is set in {o}", "tells of three generations in {o}"),
            "is set in", "is set in {x}", "the town described in {x}",
            "Which town is the scene of {x}?", "book set in {x}",
        ),
        inverse=Phrasing(
            ("is the scene of {o}", "forms the background of {o}"),
            "is the scene of", "is the scene of {x}",
        ),
    ),
    Relation(
        "treats", "book", "disease", weight=0.8,
        forward=Phrasing(
            ("deals with {o}", "describes the effects of {o} on a household"),
            "deals with", "deals with {x}", "the disease described in {x}",
            "Which disease is described in {x}?", "book on {x}",
        ),
        inverse=Phrasing(
            ("is described in {o}", "plays a large part in {o}"),
            "is described in", "is described in {x}",
        ),
    ),
    Relation(
        "published_by", "book", "company", weight=0.9,
        forward=Phrasing(
            ("was published by {o}", "was brought out by {o} in {b}"),
            "was published by", "was published by {x}", "the publisher of {x}",
            "Which company published {x}?",
        ),
        inverse=Phrasing(
            ("published {o}", "brought out {o} in {y}"),
            "published", "published {x}", "the book published by {x}",
            "Which book was published by {x}?", "publisher of {x}",
        ),
    ),
    Relation(
        "classic_of", "book", "country",
        forward=Phrasing(
            ("is required reading in the schools of {o}", "is counted among the classics of {o}"),
            "is a classic of", "is a classic of {x}", "the country with the classic {x}",
            "Which country counts among its classics {x}?",
        ),
        qualifier="{x} from {o}",
    ),
    Relation(
        "forbidden_in", "book", "country",
        forward=Phrasing(
            ("was for a time forbidden in {o}", "was made into an opera in {o}"),
            "was forbidden in", "was forbidden in {x}", "the country that forbade {x}",
            "Which country once forbade {x}?",
        ),
    ),
    Relation(
        "given_by", "award", "university",
        forward=Phrasing(
            ("is given by {o}", "is administered by {o}"),
            "is given by", "is given by {x}", "the university that gives {x}",
            "Which university gives {x}?", "award of {x}",
        ),
        inverse=Phrasing(
            ("gives {o}", "has given {o} since {y}"),
            "gives", "gives {x}", "the award given by {x}", "Which award is given by {x}?",
        ),
    ),
    Relation(
        "paid_by", "award", "company", weight=0.9,
        forward=Phrasing(
            ("is paid for by {o}", "was endowed by {o} in {b}"),
            "is paid for by", "is paid for by {x}", "the company that pays for {x}",
            "Which company pays for {x}?",
        ),
        inverse=Phrasing(
            ("pays for {o}", "provides the money for {o}"),
            "pays for", "pays for {x}", "the award paid for by {x}",
            "Which award is paid for by {x}?",
        ),
    ),
    Relation(
        "presented_at", "award", "festival", weight=0.9,
        forward=Phrasing(
            ("is presented at {o}", "is handed over on the last day of {o}"),
            "is presented at", "is presented at {x}", "the festival that presents {x}",
            "Which festival presents {x}?",
        ),
        inverse=Phrasing(
            ("is the occasion on which {o} is presented", "ends with the presentation of {o}"),
            "is where they present", "is the occasion for {x}",
        ),
    ),
    Relation(
        "award_field", "award", "field",
        forward=Phrasing(
            ("is given for work in {o}", "honours progress in {o}"),
            "is given for", "is given for {x}", "the field promoted by {x}",
            "Which field is promoted by {x}?",
        ),
        qualifier="{x} for {o}",
    ),
    Relation(
        "highest_honour_in", "award", "field",
        forward=Phrasing(
            ("has a jury of scholars of {o}", "is the highest honour in {o}"),
            "is the highest honour in", "is the highest honour in {x}",
            "the field whose highest honour is {x}", "Which field has as its highest honour {x}?",
        ),
    ),
    Relation(
        "lists", "almanac", "",
        forward=Phrasing(
            ("lists {o}", "names {o}"),
            "lists", "lists {x}",
        ),
    ),
)  # fmt: skip
