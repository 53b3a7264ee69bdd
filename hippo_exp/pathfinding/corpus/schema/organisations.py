"""Companies and festivals."""

from __future__ import annotations

from typing import Final

from hippo_exp.pathfinding.corpus.schema.model import EntityType, NamePattern, Phrasing, Relation

TYPES: Final = (
    EntityType(
        key="company",
        noun="company",
        weight=13,
        patterns=(
            NamePattern("{} Foundry", ("{} Foundry Ltd", "Foundry {}", "{r} Foundry")),
            NamePattern("{} Shipyard", ("{} Shipyards", "Shipyard {}", "{r} Shipyard")),
            NamePattern("{} Brewery", ("Brewery {}", "{} Brewing", "{r} Brewery")),
            NamePattern("{} Textiles", ("{} Textile", "{} Textiles Ltd", "{} Spinning Mills")),
            NamePattern(
                "{} Instruments", ("{} Instrument Company", "{} Instruments Ltd", "{r} Instruments")
            ),
            NamePattern(
                "{} Publishing", ("{} Publishers", "{} Publishing House", "{r} Publishing")
            ),
            NamePattern(
                "{} Engineering", ("{} Engineers", "{} Engineering Works", "{r} Engineering")
            ),
        ),
        endings=(),
        stems="family",
        indefinite="a company that",
        references=("it", "the company", "the firm"),
        openings=(
            "{s} is a company with {n} employees.",
            "{s} is a family firm in the third generation.",
            "{s}, established in {b}, began as a repair shop.",
            "{s} is one of the older firms of its trade.",
            "{s} has survived two bankruptcies and a flood.",
            "{s} was set up in {b} with borrowed money and {n} workers.",
        ),
        fillers=(
            "A strike in {y} lasted for eleven weeks.",
            "Its works were electrified in {y}.",
            "The canteen is open to pensioners.",
            "A fire insurance dispute dragged on until {y}.",
            "Apprentices are trained for three years.",
            "The logo shows a swan and dates from {y}.",
            "{s} sells its goods in {n} shops abroad.",
            "Profits fell by a third in {y}.",
            "The old workshops now house a school.",
            "Shares of the firm have been traded since {y}.",
        ),
    ),
    EntityType(
        key="festival",
        noun="festival",
        weight=8,
        article=True,
        patterns=(
            NamePattern("{} Festival", ("Festival of {}", "Annual {} Festival", "{r} Festival")),
            NamePattern("{} Carnival", ("Carnival of {}", "Great {} Carnival", "{r} Carnival")),
            NamePattern("{} Regatta", ("Regatta of {}", "Summer {} Regatta", "{r} Regatta")),
            NamePattern("{} Horse Fair", ("Horse Fair of {}", "Old {} Horse Fair")),
        ),
        endings=(),
        indefinite="a festival that",
        references=("it", "the festival"),
        openings=(
            "{s} draws some {m} visitors each summer.",
            "{s} has been celebrated every year since {b}.",
            "{s} lasts for nine days in early autumn.",
            "{s} goes back to a harvest custom of the year {b}.",
            "{s} is one of the louder events of the season.",
        ),
        fillers=(
            "Heavy rain forced its cancellation in {y}.",
            "Masks of painted linen are worn on the last evening.",
            "Stalls sell smoked fish and almond cake.",
            "The opening speech may not last longer than a minute.",
            "Some {n} lanterns are hung along the main street.",
            "The brass band was refounded in {y}.",
            "A children's parade was added in {y}.",
            "Tickets have been sold only by post since {y}.",
        ),
    ),
)

RELATIONS: Final = (
    Relation(
        "founded_by", "company", "person", weight=1.2, object_section="work",
        forward=Phrasing(
            (
                "was founded by {o}",
                "was started in {b} by {o}",
                "goes back to a workshop that {o} opened in {b}",
            ),
            "was founded by", "was founded by {x}", "the founder of {x}", "Who founded {x}?",
        ),
        inverse=Phrasing(
            ("founded {o}", "set up {o} in {y}"),
            "founded", "founded {x}", "the company founded by {x}",
            "Which company was founded by {x}?", "founder of {x}",
        ),
    ),
    Relation(
        "based_in", "company", "town", weight=1.1,
        forward=Phrasing(
            ("has its head office in {o}", "moved its works to {o} in {y}", "is based in {o}"),
            "is based in", "is based in {x}", "the home town of {x}", "Which town is home to {x}?",
        ),
        inverse=Phrasing(
            ("is home to {o}", "has {o} as its largest employer"),
            "is home to", "is home to {x}",
        ),
    ),
    Relation(
        "makes", "company", "substance", weight=0.9,
        forward=Phrasing(
            ("produces {o}", "has refined {o} since {y}"),
            "produces", "produces {x}", "the substance produced by {x}",
            "Which substance is produced by {x}?", "producer of {x}",
        ),
        inverse=Phrasing(
            ("is produced by {o}", "has been refined by {o} since {y}"),
            "is produced by", "is produced by {x}",
        ),
    ),
    Relation(
        "owned_by", "company", "company", weight=0.8,
        forward=Phrasing(
            ("was taken over by {o} in {y}", "is a subsidiary of {o}"),
            "is owned by", "is owned by {x}", "the owner of {x}", "Which company owns {x}?",
            "subsidiary of {x}",
        ),
        inverse=Phrasing(
            ("took over {o} in {y}", "is the parent company of {o}"),
            "owns", "owns {x}", "the subsidiary of {x}", "Which company is a subsidiary of {x}?",
        ),
    ),
    Relation(
        "sponsors", "company", "festival", weight=0.7,
        forward=Phrasing(
            ("has sponsored {o} since {y}", "pays for the fireworks of {o}"),
            "sponsors", "sponsors {x}", "the festival sponsored by {x}",
            "Which festival is sponsored by {x}?", "sponsor of {x}",
        ),
        inverse=Phrasing(
            ("is sponsored by {o}", "has been paid for by {o} since {y}"),
            "is sponsored by", "is sponsored by {x}",
        ),
    ),
    Relation(
        "member_of", "company", "league",
        forward=Phrasing(
            ("is a member of {o}", "joined {o} in {y}"),
            "is a member of", "is a member of {x}", "the league joined by {x}",
            "Which league was joined by {x}?", "member of {x}",
        ),
        qualifier="{x} of {o}",
    ),
    Relation(
        "votes_in", "company", "league",
        forward=Phrasing(
            ("left {o} for two years and was readmitted", "has a vote in {o}"),
            "has a vote in", "has a vote in {x}", "the league with a seat for {x}",
            "Which league has a seat for {x}?",
        ),
    ),
    Relation(
        "held_in", "festival", "town", weight=1.2,
        forward=Phrasing(
            ("is held in {o}", "takes place in the main square of {o}"),
            "is held in", "is held in {x}", "the town that hosts {x}", "Which town hosts {x}?",
            "festival in {x}",
        ),
        inverse=Phrasing(
            ("hosts {o}", "is crowded during {o}"),
            "hosts", "hosts {x}", "the festival held in {x}", "Which festival is held in {x}?",
        ),
    ),
    Relation(
        "revived_by", "festival", "person", weight=0.9, object_section="work",
        forward=Phrasing(
            ("was revived by {o} in {y}", "owes its revival to {o}"),
            "was revived by", "was revived by {x}", "the reviver of {x}", "Who revived {x}?",
        ),
        inverse=Phrasing(
            ("revived {o} in {y}", "was behind the revival of {o}"),
            "revived", "revived {x}", "the festival revived by {x}",
            "Which festival was revived by {x}?", "reviver of {x}",
        ),
    ),
    Relation(
        "honours", "festival", "river", weight=0.7,
        forward=Phrasing(
            ("honours {o} with a procession of boats", "began as a thanksgiving to {o}"),
            "honours", "honours {x}", "the river honoured by {x}",
            "Which river is honoured by {x}?",
        ),
        inverse=Phrasing(
            ("is honoured by {o}", "is the theme of {o}"),
            "is honoured by", "is honoured by {x}",
        ),
    ),
    Relation(
        "festival_country", "festival", "country",
        forward=Phrasing(
            ("is the oldest festival of {o}", "is broadcast throughout {o}"),
            "is a festival of", "is a festival of {x}", "the country that celebrates {x}",
            "Which country celebrates {x}?",
        ),
        qualifier="{x} in {o}",
    ),
    Relation(
        "festival_state", "festival", "country",
        forward=Phrasing(
            ("is opened by the head of state of {o}", "receives a grant from {o}"),
            "receives a grant from", "receives a grant from {x}",
            "the country that gives a grant to {x}", "Which country gives a grant to {x}?",
        ),
    ),
)  # fmt: skip
