"""The dotted names of all settings, read off the schema."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Any, get_args, get_origin

from pydantic import BaseModel

ELSEWHERE = {
    "damping": "expansion.restart_prob",  # the released code's damping is 1 minus it
    "alpha": "expansion.restart_prob",
    "continue_prob": "expansion.restart_prob",
    "tau": "synonymy.threshold",
    "theta": "retriever.ensemble.threshold",
    "graph_alg": "expansion",
}
"""What other code and the paper call a setting -> its name here."""


def known_keys(model: type[BaseModel], prefix: str = "") -> tuple[str, ...]:
    """Every dotted key of a settings class, sorted; a key that takes a mapping ends in ``.*``."""
    return tuple(sorted(set(_walk(model, prefix))))


def is_known(key: str, keys: Sequence[str]) -> bool:
    """Whether a dotted key is a setting, a group of settings, or lies in a mapping."""
    if key in keys or any(other.startswith(f"{key}.") for other in keys):
        return True
    return any(other.endswith(".*") and key.startswith(other[:-1]) for other in keys)


def nearest(name: str, names: Sequence[str]) -> str | None:
    """The name most like ``name``: by its whole spelling, else by its last part, else None."""
    plain = [other.removesuffix(".*") for other in names]
    elsewhere = ELSEWHERE.get(name.rsplit(".", 1)[-1])
    if elsewhere in plain:
        return elsewhere
    whole = difflib.get_close_matches(name, plain, n=1, cutoff=0.7)
    if whole:
        return whole[0]
    last = {other.rsplit(".", 1)[-1]: other for other in reversed(plain)}
    tail = difflib.get_close_matches(name.rsplit(".", 1)[-1], list(last), n=1, cutoff=0.6)
    if tail:
        return last[tail[0]]
    loose = difflib.get_close_matches(name, plain, n=1, cutoff=0.5)
    return loose[0] if loose else None


def _walk(model: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        key = f"{prefix}{name}"
        yield key
        for inner in _models(field.annotation):
            yield from _walk(inner, f"{key}.")
        if get_origin(field.annotation) is dict:
            yield f"{key}.*"


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Settings classes in an annotation, through unions and optional, not through containers."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) not in (tuple, dict, list):
        for argument in get_args(annotation):
            yield from _models(argument)
