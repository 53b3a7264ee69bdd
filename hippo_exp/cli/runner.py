"""Running an experiment from the command line: checks first, then Hydra, then the work.

Exit codes: 0 done; 2 wrong settings; otherwise that of the error (``hippo_exp.errors``).
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import hydra
from hydra._internal.utils import get_args_parser
from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig, OmegaConf

from hippo_exp.config import config_folder, load_settings, settings_from
from hippo_exp.config.schema import RunSettings
from hippo_exp.errors import FaultListError, HippoExpError

Model = TypeVar("Model", bound=RunSettings)

_PLACES = ("out", "data.root", "cache.root", "dry_run")


def experiment(name: str, model: type[Model], work: Callable[[Model], None]) -> Callable[[], None]:
    """The command of one experiment, for ``python -m experiments.NAME``.

    Args:
        name: the configuration ``configs/experiment/NAME.yaml``.
        model: its settings class.
        work: does the work of one configuration, given its settings and the command that makes
            its results again; a sweep calls it once per combination.
    """

    def command() -> None:
        codes: list[int] = []
        if _asks_for_work(sys.argv[1:]):
            _check(name, model)

        @hydra.main(
            version_base="1.3", config_path=str(config_folder()), config_name=f"experiment/{name}"
        )
        def task(config: DictConfig) -> None:
            try:
                plain = OmegaConf.to_container(config, resolve=True)
                assert isinstance(plain, dict)
                settings = settings_from(model, {str(key): item for key, item in plain.items()})
                work(settings, _command(name, HydraConfig.get().overrides.task))
            except HippoExpError as error:
                codes.append(report(error))

        task()
        if codes:
            sys.exit(codes[0])

    return command


def _command(name: str, overrides: Sequence[str]) -> str:
    """The command without the settings that only say where things are."""
    kept = [text for text in overrides if text.lstrip("+").split("=")[0] not in _PLACES]
    return " ".join([f"python -m experiments.{name}", *map(shlex.quote, kept)])


def report(error: HippoExpError) -> int:
    """Print an error, one line per fault, on standard error; return its exit code."""
    for fault in error.errors if isinstance(error, FaultListError) else (error,):
        print(f"error: {fault}", file=sys.stderr)
    return error.exit_code


def _check(name: str, model: type[Model]) -> None:
    """Validate everything on the command line before anything is done."""
    try:
        arguments = get_args_parser().parse_args(sys.argv[1:])
        load_settings(model, f"experiment/{name}", arguments.overrides)
    except HippoExpError as error:
        sys.exit(report(error))


def _asks_for_work(arguments: list[str]) -> bool:
    """Whether this is a run, and not a question to Hydra (``--help``, ``--cfg job`` …)."""
    parsed = get_args_parser().parse_args(arguments)
    asks = (parsed.help, parsed.hydra_help, parsed.version, parsed.show_completion)
    return not any(asks) and parsed.cfg is None and parsed.info is None
