"""Running an experiment from the command line: checks first, then Hydra, then the work.

Exit codes: see ``hippo_exp.cli.exit_codes``.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf

from hippo_exp.cli.arguments import command_line, flags_first
from hippo_exp.cli.exit_codes import STOPPED
from hippo_exp.cli.faults import Defects, distinct, each_fault, report
from hippo_exp.cli.runner_examples import examples_of
from hippo_exp.cli.sweeps import all_points, sweep_label, sweep_points, swept_values
from hippo_exp.cli.terminal import printable, stop_printing
from hippo_exp.config import config_folder, public, settings_from, sound_settings
from hippo_exp.config.keys import known_keys
from hippo_exp.config.overrides import forced, group_options
from hippo_exp.config.points import placed_faults
from hippo_exp.config.schema import RunSettings
from hippo_exp.config.schema.llm import LLM_PLACES
from hippo_exp.errors import DataError, FaultListError, HippoExpError

Model = TypeVar("Model", bound=RunSettings)

# Settings that say where things are, not what is measured.
_PLACES = (
    *("out", "data.root", "cache.root", "dataset.dir", "dry_run", "overwrite"),
    *("cells.mode", "cells.fail_fast", "cells.time_limit_s", "cache.max_gb"),
)

# Combinations of a sweep up to which each is looked at to tell where a fault is.
_PLACED = 64
# A path in full within a list or a mapping.
_INNER_PATH = re.compile(r"(?<![\w.~/])[~/][^\s,\]}'\"]*")


@dataclass(frozen=True)
class Experiment(Generic[Model]):
    """One experiment as a command.

    Attributes:
        name: its configuration is ``configs/experiment/NAME.yaml``.
        model: its settings class.
        faults: what stands in the way of running given settings; reads no content of a file.
        work: does the work of one configuration, given its settings and the command that makes
            its results again; a sweep calls it once per combination.
    """

    name: str
    model: type[Model]
    faults: Callable[[Model], list[HippoExpError]]
    work: Callable[[Model, str], None]

    def __call__(self) -> None:
        """Run ``python -m experiments.NAME`` with the arguments of the process."""
        printable()
        codes: list[int] = []
        defects = Defects()
        with defects:
            try:
                self._command(codes, defects)
            except HippoExpError as error:
                codes.append(report(error))
        if codes or defects.codes:
            sys.exit((codes or defects.codes)[0])

    def _command(self, codes: list[int], defects: Defects) -> None:
        """Check the command line, then hand it to Hydra; exit codes are added to ``codes``."""
        sys.argv[1:] = flags_first(sys.argv[1:])
        arguments = command_line(sys.argv[1:])
        asks = (arguments.help, arguments.hydra_help, arguments.cfg, arguments.info)
        if not arguments.shell_completion:
            self.check(
                arguments.overrides, multirun=arguments.multirun, files=not any(map(bool, asks))
            )
            groups = group_options(config_folder(), known_keys(self.model))
            sys.argv[1:] = [
                forced(text, groups) if text in arguments.overrides else text
                for text in sys.argv[1:]
            ]

        @hydra.main(
            version_base="1.3",
            config_path=str(config_folder()),
            config_name=f"experiment/{self.name}",
        )
        def task(config: DictConfig) -> None:
            with defects:  # before Hydra reports them, in several lines
                self._task(config, codes)

        try:
            task()
        finally:
            if arguments.help:  # behind Hydra's own text, which ends the process
                print(examples_of(self.name))

    def _task(self, config: DictConfig, codes: list[int]) -> None:
        try:
            self._work(config)
        except HippoExpError as error:
            codes.append(report(error))
        except BrokenPipeError:
            stop_printing()
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
            sys.exit(STOPPED)

    def _work(self, config: DictConfig) -> None:
        plain = OmegaConf.to_container(config, resolve=True)
        assert isinstance(plain, dict)
        values = {str(key): item for key, item in plain.items()}
        job = HydraConfig.get()
        overrides = list(job.overrides.task)
        if job.mode == RunMode.MULTIRUN:
            label = sweep_label(values, sys.argv[1:], overrides)
            if label is not None:
                values["label"] = label
                overrides = [text for text in overrides if _key(text) != "label"]
                overrides.append(f"label={label}")
        settings = settings_from(self.model, values)
        self.work(settings, command_of(self.name, overrides))

    def check(self, overrides: Sequence[str], *, multirun: bool, files: bool) -> None:
        """Look for every fault of the command line, before anything is done.

        Raises:
            FaultListError: all of them together.
        """
        points = sweep_points(overrides) if multirun else [list(overrides)]
        found = [fault for point in points for fault in self._faults_at(point, multirun, files)]
        if not found:
            return
        every = all_points(overrides, at_most=_PLACED) if multirun else []
        if len(every) < 2:
            raise FaultListError(distinct(found))
        places = [swept_values(overrides, point) for point in every]
        placed = [
            (place, fault)
            for place, point in zip(places, every, strict=True)
            for fault in self._faults_at(point, multirun, files)
        ]
        raise FaultListError(placed_faults(placed, places))

    def _faults_at(
        self, point: Sequence[str], multirun: bool, files: bool
    ) -> Sequence[HippoExpError]:
        """The faults of one combination."""
        sound = sound_settings(self.model, f"experiment/{self.name}", point, multirun=multirun)
        if not files or sound.settings is None:
            return sound.faults
        return [*sound.faults, *self._other_faults(sound.settings, sound.unchosen)]

    def _other_faults(self, settings: Model, unchosen: Sequence[str]) -> list[HippoExpError]:
        """Faults besides those of single settings; none of files that nobody asked for."""
        try:
            faults = self.faults(settings)
        except HippoExpError as error:
            faults = list(each_fault(error))
        if "dataset" in unchosen:
            return [fault for fault in faults if not isinstance(fault, DataError)]
        return faults


def _key(override: str) -> str:
    return override.lstrip("+").split("=")[0]


def is_place(key: str) -> bool:
    """Whether a setting says where results go or how a run is made, not what is measured."""
    return key in (*_PLACES, "label", "strict")


def command_of(name: str, overrides: Sequence[str]) -> str:
    """The command without the settings that only say where things are."""
    places = (*_PLACES, *LLM_PLACES)
    kept = [_without_folder(text) for text in overrides if _key(text) not in places]
    if "dataset=custom" in kept:
        kept.insert(kept.index("dataset=custom") + 1, "dataset.dir=FOLDER")
    return " ".join([f"python -m experiments.{name}", *map(shlex.quote, kept)])


def _without_folder(override: str) -> str:
    """An override as it is shown: of a path in full only the last name."""
    key, _, value = override.lstrip("+").partition("=")
    if value.startswith(("[", "{")):
        return f"{key}={_INNER_PATH.sub(lambda found: public(found[0]), value)}"
    plain = value.strip("'\"")
    return f"{key}={value if public(plain) == plain else public(plain)}"
