"""The settings of the synthetic corpus."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from hippo_exp.errors import ConfigError, HippoExpError

RATES = (
    "share_path_finding",
    "hub_share",
    "hub_mentions",
    "hub_repeats",
    "skew",
    "inverse_share",
    "restated_share",
    "variant_rate",
    "query_variant_rate",
    "missing_facts",
    "spurious_facts",
    "malformed_rows",
    "failed_passages",
    "literal_facts",
)
HOP_MIXES = ("following_hops", "finding_hops")
RANGES: dict[str, tuple[float, float]] = {
    "seed": (0, 2**63 - 1),
    "n_passages": (200, 2_000_000),
    "n_questions": (1, 100_000),
    "rare_mentions": (1, 100_000),
    "hub_degree": (5, 100_000),
    "list_length": (2, 20),
    "facts_per_passage": (2.0, 4.0),
    "min_continuations": (1, 50),
    "list_share": (0.0, 0.5),
    "minor_share": (0.0, 0.9),
} | dict.fromkeys(RATES, (0.0, 1.0))


@dataclass(frozen=True, slots=True)
class SyntheticParameters:
    """What the generator of ``dataset=synthetic`` is told.

    Attributes:
        n_passages: exact size of the corpus; 200 .. 2,000,000.
        n_questions: exact number of questions; 1 .. 100,000, and at most a fifth of
            ``n_passages`` (more cannot be planned without reusing paths).
        share_path_finding: share of path-finding questions, the rest are path-following; 0 .. 1.
        following_hops: relative weights of path-following questions of 2, 3 and 4 hops (facts in
            the chain); three numbers >= 0, not all 0.
        finding_hops: the same for path-finding questions; 2 = one fact on either side of the
            answer, 3 = one and two, 4 = two and two.
        min_continuations: each query entity of a path-finding question has at least this many
            neighbours in the facts; 1 .. 50.
        rare_mentions: every other query entity than a common one is named in at most this many
            passages; 1 .. 100,000.
        facts_per_passage: mean number of specific facts drawn for a passage's subject; 2 .. 4.
        minor_share: share of entities that have no passage of their own and are only named in
            passages about others; 0 .. 0.9.
        skew: exponent of the popularity of entities as objects of facts; 0 (all equally
            popular) .. 1 (Zipf).
        hub_share: share of passages that state a fact about a common entity (a country, a field
            of study, a league); 0 .. 1.
        hub_degree: mean number of passages that name a common entity; 5 .. 100,000.
        hub_repeats: share of these passages that state a second fact about the same common entity;
            0 .. 1.
        hub_mentions: share of questions that name a common entity beside a rare one; 0 .. 1.
        list_share: share of passages that merely list names; 0 .. 0.5.
        list_length: number of names in such a list; 2 .. 20.
        inverse_share: share of facts that stand in the passage of their object, in inverse
            phrasing, instead of the passage of their subject; 0 .. 1.
        restated_share: share of the remaining facts that stand in both passages; 0 .. 1.
        variant_rate: probability that a passage names an entity by another surface form than
            its usual one; 0 .. 1.
        query_variant_rate: the same for the entities in questions; 0 .. 1.
        missing_facts: probability that the extraction misses a stated fact; 0 .. 1.
        spurious_facts: probability that the extraction of a passage has a triple that the
            passage does not state; 0 .. 1.
        malformed_rows: probability that an extracted row has two or four parts; 0 .. 1.
        failed_passages: probability that the extraction of a passage failed; 0 .. 1.
        literal_facts: probability that the extraction has a year of the passage as an object;
            0 .. 1.
        seed: seed of every random choice; 0 .. 2**63 - 1.
    """

    n_passages: int = 3000
    n_questions: int = 300
    share_path_finding: float = 0.5
    following_hops: tuple[float, float, float] = (0.6, 0.3, 0.1)
    finding_hops: tuple[float, float, float] = (0.6, 0.3, 0.1)
    min_continuations: int = 4
    rare_mentions: int = 2
    facts_per_passage: float = 2.2
    minor_share: float = 0.5
    skew: float = 0.4
    hub_share: float = 0.35
    hub_degree: int = 80
    hub_repeats: float = 0.4
    hub_mentions: float = 0.5
    list_share: float = 0.01
    list_length: int = 8
    inverse_share: float = 0.25
    restated_share: float = 0.1
    variant_rate: float = 0.27
    query_variant_rate: float = 0.3
    missing_facts: float = 0.1
    spurious_facts: float = 0.03
    malformed_rows: float = 0.01
    failed_passages: float = 0.003
    literal_facts: float = 0.1
    seed: int = 0

    def check(self) -> list[HippoExpError]:
        """Return every fault of the settings as a :class:`ConfigError`; empty when sound."""
        faults: list[HippoExpError] = []
        for item in fields(self):
            value = getattr(self, item.name)
            if item.name in HOP_MIXES:
                faults += _hop_faults(item.name, value)
            else:
                faults += _number_faults(item.name, value, whole=item.type == "int")
        if not faults and self.n_questions > self.n_passages // 5:
            faults.append(
                ConfigError(
                    f"{self.n_questions} questions are too many for {self.n_passages} passages",
                    where=_place("n_questions"),
                    fix=f"give at most {self.n_passages // 5}, a fifth of n_passages",
                )
            )
        if not faults and self.hub_mentions > 0 and self.hub_share == 0:
            faults.append(
                ConfigError(
                    "questions cannot name common entities that no fact is about",
                    where=_place("hub_mentions"),
                    fix="set hub_mentions to 0, or raise hub_share",
                )
            )
        return faults


def _place(name: str) -> str:
    """The setting that holds a parameter."""
    return f"dataset.synthetic.{name}"


def _number_faults(name: str, value: object, *, whole: bool) -> list[ConfigError]:
    low, high = RANGES[name]
    kinds = (int,) if whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds):
        wanted = "a whole number" if whole else "a number"
        return [ConfigError(f"{value!r} is not {wanted}", where=_place(name), fix=f"give {wanted}")]
    if not low <= value <= high:  # false for NaN
        fix = f"give a value from {low:g} to {high:.10g}"
        return [ConfigError(f"{value!r} lies outside its range", where=_place(name), fix=fix)]
    return []


def _hop_faults(name: str, value: object) -> list[ConfigError]:
    fix = "give three weights >= 0 for 2, 3 and 4 hops, not all 0"
    sound = (
        isinstance(value, (tuple, list))
        and len(value) == 3
        and all(isinstance(w, (int, float)) and not isinstance(w, bool) for w in value)
        and all(math.isfinite(w) and w >= 0 for w in value)
        and sum(value) > 0
    )
    return (
        [] if sound else [ConfigError(f"{value!r} is no mix of hops", where=_place(name), fix=fix)]
    )
