"""Rivers and bridges."""

from __future__ import annotations

from typing import Final

from hippo_exp.pathfinding.corpus.schema.model import EntityType, NamePattern, Phrasing, Relation

TYPES: Final = (
    EntityType(
        key="river",
        noun="river",
        years=(1400, 1800),
        weight=7,
        article=True,
        patterns=(NamePattern("{} River", ("River {}", "{r} River", "Upper {} River", "{}")),),
        endings=(
            "bourne",
            "drina",
            "gara",
            "laba",
            "lisk",
            "lune",
            "mele",
            "nisse",
            "quel",
            "rhine",
            "sava",
            "thra",
            "varna",
            "wene",
            "zeil",
        ),
        indefinite="a river that",
        references=("it", "the river"),
        openings=(
            "{s} is {n} kilometres long and navigable for half of the year.",
            "{s} is a slow river with many side arms.",
            "{s} freezes over in most winters.",
            "{s} has changed its bed several times since {b}.",
            "{s} was a trade route long before the first roads.",
        ),
        fillers=(
            "The flood of {y} changed its lower course.",
            "Salmon returned to its waters in {y}.",
            "Ice carried away the gauge in {y}.",
            "Its upper course is popular with canoeists.",
            "Otters live along the lower banks.",
            "A treaty on the use of its water was signed in {y}.",
            "Timber was rafted down {s} until {y}.",
            "Its mean discharge is {n} litres per second.",
        ),
    ),
    EntityType(
        key="bridge",
        noun="bridge",
        weight=7,
        article=True,
        patterns=(
            NamePattern("{} Bridge", ("Bridge of {}", "Old {} Bridge", "{r} Bridge")),
            NamePattern("{} Viaduct", ("Viaduct of {}", "Great {} Viaduct", "{r} Viaduct")),
            NamePattern("{} Crossing", ("Crossing of {}", "{r} Crossing")),
        ),
        endings=(),
        indefinite="a bridge that",
        references=("it", "the bridge", "the structure"),
        openings=(
            "{s} is a stone bridge of nine arches.",
            "{s} is a suspension bridge with a span of {n} metres.",
            "{s} was opened to traffic in {b}.",
            "{s} replaced a ferry that had run since {b}.",
            "{s} has two lanes and a narrow footpath.",
        ),
        fillers=(
            "Tolls were collected on it until {y}.",
            "A second carriageway was added in {y}.",
            "Its piers rest on oak piles.",
            "It was closed for repairs for {n} days.",
            "The railings were cast in {y}.",
            "Swallows nest under its arches.",
            "A plaque recalls the {n} workers who took part.",
            "{s} carries some {m} vehicles a day.",
        ),
    ),
)

RELATIONS: Final = (
    Relation(
        "flows_into", "river", "river",
        forward=Phrasing(
            ("flows into {o}", "joins {o} below a series of rapids"),
            "flows into", "flows into {x}", "the river joined by {x}",
            "Which river is joined by {x}?",
        ),
        inverse=Phrasing(
            ("takes up the waters of {o}", "is joined by {o} from the left"),
            "is joined by", "is joined by {x}",
        ),
    ),
    Relation(
        "rises_in", "river", "district",
        forward=Phrasing(
            ("rises in {o}", "has its springs in {o}"),
            "rises in", "rises in {x}", "the district that holds the springs of {x}",
            "Which district holds the springs of {x}?",
        ),
        inverse=Phrasing(
            ("holds the springs of {o}", "is drained by {o}"),
            "holds the springs of", "holds the springs of {x}",
        ),
    ),
    Relation(
        "dammed_by", "river", "company", weight=0.8,
        forward=Phrasing(
            ("was dammed by {o} in {y}", "drives turbines that {o} installed in {y}"),
            "was dammed by", "was dammed by {x}", "the company that dammed {x}",
            "Which company dammed {x}?",
        ),
        inverse=Phrasing(
            ("built a dam on {o}", "dammed {o} in {y}"),
            "dammed", "dammed {x}", "the river dammed by {x}", "Which river was dammed by {x}?",
        ),
    ),
    Relation(
        "river_country", "river", "country",
        forward=Phrasing(
            ("runs through {o} for most of its length", "reaches {o} below the last falls"),
            "runs through", "runs through {x}", "the country crossed by {x}",
            "Which country is crossed by {x}?",
        ),
        qualifier="{x} in {o}",
    ),
    Relation(
        "border_of", "river", "country",
        forward=Phrasing(
            ("forms part of the border of {o}", "waters the plains of {o}"),
            "forms part of the border of", "forms part of the border of {x}",
            "the country bounded by {x}", "Which country is bounded by {x}?",
        ),
    ),
    Relation(
        "crosses", "bridge", "river", weight=1.2,
        forward=Phrasing(
            ("crosses {o}", "spans {o} at its narrowest point"),
            "crosses", "crosses {x}", "the river crossed by {x}", "Which river is crossed by {x}?",
            "bridge over {x}",
        ),
        inverse=Phrasing(
            ("is crossed by {o}", "is spanned by {o} near a quarry"),
            "is crossed by", "is crossed by {x}",
        ),
    ),
    Relation(
        "stands_in", "bridge", "town", weight=0.9,
        forward=Phrasing(
            ("stands in {o}", "is a landmark of {o}"),
            "stands in", "stands in {x}", "the town known for {x}", "Which town is known for {x}?",
        ),
        inverse=Phrasing(
            ("is known for {o}", "owes much of its trade to {o}"),
            "has", "is known for {x}", "the bridge that stands in {x}",
            "Which bridge stands in {x}?",
        ),
    ),
    Relation(
        "designed_by", "bridge", "person", object_section="work",
        forward=Phrasing(
            ("was designed by {o}", "was built to a design that {o} drew up in {y}"),
            "was designed by", "was designed by {x}", "the designer of {x}", "Who designed {x}?",
        ),
        inverse=Phrasing(
            ("designed {o}", "drew up the plans for {o} in {y}"),
            "designed", "designed {x}", "the bridge designed by {x}",
            "Which bridge was designed by {x}?", "designer of {x}",
        ),
    ),
    Relation(
        "built_by", "bridge", "company", weight=0.8,
        forward=Phrasing(
            ("was built by {o}", "was built at the expense of {o}"),
            "was built by", "was built by {x}", "the builder of {x}", "Which company built {x}?",
        ),
        inverse=Phrasing(
            ("built {o} in {y}", "was the builder of {o}"),
            "built", "built {x}", "the bridge built by {x}", "Which bridge was built by {x}?",
        ),
    ),
    Relation(
        "bridge_country", "bridge", "country",
        forward=Phrasing(
            ("is a protected monument of {o}", "is one of the longest bridges of {o}"),
            "is a monument of", "is a monument of {x}", "the country that protects {x}",
            "Which country protects {x}?",
        ),
        qualifier="{x} in {o}",
    ),
    Relation(
        "on_stamps_of", "bridge", "country",
        forward=Phrasing(
            ("appears on the stamps of {o}", "was paid for by the treasury of {o}"),
            "appears on stamps of", "appears on the stamps of {x}",
            "the country with stamps of {x}", "Which country has stamps of {x}?",
        ),
    ),
)  # fmt: skip
