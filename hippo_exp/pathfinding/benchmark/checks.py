"""Which settings of the benchmark are wrong: all of them, before any work."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters

RANGES: Final[dict[str, tuple[int, int]]] = {
    "n_passages": (50, 1_000_000),
    "n_questions": (1, 100_000),
    "seeds": (2, 4),
    "distractors": (1, 30),
    "answer_degree": (2, 12),
    "hubs": (0, 5_000),
    "hub_degree": (2, 100_000),
    "decoys": (0, 5),
    "decoy_paths": (1, 10),
    "variants": (0, 4),
    "filler_sentences": (0, 12),
    "facts_per_passage": (1, 6),
    "seed": (0, 2**63 - 1),
}
RATES: Final = (
    *("seed_pages", "hub_questions", "variant_rate", "query_variant_rate"),
    *("missing_facts", "spurious_facts"),
)
HOPS: Final = (1, 4)
MOST_SHAPES: Final = 8


def parameter_faults(parameters: BenchmarkParameters) -> list[HippoExpError]:
    """Every fault of the settings as a :class:`ConfigError`; empty when they are sound."""
    faults: list[HippoExpError] = []
    for item in fields(parameters):
        value = getattr(parameters, item.name)
        if item.name == "hops":
            faults += _hop_faults(value)
        elif item.name in RATES:
            faults += _number_faults(item.name, value, (0, 1), (int, float))
        else:
            faults += _number_faults(item.name, value, RANGES[item.name], (int,))
    return faults or _joint_faults(parameters)


def fault(name: str, what: str, fix: str) -> ConfigError:
    """A fault of one setting."""
    return ConfigError(what, where=f"dataset.pathfinding.{name}", fix=fix)


def _number_faults(
    name: str, value: object, span: tuple[int, int], kinds: tuple[type, ...]
) -> list[ConfigError]:
    wanted = "a whole number" if kinds == (int,) else "a number"
    if isinstance(value, bool) or not isinstance(value, kinds):
        return [fault(name, f"{value!r} is not {wanted}", f"give {wanted}")]
    low, high = span
    if isinstance(value, (int, float)) and not low <= value <= high:  # false for NaN
        fix = f"give {wanted} from {low:,} to {high:,}"
        return [fault(name, f"{value!r} lies outside its range", fix)]
    return []


def _hop_faults(value: object) -> list[ConfigError]:
    low, high = HOPS
    fix = (
        f"give 1 to {MOST_SHAPES} different entries: a number from {low} to {high}, "
        "or 2 to 4 such numbers, one per seed"
    )
    entries = list(value) if isinstance(value, (tuple, list)) else []
    plain = [tuple(entry) if isinstance(entry, list) else entry for entry in entries]
    sound = 1 <= len(plain) <= MOST_SHAPES and all(map(_is_entry, plain))
    if sound and len(dict.fromkeys(plain)) == len(plain):
        return []
    return [fault("hops", f"{value!r} is no list of hops", fix)]


def _is_entry(entry: object) -> bool:
    if isinstance(entry, tuple):
        return 2 <= len(entry) <= 4 and all(map(_is_hops, entry))
    return _is_hops(entry)


def _is_hops(value: object) -> bool:
    low, high = HOPS
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _joint_faults(parameters: BenchmarkParameters) -> list[HippoExpError]:
    """Faults of settings that are each in range but do not fit together."""
    faults: list[HippoExpError] = []
    spare = int(parameters.decoys > 0)
    lacking = max(spare - parameters.side_facts(shape) for shape in parameters.shapes)
    if lacking > 0:
        degree = parameters.answer_degree
        what = f"{degree} facts about an answer are too few for its seeds, hub and decoys"
        faults.append(fault("answer_degree", what, f"give at least {degree + lacking}"))
    if parameters.decoys > 0 and parameters.decoy_paths > parameters.distractors:
        what = f"{parameters.decoy_paths} paths to a decoy need as many distractor chains"
        faults.append(fault("decoy_paths", what, f"give at most {parameters.distractors}"))
    if parameters.hub_questions > 0 and parameters.hubs == 0:
        what = "questions cannot name hubs where there are none"
        faults.append(fault("hub_questions", what, "set hub_questions to 0, or raise hubs"))
    if parameters.n_questions > parameters.n_passages:
        what = f"{parameters.n_questions} questions are too many for their corpus"
        faults.append(fault("n_questions", what, f"give at most {parameters.n_passages:,}"))
    return faults
