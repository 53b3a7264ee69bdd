"""Persons and what is said of them."""

from __future__ import annotations

from typing import Final

from hippo_exp.pathfinding.corpus.schema.model import EntityType, Phrasing, Relation

PERSON: Final = EntityType(
    key="person",
    noun="person",
    weight=28,
    sections=("life", "work"),
    years=(1915, 1958),
    patterns=(),
    endings=(),
    indefinite="a person who",
    references=("{pronoun}", "{pronoun}", "{surname}"),
    openings=(
        "{s} (born {b}) is a retired engineer and writer.",
        "{s} is a scholar with broad interests.",
        "{s}, born in {b}, is known for a long public career.",
        "{s} is a naturalist, lecturer and translator.",
        "{s} is an inventor who came late to the trade.",
        "{s} (born {b}) became widely known after a series of public lectures.",
        "The career of {s} began with a small grant.",
        "{s} is the subject of two biographies.",
        "{s} came to public notice in {y}, after years of quiet work.",
        "{s} grew up in modest circumstances and never lost the local accent.",
        "Few people have had as varied a working life as {s}.",
        "{s}, known to friends as a tireless walker, kept a diary from {y} onwards.",
    ),
    fillers=(
        "{s} speaks four languages and plays the viola.",
        "A portrait from {y} hangs in the town hall.",
        "Little is known about the years before {y}.",
        "The letters from this period were edited in {y}.",
        "An accident in {y} ended the field work for good.",
        "{s} declined a seat in parliament in {y}.",
        "The family owned a mill and {n} acres of land.",
        "Critics praised the clear style of the lectures.",
        "A street was renamed on the occasion of the eightieth birthday.",
        "{s} gave up all duties for two years after an illness.",
        "A minor planet was named on the occasion of the retirement.",
        "{s} kept bees and wrote a short treatise about them in {y}.",
        "An archive bought the papers, some {n} boxes, in {y}.",
        "{s} rarely gave interviews.",
        "A colleague described the working style as slow, thorough and silent.",
        "Two planned expeditions were called off for lack of money.",
        "The house on the hill was sold in {y} to pay old debts.",
        "{s} wrote most letters by hand and answered every one.",
    ),
)

RELATIONS: Final = (
    Relation(
        "born_in", "person", "town", weight=1.2, section="life",
        forward=Phrasing(
            (
                "was born in {o}",
                "was born in {o} as the youngest of five children",
                "was born in {o} to a family of clockmakers",
            ),
            "was born in", "was born in {x}", "the birthplace of {x}",
            "Which town is the birthplace of {x}?", "native of {x}",
        ),
        inverse=Phrasing(
            ("is the birthplace of {o}", "counts {o} among its natives"),
            "is the birthplace of", "is the birthplace of {x}",
        ),
    ),
    Relation(
        "educated_at", "person", "university", section="life",
        forward=Phrasing(
            ("studied at {o}", "took a degree at {o} in {y}", "graduated from {o} in {y}"),
            "studied at", "studied at {x}", "the university attended by {x}",
            "Which university was attended by {x}?", "graduate of {x}",
        ),
        inverse=Phrasing(
            ("counts {o} among its graduates", "awarded a degree to {o} in {y}"),
            "educated", "educated {x}",
        ),
    ),
    Relation(
        "works_at", "person", "university", section="life",
        forward=Phrasing(
            (
                "is a professor at {o}",
                "has held a chair at {o} since {y}",
                "moved to {o} as a professor in {y}",
            ),
            "is a professor at", "teaches at {x}", "the university that employs {x}",
            "Which university employs {x}?", "professor at {x}",
        ),
        inverse=Phrasing(
            ("appointed {o} to a chair in {y}", "has {o} among its professors"),
            "employs", "employs {x}",
        ),
    ),
    Relation(
        "received", "person", "award", weight=0.8, section="life",
        forward=Phrasing(
            ("received {o} in {y}", "was honoured with {o}", "won {o} at the second attempt"),
            "received", "received {x}", "the award given to {x}", "Which award was given to {x}?",
            "winner of {x}",
        ),
        inverse=Phrasing(
            ("went to {o} in {y}", "was given to {o} in its early years"),
            "was given to", "was given to {x}",
        ),
    ),
    Relation(
        "assisted", "person", "person", weight=0.6, section="life", object_section="work",
        forward=Phrasing(
            ("began as an assistant to {o}", "spent three years as an assistant to {o}"),
            "was an assistant to", "was an assistant to {x}", "the person once assisted by {x}",
            "Who was once assisted by {x}?",
        ),
        inverse=Phrasing(
            ("took on {o} as an assistant in {y}", "employed {o} as an assistant"),
            "employed as an assistant", "was assisted by {x}",
            "the former assistant of {x}", "Who was an assistant to {x}?",
        ),
    ),
    Relation(
        "citizen_of", "person", "country", section="life",
        forward=Phrasing(
            (
                "is a citizen of {o}",
                "holds the citizenship of {o}",
                "has been a citizen of {o} since {y}",
            ),
            "is a citizen of", "is a citizen of {x}", "the country of citizenship of {x}",
            "Which is the country of citizenship of {x}?", "citizen of {x}",
        ),
        qualifier="{x} of {o}",
    ),
    Relation(
        "envoy_of", "person", "country", section="life",
        forward=Phrasing(
            ("served {o} as an envoy", "represents {o} on a water commission"),
            "represented", "represented {x}", "the country represented by {x}",
            "Which country was represented by {x}?",
        ),
    ),
    Relation(
        "studies", "person", "disease", weight=1.2, section="work",
        forward=Phrasing(
            ("does research on {o}", "has studied {o} since {y}", "leads a long study of {o}"),
            "studies", "studies {x}", "the disease studied by {x}",
            "Which disease is studied by {x}?", "expert on {x}",
        ),
        inverse=Phrasing(
            ("is being studied by {o}", "has been studied by {o} since {y}"),
            "is studied by", "is studied by {x}",
        ),
    ),
    Relation(
        "supervised_by", "person", "person", weight=0.8, section="work", object_section="work",
        forward=Phrasing(
            (
                "wrote a thesis under {o}",
                "was a doctoral student of {o}",
                "completed a thesis in {y} under {o}",
            ),
            "was a doctoral student of", "was a doctoral student of {x}", "the supervisor of {x}",
            "Who supervised the thesis of {x}?", "doctoral student of {x}",
        ),
        inverse=Phrasing(
            ("supervised the thesis of {o}", "had {o} as a doctoral student"),
            "supervised", "supervised the thesis of {x}", "the doctoral student of {x}",
            "Who was a doctoral student of {x}?",
        ),
    ),
    Relation(
        "surveyed", "person", "river", weight=0.8, section="work",
        forward=Phrasing(
            ("mapped the course of {o} in {y}", "spent two summers surveying {o}"),
            "surveyed", "surveyed {x}", "the river surveyed by {x}",
            "Which river was surveyed by {x}?",
        ),
        inverse=Phrasing(
            ("was surveyed by {o} in {y}", "was first mapped by {o}"),
            "was surveyed by", "was surveyed by {x}", "the surveyor of {x}", "Who surveyed {x}?",
        ),
    ),
    Relation(
        "retired_to", "person", "town", weight=0.8, section="work",
        forward=Phrasing(
            ("retired to {o} in {y}", "moved to {o} after the last lecture course"),
            "retired to", "retired to {x}", "the retirement home of {x}",
            "Which town is the retirement home of {x}?",
        ),
        inverse=Phrasing(
            ("became the retirement home of {o} in {y}", "is where {o} spends a quiet retirement"),
            "is the retirement home of", "is the retirement home of {x}",
        ),
    ),
    Relation(
        "scholar_of", "person", "field", section="work",
        forward=Phrasing(
            ("is an authority on {o}", "works in {o}", "lectures on {o}"),
            "works in", "works in {x}", "the specialty of {x}",
            "Which field is the specialty of {x}?", "scholar of {x}",
        ),
        qualifier="the {o} scholar {x}",
    ),
    Relation(
        "handbook_of", "person", "field", section="work",
        forward=Phrasing(
            ("edits a handbook of {o}", "gave {o} its present terms"),
            "edits a handbook of", "edits a handbook of {x}", "the field of the handbook by {x}",
            "Which field has a handbook edited by {x}?",
        ),
    ),
)  # fmt: skip
