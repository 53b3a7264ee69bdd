"""What a stream can show: colours on terminals alone, and not where the user has none."""

from __future__ import annotations

import os
import sys
import warnings
from io import TextIOWrapper
from typing import TextIO

_RED, _PLAIN = "\x1b[1;31m", "\x1b[0m"


def is_coloured(stream: TextIO) -> bool:
    """Whether to colour: a terminal that is not ``dumb``, and ``NO_COLOR`` is not set."""
    refused = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not refused


def print_error(text: str) -> None:
    """Print ``error: …`` on standard error."""
    colour, plain = (_RED, _PLAIN) if is_coloured(sys.stderr) else ("", "")
    print(f"{colour}error:{plain} {text}", file=sys.stderr)


def printable() -> None:
    """Let a console show a substitute for a character that it lacks, and warnings in one line."""
    warnings.formatwarning = _one_line
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _one_line(message: Warning | str, *_: object, **__: object) -> str:
    return f"warning: {' '.join(str(message).split())}\n"


def stop_printing() -> None:
    """Send what is still printed nowhere: whoever read it has gone, as with ``| head``.

    The table is printed after its files are written, so that nothing is lost.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
