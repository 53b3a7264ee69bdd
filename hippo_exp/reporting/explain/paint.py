"""Colours of a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Style = Literal["bold", "dim", "gold", "missed"]
_CODES: dict[Style, str] = {"bold": "1", "dim": "2", "gold": "32", "missed": "31"}


@dataclass(frozen=True)
class Paint:
    """Paints text with ANSI codes, or leaves it as it is.

    Attributes:
        on: whether to paint.
    """

    on: bool

    def __call__(self, text: str, style: Style) -> str:
        """The text in a style."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.on and text else text
