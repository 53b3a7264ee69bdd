"""Settings that differ, by their dotted names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from hippo_exp.config import public

Differences: TypeAlias = dict[str, tuple[object, object]]
"""Dotted name -> (before, now); None on the side that has no such setting."""

_NAMED = 3
_FULL_NAMES = {name: f"retriever.{name}" for name in ("ties", "bm25", "hipporag", "ensemble")}
"""Parts of a method's identity that stand under another name among the settings."""


def differences(before: Mapping[str, object], now: Mapping[str, object]) -> Differences:
    """Every setting whose value differs; one that only one side has counts as different."""
    return _within(before, now, "")


def _within(before: Mapping[str, object], now: Mapping[str, object], prefix: str) -> Differences:
    found: Differences = {}
    for key in sorted({*before, *now}):
        old, new = before.get(key), now.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            found |= _within(old, new, f"{prefix}{key}.")
        elif old != new or (key in before) != (key in now):
            found[f"{prefix}{key}"] = (old, new)
    return found


def sentence(found: Differences, theirs: str) -> str:
    """``retriever.bm25.analyzer is english, the paper's row has standard``; the first three.

    Args:
        found: at least one difference.
        theirs: whose the values before are.
    """
    parts = [
        f"{_name(key)} is {_shown(new)}, {theirs} has {_shown(old)}"
        for key, (old, new) in list(found.items())[:_NAMED]
    ]
    more = len(found) - len(parts)
    return "; ".join([*parts, *([f"{more} more"] if more else [])])


def _name(key: str) -> str:
    first, dot, rest = key.partition(".")
    return f"{_FULL_NAMES.get(first, first)}{dot}{rest}"


def _shown(value: object) -> str:
    """A setting's value in a word; a group of settings is only there or not."""
    if isinstance(value, Mapping):
        name = value.get("name")
        return str(name) if name else "set"
    if value is None or isinstance(value, bool):
        return "none" if value is None else str(value).lower()
    return public(str(value))
