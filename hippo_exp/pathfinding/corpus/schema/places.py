"""Towns and districts."""

from __future__ import annotations

from typing import Final

from hippo_exp.pathfinding.corpus.schema.model import EntityType, NamePattern, Phrasing, Relation

TYPES: Final = (
    EntityType(
        key="town",
        noun="town",
        weight=16,
        patterns=(NamePattern("{}", ("Old {}", "{r}", "Town of {}")),),
        endings=(),
        years=(1180, 1560),
        indefinite="a town that",
        references=("it", "the town", "the place"),
        openings=(
            "{s} is a market town of about {m} inhabitants.",
            "{s} is a small town with a walled centre.",
            "{s}, first recorded in {b}, is a town of narrow lanes.",
            "The town of {s} grew around a monastery.",
            "{s} received its charter in {b}.",
            "{s} lies where two old trade roads meet.",
            "{s} has some {m} inhabitants, half as many as a century ago.",
            "Travellers of the time called {s} the cleanest town on their route.",
        ),
        fillers=(
            "A fire in {y} destroyed the upper quarter.",
            "The covered market dates from {y}.",
            "Its population fell to {m} after the harbour silted up.",
            "Most houses are built of grey slate.",
            "The railway arrived in {y} and left again forty years later.",
            "Wool and salt were the chief goods of its market.",
            "The town wall was pulled down in {y} except for two towers.",
            "Market day is the first Thursday of the month.",
            "Its fountain is fed by a spring that has never run dry.",
            "A tannery and a paper mill closed in the same year, {y}.",
            "Three of its {n} wells are still in use.",
            "The bells of the parish church were recast in {y}.",
            "{s} keeps a small museum of local history.",
        ),
    ),
    EntityType(
        key="district",
        noun="district",
        weight=6,
        article=True,
        patterns=(
            NamePattern("{} District", ("District of {}", "{r} District", "{} Province")),
            NamePattern("{} Canton", ("Canton of {}", "{r} Canton")),
            NamePattern("{} Valley", ("Valley of {}", "{r} Valley", "Upper {} Valley")),
        ),
        endings=(
            "bria",
            "desh",
            "gau",
            "lund",
            "mora",
            "neth",
            "rica",
            "shire",
            "tania",
            "vall",
            "wold",
        ),
        indefinite="a district that",
        references=("it", "the district"),
        openings=(
            "{s} is a hilly district of {n} square kilometres.",
            "{s} was created by a reform in {b}.",
            "{s} is thinly settled and largely covered by forest.",
            "{s} stretches from the hills to the marshes.",
            "{s} has {m} inhabitants and no large town.",
        ),
        fillers=(
            "Forests cover more than half of its area.",
            "The last census, in {y}, counted {m} households.",
            "Its arms show a heron and three stars.",
            "Its roads were paved between {y} and the end of the century.",
            "Chestnuts, honey and slate are its main products.",
            "A dialect with few speakers survives in the upper villages.",
            "Wolves were seen again in {y}.",
            "{s} was governed by a bailiff until {y}.",
        ),
    ),
)

RELATIONS: Final = (
    Relation(
        "in_district", "town", "district", weight=1.2,
        forward=Phrasing(
            ("lies in {o}", "belongs to {o}", "has been part of {o} since {y}"),
            "lies in", "lies in {x}", "the district that contains {x}",
            "Which district contains {x}?", "town in {x}",
        ),
        inverse=Phrasing(
            ("takes in {o}", "has {o} as one of its larger towns"),
            "contains", "contains {x}",
        ),
    ),
    Relation(
        "on_river", "town", "river",
        forward=Phrasing(
            ("stands on {o}", "spreads along both banks of {o}"),
            "stands on", "stands on {x}", "the river that flows past {x}",
            "Which river flows past {x}?", "town on {x}",
        ),
        inverse=Phrasing(
            ("flows past {o}", "passes through {o} on its middle course"),
            "flows past", "flows past {x}",
        ),
    ),
    Relation(
        "mayor", "town", "person", weight=0.9, object_section="life",
        forward=Phrasing(
            ("elected {o} as its mayor in {y}", "has {o} as its mayor"),
            "has as mayor", "is governed by {x}", "the mayor of {x}", "Who is the mayor of {x}?",
        ),
        inverse=Phrasing(
            ("was elected mayor of {o} in {y}", "serves as mayor of {o}"),
            "is mayor of", "is the mayor of {x}", "the town governed by {x}",
            "Which town is governed by {x}?", "mayor of {x}",
        ),
    ),
    Relation(
        "settled_from", "town", "town", weight=0.7,
        forward=Phrasing(
            ("was founded by settlers from {o}", "was settled from {o} in {b}"),
            "was settled from", "was settled from {x}", "the mother town of {x}",
            "Which is the mother town of {x}?",
        ),
        inverse=Phrasing(
            ("sent out the settlers of {o}", "is the mother town of {o}"),
            "is the mother town of", "is the mother town of {x}", "the town settled from {x}",
            "Which town was settled from {x}?",
        ),
    ),
    Relation(
        "town_country", "town", "country",
        forward=Phrasing(
            ("is part of {o}", "came to {o} by treaty in {y}", "lies within the borders of {o}"),
            "lies in", "lies within {x}", "the country that contains {x}",
            "Which country contains {x}?",
        ),
        qualifier="{x} in {o}",
    ),
    Relation(
        "garrison", "town", "country",
        forward=Phrasing(
            ("was long a garrison of {o}", "houses the mint of {o}"),
            "housed a garrison of", "housed a garrison of {x}",
            "the country that had a garrison in {x}", "Which country had a garrison in {x}?",
        ),
    ),
    Relation(
        "district_seat", "district", "town",
        forward=Phrasing(
            ("is administered from {o}", "has had its seat in {o} since {y}"),
            "has its seat in", "has its seat in {x}", "the seat of {x}",
            "Which town is the seat of {x}?",
        ),
        inverse=Phrasing(
            ("is the seat of {o}", "houses the administration of {o}"),
            "is the seat of", "is the seat of {x}", "the district administered from {x}",
            "Which district is administered from {x}?",
        ),
    ),
    Relation(
        "split_from", "district", "district", weight=0.8,
        forward=Phrasing(
            ("was split off from {o} in {y}", "once formed the northern part of {o}"),
            "was split off from", "was split off from {x}", "the district that gave rise to {x}",
            "Which district gave rise to {x}?",
        ),
        inverse=Phrasing(
            ("lost the land that became {o}", "gave up its northern part as {o}"),
            "gave rise to", "gave rise to {x}",
        ),
    ),
    Relation(
        "mines", "district", "substance", weight=0.9,
        forward=Phrasing(
            ("has rich deposits of {o}", "exports {o} from three mines"),
            "mines", "mines {x}", "the substance mined in {x}", "Which substance is mined in {x}?",
        ),
        inverse=Phrasing(
            ("is mined in {o}", "occurs in thick seams in {o}"),
            "is mined in", "is mined in {x}", "the district that mines {x}",
            "Which district mines {x}?",
        ),
    ),
    Relation(
        "district_country", "district", "country",
        forward=Phrasing(
            ("is one of the oldest districts of {o}", "has belonged to {o} since {y}"),
            "belongs to", "belongs to {x}", "the country that includes {x}",
            "Which country includes {x}?",
        ),
        qualifier="{x} in {o}",
    ),
    Relation(
        "supplies", "district", "country",
        forward=Phrasing(
            (
                "supplies a quarter of the grain of {o}",
                "sends four members to the parliament of {o}",
            ),
            "supplies", "supplies {x}", "the country supplied by {x}",
            "Which country is supplied by {x}?",
        ),
    ),
)  # fmt: skip
