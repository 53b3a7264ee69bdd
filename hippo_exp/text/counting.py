"""Numbers with their nouns."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """``1 problem``, ``2 problems``; thousands are separated by commas."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
