"""Small corpora with the class that their question has; each shows one thing.

A passage is a text of facts ``subject > relation > object``, separated by ``;``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hippo_exp.pathfinding.classes import (
    Case,
    ClassRules,
    FactCorpus,
    merged_identity,
    named_only,
)
from hippo_exp.text import normalize_clean

UNIVERSITY = "Ada > teaches at > Stanford; Bo > teaches at > Stanford; Cy > teaches at > Stanford"
ILLNESS = "Ada > studies > Gout; Di > studies > Gout; Ed > studies > Gout"


@dataclass(frozen=True)
class Small:
    """A corpus, a question, and what it must be.

    ``reason`` is a part of the reason, for what is neither; ``evidence`` the order of the gold
    passages or the meeting entity.
    """

    name: str
    passages: tuple[str, ...]
    entities: tuple[str, ...]
    gold: tuple[int, ...]
    label: str
    reason: str = ""
    evidence: tuple[object, ...] | None = None
    answers: tuple[str, ...] = ()
    rules: ClassRules = field(default_factory=ClassRules)
    named: tuple[tuple[str, ...], ...] = ()
    same: tuple[tuple[str, str], ...] = ()

    @property
    def corpus(self) -> FactCorpus:
        alike = [(one, other, 1.0) for one, other in self.same]
        identity = named_only(merged_identity(normalize_clean, alike))
        facts = [facts_of(text) for text in self.passages]
        return FactCorpus(facts, identity=identity, named=self.named, relation=normalize_clean)

    @property
    def case(self) -> Case:
        return Case(self.entities, self.gold, self.answers)


def facts_of(text: str) -> list[tuple[str, str, str]]:
    """The facts of one passage."""
    rows = [part.split(" > ") for part in text.split(";") if part.strip()]
    return [(subject.strip(), relation, object_.strip()) for subject, relation, object_ in rows]


BOTH = ("Stanford", "Gout")
TEACH = tuple(f"{name} > teaches at > Stanford" for name in ("Ada", "Bo", "Cy"))
STUDY = tuple(f"{name} > studies > Gout" for name in ("Ada", "Di", "Ed"))
CASES = (
    # Path-finding.
    Small(
        "the paper's example: a professor of a university who studies an illness",
        (UNIVERSITY, ILLNESS), BOTH, (0, 1), "path_finding", evidence=("ada",),
    ),
    Small(
        "the answer is named beside one seed only in each passage: nothing is given away",
        ("Ada > teaches at > Stanford", "Bo > teaches at > Stanford; Cy > teaches at > Stanford",
         "Ada > studies > Gout", "Di > studies > Gout; Ed > studies > Gout"),
        BOTH, (0, 2), "path_finding", evidence=("ada",),
    ),
    Small(
        "two facts on one side",
        (UNIVERSITY, "Ada > wrote > Tome; Bo > wrote > Novel; Cy > wrote > Diary",
         "Tome > treats > Gout; Pamphlet > treats > Gout; Leaflet > treats > Gout"),
        BOTH, (0, 1, 2), "path_finding", evidence=("ada",), answers=("Ada",),
    ),
    Small(
        "three seeds that all meet",
        (UNIVERSITY, ILLNESS, "Ada > born in > Rome; Bo > born in > Rome; Flo > born in > Rome"),
        (*BOTH, "Rome"), (0, 1, 2), "path_finding", evidence=("ada",),
    ),
    Small(
        "a third query entity with few continuations counts for nothing",
        (UNIVERSITY, ILLNESS, "Prize > named after > Nobel"),
        (*BOTH, "Prize"), (0, 1), "path_finding", evidence=("ada",),
    ),
    Small(
        "another surface form, merged by a synonymy edge",
        (UNIVERSITY, ILLNESS.replace("Ada", "A. Lovelace")), BOTH, (0, 1), "path_finding",
        evidence=("a lovelace",), same=(("Ada", "A. Lovelace"),),
    ),
    Small(
        "the query names a seed by another form, merged",
        (UNIVERSITY, ILLNESS), ("Stanford University", "Gout"), (0, 1), "path_finding",
        evidence=("ada",), same=(("Stanford", "Stanford University"),),
    ),
    Small(
        "an entity that both seeds reach by other relations is no rival as asked",
        (UNIVERSITY, ILLNESS, "Stanford > lies in > Utopia", "Gout > known in > Utopia"),
        BOTH, (0, 1), "path_finding", evidence=("ada",),
    ),
    Small(
        "a year in which both seeds have a fact is no entity in which they meet",
        (f"{UNIVERSITY}; Stanford > founded in > 1885", f"{ILLNESS}; Gout > named in > 1885"),
        BOTH, (0, 1), "path_finding", evidence=("ada",),
    ),
    # Neither: path-finding that fails by one thing.
    Small(
        "whatever the relations it is one",
        ("Ada > teaches at > Stanford", ILLNESS, "Stanford > lies in > Utopia",
         "Gout > known in > Utopia", "Bo > teaches at > Stanford"),
        BOTH, (0, 1), "neither", "they meet in 2 entities", rules=ClassRules(relations="any"),
    ),
    Small(
        "two answers are reached",
        (*TEACH, *STUDY, "Bo > studies > Gout"), BOTH, (0, 3, 1, 6), "neither",
        "they meet in 2 entities", answers=("Ada", "Bo"),
    ),
    Small(
        "two answers are reached, the second outside the gold passages",
        (*TEACH,
         "Ada > studies > Gout", "Bo > studies > Gout", "Ed > studies > Gout"),
        BOTH, (0, 3), "neither", "they meet in 2 entities",
    ),
    Small(
        "a passage names both seeds by a fact",
        (*TEACH,
         "Ada > studies > Gout", "Di > studies > Gout", "Stanford > treats > Gout"),
        BOTH, (0, 3), "neither", "a passage names two of them",
    ),
    Small(
        "a passage names both seeds without a fact about them",
        (*TEACH,
         *STUDY, "Zed > is > old"),
        BOTH, (0, 3), "neither", "a passage names two of them",
        named=((), (), (), (), (), (), ("Stanford", "Gout")),
    ),
    Small(
        "a single query entity with many continuations",
        TEACH,
        ("Stanford",), (0,), "neither", "only one query entity has 3 continuations",
    ),
    Small(
        "no query entity", (UNIVERSITY, ILLNESS), (), (0, 1), "neither", "no query entity",
    ),
    Small(
        "a query entity that normalises to nothing",
        (UNIVERSITY, ILLNESS), ("?!",), (0, 1), "neither", "no query entity",
    ),
    Small(
        "one seed has too few continuations, the other leads to several passages",
        (*TEACH,
         "Ada > studies > Gout", "Di > studies > Gout"),
        BOTH, (0, 3), "neither", "only one query entity has 3 continuations",
    ),
    Small(
        "they meet only beyond h",
        (*TEACH, "Ada > wrote > Tome", "Tome > treats > Gout", "Pamphlet > treats > Gout",
         "Leaflet > treats > Gout"),
        BOTH, (0, 3, 4), "neither", "they do not meet within 1 facts", answers=("Ada",),
        rules=ClassRules(within=1, relations="any"),
    ),
    Small(
        "they meet beyond h within the gold passages, too",
        (*TEACH,
         "Ada > wrote > Tome", "Tome > treats > Gout", "Pamphlet > treats > Gout",
         "Leaflet > treats > Gout"),
        BOTH, (0, 3, 4), "neither", "they do not meet within 1 facts", rules=ClassRules(within=1),
    ),
    Small(
        "another surface form, not merged",
        (*TEACH,
         "A. Lovelace > studies > Gout", "Di > studies > Gout", "Ed > studies > Gout"),
        BOTH, (0, 3), "neither", "they do not meet",
    ),
    Small(
        "a gold passage of path-finding without facts",
        (*TEACH,
         "", *STUDY),
        BOTH, (0, 3), "neither", "a gold passage has no facts",
    ),
    Small(
        "the seeds meet on the way, and the answer lies beyond",
        (*TEACH, *STUDY, "Ada > born in > Rome"), BOTH, (0, 3, 6), "neither",
        "they meet on the way to the answer", answers=("Rome",),
    ),
    Small(
        "the same for a reader without relations",
        (*TEACH, *STUDY, "Ada > born in > Rome"), BOTH, (0, 3, 6), "neither",
        "they meet in an entity that is no answer", answers=("Rome",),
        rules=ClassRules(relations="any"),
    ),
    Small(
        "an answer that is no entity is no place to meet",
        (*TEACH, *STUDY), BOTH, (0, 3), "neither", "they meet in an entity that is no answer",
        answers=("12 June 1885",),
    ),
    Small(
        "the seeds meet in an entity that no gold passage names",
        (UNIVERSITY, ILLNESS, "Zed > is > old"), BOTH, (2,), "neither",
        "an entity that no gold passage names", rules=ClassRules(relations="any"),
    ),
    # Path-following.
    Small(
        "a chain of two",
        ("Tome > written by > Ada", "Ada > born in > Rome"), ("Tome",), (0, 1), "path_following",
        evidence=(0, 1),
    ),
    Small(
        "the order of the gold passages does not matter",
        ("Ada > born in > Rome", "Tome > written by > Ada"), ("Tome",), (0, 1), "path_following",
        evidence=(1, 0),
    ),
    Small(
        "a chain of four, one fact against its direction",
        ("Tome > written by > Ada", "Bo > parent of > Ada", "Bo > born in > Rome",
         "Rome > founded by > Romulus"),
        ("Tome",), (3, 2, 1, 0), "path_following", evidence=(0, 1, 2, 3), answers=("Romulus",),
    ),
    Small(
        "a passage with several continuations of one relation is still one place to go to",
        ("Band > formed in > 1990; Band > formed in > Seattle", "Seattle > lies in > Washington"),
        ("Band",), (0, 1), "path_following", evidence=(0, 1),
    ),
    Small(
        "a passage that leaves three open, one of which leads on as asked",
        (UNIVERSITY, "Ada > studies > Gout", "Bo > born in > Rome"), ("Stanford",), (0, 1),
        "path_following", evidence=(0, 1),
    ),
    Small(
        "a passage with both names and all their facts leaves no choice of a passage",
        (UNIVERSITY, f"{ILLNESS}; Gout > seen at > Stanford"), BOTH, (0, 1), "path_following",
        evidence=(0, 1),
    ),
    Small(
        "the same fact in a second passage is no second continuation",
        ("Tome > written by > Ada", "Tome > written by > Ada; Zed > is > old",
         "Ada > born in > Rome"),
        ("Tome",), (0, 2), "path_following", evidence=(0, 2),
    ),
    Small(
        "two query entities, each the start of a chain of its own",
        ("Tome > written by > Ada", "Novel > written by > Bo"), ("Tome", "Novel"), (0, 1),
        "path_following", evidence=(0, 1),
    ),
    # Neither: path-following that fails by one thing.
    Small(
        "a branching at which two continuations fit",
        ("Ada > child > Bo; Ada > born in > Rome", "Ada > child > Cy", "Bo > studies > Gout"),
        ("Ada",), (0, 2), "neither", "continuations into 2 passages fit at 'ada'",
    ),
    Small(
        "a branching at the last step, seen because the answer is known",
        ("Tome > written by > Ada", "Ada > child > Bo; Ada > born in > Rome", "Ada > child > Cy"),
        ("Tome",), (0, 1), "neither", "continuations into 2 passages fit at 'ada'", answers=("Bo",),
    ),
    Small(
        "a passage that leaves three open, each of which leads on",
        (UNIVERSITY, "Ada > studies > Gout", "Bo > studies > Ague"), ("Stanford",), (0, 1),
        "neither", "continuations into 2 passages fit at 'ada'",
    ),
    Small(
        "a reader without relations has a choice where the question's relation leaves none",
        ("Tome > written by > Ada", "Tome > printed in > Rome", "Ada > born in > Ulm"),
        ("Tome",), (0, 2), "neither", "continuations into 2 passages fit at 'tome'",
        rules=ClassRules(relations="any"),
    ),
    Small(
        "a gold passage that nothing connects",
        ("Tome > written by > Ada", "Novel > written by > Bo"), ("Tome",), (0, 1), "neither",
        "shares no entity",
    ),
    Small(
        "a gold passage without facts",
        ("Tome > written by > Ada", ""), ("Tome",), (0, 1), "neither", "has no facts",
    ),
    Small(
        "a name shared without a fact leads nowhere",
        ("Tome > written by > Ada", "Bo > born in > Rome"), ("Tome",), (0, 1), "neither",
        "no fact leads on to a gold passage", named=((), ("Ada",)),
    ),
    Small(
        "a date is no entity by which a chain goes on",
        ("Tome > printed on > 12 June 1885", "Ada > born on > 12 June 1885"), ("Tome",), (0, 1),
        "neither", "a gold passage has no facts",
    ),
    Small("no gold passage", (UNIVERSITY,), ("Stanford",), (), "neither", "no gold passage"),
    Small(
        "a fact about the entity itself is none",
        ("Tome > is > tome",), ("Tome",), (0,), "neither", "has no facts",
    ),
)  # fmt: skip
