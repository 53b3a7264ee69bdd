"""How results were made: command, commit, settings, machine, time."""

from __future__ import annotations

from collections.abc import Mapping

from hippo_exp.reporting.decimals import printed
from hippo_exp.reporting.page.parts.markup import Html, joined
from hippo_exp.reporting.page.parts.pieces import commands, facts, folded
from hippo_exp.reporting.page.read.facts import Facts

_DIGITS = 12
"""Of a digest."""


def made_by(found: Facts, place: str) -> Html:
    """A folded part with everything that a manifest tells.

    Args:
        found: the manifest.
        place: the folder, below the results tree.
    """
    pairs = [
        ("Folder", f"results/{place}/"),
        ("Commit", found.commit),
        ("Date", found.date),
        ("Encoder", found.text("config", "encoder", "name")),
        ("Preset", found.text("config", "preset", "name")),
        ("Questions", _questions(found)),
        ("Seeds", _pairs(found.at("seeds"))),
        ("Inputs", _pairs(found.at("inputs"), digits=_DIGITS)),
        ("Wall time", "" if found.seconds is None else f"{printed(found.seconds, 1)} s"),
        ("Peak memory", "" if found.peak_mb is None else f"{printed(found.peak_mb, 0)} MiB"),
        ("Machine", machine(found)),
        ("Packages", _pairs(found.at("environment", "packages"), between=" ")),
    ]
    return folded(
        "How this was made", commands([found.command] if found.command else []), facts(pairs)
    )


def machine(found: Facts) -> str:
    """Processor, cores, system, Python."""
    cores = found.text("environment", "cores")
    python = found.text("environment", "python")
    parts = (
        found.text("environment", "cpu"),
        f"{cores} cores" if cores else "",
        found.text("environment", "platform"),
        f"Python {python}" if python else "",
    )
    return ", ".join(part for part in parts if part)


def _questions(found: Facts) -> str:
    total = found.at("counts", "questions")
    text = f"{total:,}" if isinstance(total, int) else ""
    return found.partial or text


def _pairs(mapping: object, *, between: str = ": ", digits: int | None = None) -> Html | None:
    """``name: value`` of everything that has a value, one after the other."""
    if not isinstance(mapping, Mapping):
        return None
    texts = [
        f"{name}{between}{str(value)[:digits]}"
        for name, value in sorted(mapping.items())
        if value is not None
    ]
    return joined(texts, ", ") if texts else None
