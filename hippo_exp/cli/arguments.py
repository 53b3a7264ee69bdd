"""The command line of an experiment: Hydra's, without what would run another configuration."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from hydra._internal.utils import get_args_parser

from hippo_exp.errors import ConfigError

# Arguments that would put another configuration in the place of the experiment's own.
_REFUSED = ("config_path", "config_name", "config_dir", "experimental_rerun")


def flags_first(arguments: Sequence[str]) -> list[str]:
    """The arguments with ``-m`` in front, the only place where Hydra's parser takes it."""
    flags = [text for text in arguments if text in ("-m", "--multirun")]
    return [*flags[:1], *(text for text in arguments if text not in flags)]


def command_line(arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments, with ``overrides`` among them.

    Raises:
        ConfigError: an argument that Hydra does not know, or that exchanges the configuration.
    """
    parser = get_args_parser()
    setattr(parser, "error", _refuse)  # noqa: B010
    parsed = parser.parse_args(list(arguments))
    for name in _REFUSED:
        if getattr(parsed, name, None) is not None:
            what = "an experiment runs its own configuration only"
            fix = "set values with NAME=VALUE; a new experiment is a file in configs/experiment"
            raise ConfigError(what, where=f"--{name.replace('_', '-')}", fix=fix)
    return parsed


def _refuse(message: str) -> NoReturn:
    raise ConfigError(message, where="command line", fix="see --help; settings are NAME=VALUE")
