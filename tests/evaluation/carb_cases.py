"""A triple written in one line."""

from __future__ import annotations

from hippo_exp.types import Triple


def triple(text: str) -> Triple:
    return Triple(*(part.strip() for part in text.split("|")))
