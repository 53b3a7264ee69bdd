"""The dotted names of all settings, read off the schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from hippo_exp.text import nearest

ELSEWHERE = {
    "damping": "restart_prob",
    "damping_factor": "restart_prob",
    "alpha": "restart_prob",
    "continue_prob": "restart_prob",
    "tau": "synonymy.threshold",
    "theta": "retriever.ensemble.threshold",
    "graph_alg": "expansion",
    "limit": "limit_passages",
}
"""What other code and the paper call a setting -> its name here, or the end of its name."""
CONTINUING = ("damping", "damping_factor", "alpha", "continue_prob")
"""Names of the probability of going on, which is 1 minus that of restarting."""


def known_keys(model: type[BaseModel], prefix: str = "") -> tuple[str, ...]:
    """Every dotted key of a settings class, sorted; a key that takes a mapping ends in ``.*``."""
    return tuple(sorted(set(_walk(model, prefix))))


def is_known(key: str, keys: Sequence[str]) -> bool:
    """Whether a dotted key is a setting, a group of settings, or lies in a mapping."""
    if key in keys or any(other.startswith(f"{key}.") for other in keys):
        return True
    return any(other.endswith(".*") and key.startswith(other[:-1]) for other in keys)


def meant_key(name: str, names: Sequence[str]) -> str | None:
    """The setting that ``name`` most likely means: a synonym's, else the nearest in spelling.

    Compared are the whole dotted names, then their last parts.
    """
    plain = [other.removesuffix(".*") for other in names]
    last = name.rsplit(".", 1)[-1]
    elsewhere = ELSEWHERE.get(last)
    for other in plain:
        if elsewhere is not None and (other == elsewhere or other.endswith(f".{elsewhere}")):
            return other
    tails = {other.rsplit(".", 1)[-1]: other for other in reversed(plain)}
    whole = nearest(name, plain, cutoff=0.7)
    if whole is not None:
        return whole
    tail = nearest(last, tails)
    return tails[tail] if tail is not None else nearest(name, plain)


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Settings classes in an annotation, through unions and optional, not through containers."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) not in (tuple, dict, list):
        for argument in get_args(annotation):
            yield from models_in(argument)


def _walk(model: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        key = f"{prefix}{name}"
        yield key
        for inner in models_in(field.annotation):
            yield from _walk(inner, f"{key}.")
        if get_origin(field.annotation) is dict:
            yield f"{key}.*"
