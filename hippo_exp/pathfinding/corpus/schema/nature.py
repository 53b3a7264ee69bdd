"""Substances and diseases."""

from __future__ import annotations

from typing import Final

from hippo_exp.pathfinding.corpus.schema.model import EntityType, NamePattern, Phrasing, Relation

TYPES: Final = (
    EntityType(
        key="substance",
        noun="substance",
        weight=9,
        patterns=(NamePattern("{}", ("Crude {}", "{r}", "{} salt", "Pure {}")),),
        endings=(
            "chlor",
            "dite",
            "gene",
            "lline",
            "mycin",
            "nium",
            "phane",
            "quine",
            "sterol",
            "thene",
            "vanite",
            "xanide",
            "zoline",
        ),
        indefinite="a substance that",
        references=("it", "the substance"),
        openings=(
            "{s} is a pale powder that melts at {n} degrees.",
            "{s} was first isolated in {b}.",
            "{s} is a brittle substance with a bitter smell.",
            "{s} is sold in flakes and keeps for {n} days.",
            "{s} has been known since {b} but was long thought useless.",
        ),
        fillers=(
            "It is shipped in sealed drums.",
            "A factory fire in {y} led to stricter rules for storage.",
            "The crystals are shaped like needles.",
            "Museums own samples of up to {n} grams.",
            "Its price doubled in {y}.",
            "Exposure to light turns it brown.",
            "About {n} tonnes were traded in {y}.",
            "{s} dissolves in warm alcohol but not in water.",
            "Its use in paint was forbidden in {y}.",
        ),
    ),
    EntityType(
        key="disease",
        noun="disease",
        weight=7,
        patterns=(
            NamePattern("{} fever", ("{}'s fever", "{r} fever", "acute {} fever")),
            NamePattern("{} syndrome", ("{}'s syndrome", "{r} syndrome", "late {} syndrome")),
            NamePattern("{} palsy", ("{}'s palsy", "{r} palsy")),
            NamePattern("{} anaemia", ("{}'s anaemia", "severe {} anaemia", "{r} anaemia")),
        ),
        endings=(),
        stems="family",
        indefinite="a disease that",
        references=("it", "the disease", "the illness"),
        openings=(
            "{s} is a disease of the nervous system.",
            "{s} was first reported in {b}.",
            "{s} is a rare illness that strikes in early childhood.",
            "{s} begins with a stiff neck and a loss of taste.",
            "{s} was long taken for a form of poisoning.",
        ),
        fillers=(
            "Older patients lose their sense of balance.",
            "The cause was unknown until {y}.",
            "Rest and a diet without salt are advised.",
            "Fewer than {n} cases are reported each year.",
            "An outbreak in {y} affected {n} people.",
            "Most patients recover within two months.",
            "A blood test became available in {y}.",
            "{s} is not passed from person to person.",
        ),
    ),
)

RELATIONS: Final = (
    Relation(
        "discovered_by", "substance", "person", weight=1.2, object_section="work",
        forward=Phrasing(
            ("was discovered by {o}", "was isolated by {o} in {b}"),
            "was discovered by", "was discovered by {x}", "the discoverer of {x}",
            "Who discovered {x}?",
        ),
        inverse=Phrasing(
            ("discovered {o}", "isolated {o} in {y}"),
            "discovered", "discovered {x}", "the substance discovered by {x}",
            "Which substance was discovered by {x}?", "discoverer of {x}",
        ),
    ),
    Relation(
        "first_made_at", "substance", "university", weight=0.9,
        forward=Phrasing(
            ("was first made in a laboratory of {o}", "was first described at {o} in {b}"),
            "was first made at", "was first made at {x}", "the university that first made {x}",
            "Which university first made {x}?",
        ),
        inverse=Phrasing(
            ("is where {o} was first made", "became known for the first synthesis of {o}"),
            "first made", "is where {x} was first made",
        ),
    ),
    Relation(
        "washed_from", "substance", "river", weight=0.9,
        forward=Phrasing(
            ("is washed from the sands of {o}", "collects in the mud of {o}"),
            "is found in", "is found in {x}", "the river that carries {x}",
            "Which river carries {x}?",
        ),
        inverse=Phrasing(
            ("carries grains of {o}", "has beds rich in {o}"),
            "contains", "contains {x}",
        ),
    ),
    Relation(
        "used_in", "substance", "field",
        forward=Phrasing(
            ("is of great importance in {o}", "found its first use in {o}"),
            "is used in", "is used in {x}", "the field that makes use of {x}",
            "Which field makes use of {x}?",
        ),
        qualifier="{x}, used in {o},",
    ),
    Relation(
        "standard_in", "substance", "field",
        forward=Phrasing(
            ("is the subject of many papers in {o}", "serves as a standard in {o}"),
            "serves as a standard in", "serves as a standard in {x}",
            "the field whose standard is {x}", "Which field has as its standard {x}?",
        ),
    ),
    Relation(
        "identified_by", "disease", "person", weight=1.1, object_section="work",
        forward=Phrasing(
            ("was identified by {o} in {b}", "was told apart from similar illnesses by {o}"),
            "was identified by", "was identified by {x}", "the discoverer of {x}",
            "Who identified {x}?",
        ),
        inverse=Phrasing(
            ("identified {o} in {y}", "was the first to identify {o}"),
            "identified", "identified {x}", "the disease identified by {x}",
            "Which disease was identified by {x}?", "discoverer of {x}",
        ),
    ),
    Relation(
        "first_seen_in", "disease", "town", weight=0.9,
        forward=Phrasing(
            ("was first seen in {o}", "has been on record since an outbreak in {o}"),
            "was first seen in", "was first seen in {x}", "the town that first suffered from {x}",
            "Which town saw the first outbreak of {x}?",
        ),
        inverse=Phrasing(
            ("was the scene of the first outbreak of {o}", "suffered an outbreak of {o} in {y}"),
            "saw the first outbreak of", "saw the first outbreak of {x}",
        ),
    ),
    Relation(
        "treated_with", "disease", "substance",
        forward=Phrasing(
            ("is treated with {o}", "has been treated with {o} since {y}"),
            "is treated with", "is treated with {x}", "the substance used against {x}",
            "Which substance is used against {x}?",
        ),
        inverse=Phrasing(
            ("is used against {o}", "relieves the symptoms of {o}"),
            "is used against", "is used against {x}", "the disease treated with {x}",
            "Which disease is treated with {x}?", "remedy for {x}",
        ),
    ),
    Relation(
        "explained_in", "disease", "field",
        forward=Phrasing(
            ("is a classic problem of {o}", "has been much discussed in {o}"),
            "is a problem of", "is a problem of {x}", "the field concerned with {x}",
            "Which field is concerned with {x}?",
        ),
        qualifier="{x}, known from {o},",
    ),
    Relation(
        "touchstone_of", "disease", "field",
        forward=Phrasing(
            ("has a chapter of its own in every handbook of {o}", "was a touchstone of {o}"),
            "was a touchstone of", "was a touchstone of {x}", "the field tested by {x}",
            "Which field was long tested by {x}?",
        ),
    ),
)  # fmt: skip
