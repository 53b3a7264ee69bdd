"""What the exit codes mean; the numbers are those of ``hippo_exp.errors`` and ``hippo_exp.llm``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

STOPPED: Final = 130
EXIT_CODES: Mapping[int, str] = {
    0: "done",
    1: "an error that the project did not foresee",
    2: "settings or arguments",
    3: "data, or no row that can run",
    4: "graph",
    5: "encoder, or an extra that is not installed",
    6: "files that cannot be read or written",
    7: "numbers that do not follow from the results",
    8: "language model",
    9: "a cell that took longer than cells.time_limit_s",
    STOPPED: "stopped by Ctrl-C",
}


def exit_codes_text() -> str:
    """The part of a help text about them."""
    return "exit codes:\n" + "".join(f"  {code:3}  {text}\n" for code, text in EXIT_CODES.items())
