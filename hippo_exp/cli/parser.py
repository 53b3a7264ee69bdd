"""Parsers whose errors are one line and whose help ends with examples."""

from __future__ import annotations

import argparse
import re
from typing import Any, NoReturn

from hippo_exp.cli.terminal import print_error
from hippo_exp.errors import ConfigError
from hippo_exp.text.nearest import did_you_mean

_CHOICE = re.compile(r"invalid choice: '?(?P<name>[^'(]+?)'? \(choose from (?P<known>[^)]+)\)")


class Parser(argparse.ArgumentParser):
    """A parser; those of its subcommands are of this class too."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**options)

    def error(self, message: str) -> NoReturn:
        """Print one line and leave."""
        said = _with_nearest(" ".join(message.split()))
        print_error(f"{said} [{self.prog}]: see {self.prog} --help")
        self.exit(ConfigError.exit_code)


def _with_nearest(message: str) -> str:
    found = _CHOICE.search(message)
    if found is None:
        return message
    near = did_you_mean(found["name"], re.split(r"[', ]+", found["known"].strip("'")))
    return f"{message}; {near}" if near else message


def examples(*commands: str) -> str:
    """The end of a help text."""
    return "\n".join(["examples:", *(f"  {command}" for command in commands)])
