"""``python -m experiments.sweep``: many points of any table, resumed, joined."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import yaml
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.errors import HydraException

from hippo_exp.cli.exit_codes import STOPPED
from hippo_exp.cli.experiments import retrieval_experiment
from hippo_exp.cli.faults import Defects, report
from hippo_exp.cli.runner import Experiment, command_of, is_place
from hippo_exp.cli.terminal import printable
from hippo_exp.config import COST_ONLY, config_folder
from hippo_exp.config.overrides import is_hydra
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.text import did_you_mean

DEFAULT = "table5"
_NO_AXIS = "it does not change what is measured, and cannot be swept"
_ONE = "give one value"
_NO_LAUNCHER = "it is read by a launcher, and this process runs the points itself"
HELP = """usage: python -m experiments.sweep [experiment=NAME] SETTING=VALUE,VALUE [SETTING=VALUE]

Runs every row of a table at every combination of the values, keeps each cell, and joins all cells
in one table. The same command again runs only the cells that are missing or failed.

  experiment=NAME            the table whose rows are run (default table5); any of its settings
                             follows, several values separated by commas
  dry_run=true               print the plan: points, cells, what is there, how long the rest takes
  cells.mode=MODE            only_missing (default), overwrite, table_only
  cells.fail_fast=true       the first cell that fails ends the sweep
  cells.time_limit_s=N       a cell that takes longer fails
  hydra/launcher=NAME        basic (this process), joblib, submitit_local, submitit_slurm, ray
  out=DIR label=NAME         where the joined table goes: out/sweep/LABEL

examples:
  python -m experiments.sweep dataset=synthetic expansion.restart_prob=0.3,0.5 out=/tmp/try
  python -m experiments.sweep experiment=table6 synonymy.threshold=0.7,0.9 dry_run=true
"""


def main() -> None:
    """Run the command with the arguments of the process."""
    printable()
    arguments = [text for text in sys.argv[1:] if text not in ("-m", "--multirun")]
    if any(text in ("-h", "--help") for text in arguments):
        print(HELP, end="")
        return
    defects = Defects()
    with defects:
        try:
            name, rest = _base(arguments)
            _sweep(name, rest)
        except HippoExpError as error:
            sys.exit(report(error))
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
            sys.exit(STOPPED)
    if defects.codes:
        sys.exit(defects.codes[0])


def _sweep(name: str, overrides: Sequence[str]) -> None:
    experiment: Experiment[RetrievalSettings] = retrieval_experiment(name)
    flags = [text for text in overrides if text.startswith("-")]
    if flags:
        raise ConfigError("not an argument", where=flags[0], fix="see --help")
    experiment.check(overrides, multirun=True, files=True)
    hydra = [text for text in overrides if is_hydra(text.lstrip("+~"))]
    plain = [text.lstrip("+") for text in overrides if text not in hydra]
    swept = {text: _values(text) for text in plain}
    axes = [(text.split("=")[0], values) for text, values in swept.items() if values]
    places = [ConfigError(_NO_AXIS, where=key, fix=_ONE) for key, _ in axes if _is_idle(key)]
    if places:
        raise FaultListError(list(places))
    common = [text for text in plain if not swept[text]]
    from hippo_exp.pipeline.sweep.launch import is_launched
    from hippo_exp.pipeline.sweep.points import make_sweep
    from hippo_exp.pipeline.sweep.run import run_sweep, sweep_faults

    idle = [] if is_launched(hydra) else [text for text in hydra if "hydra/launcher=" not in text]
    if idle:
        fix = "choose a launcher (hydra/launcher=joblib), or leave it out"
        raise FaultListError([ConfigError(_NO_LAUNCHER, where=text, fix=fix) for text in idle])
    sweep = make_sweep(name, axes, common)
    faults = sweep_faults(sweep.points[0].settings)
    if faults:
        raise FaultListError(faults)
    run_sweep(sweep, hydra, command_of("sweep", [f"experiment={name}", *plain]))


def _is_idle(key: str) -> bool:
    """Whether a setting changes no ranking, so that a sweep over it would compare nothing."""
    return is_place(key) or key.rpartition(".")[2] in COST_ONLY


def _base(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The table that is swept, and the other arguments.

    Raises:
        ConfigError: there is no such table.
    """
    key = "experiment="
    named = [text.removeprefix(key) for text in arguments if text.startswith(key)]
    name = named[-1] if named else DEFAULT
    known = _tables()
    if name not in known:
        fix = did_you_mean(name, known, all_of="there are")
        raise ConfigError(f"no experiment is named {name!r}", where="experiment", fix=fix)
    return name, [text for text in arguments if not text.startswith(key)]


def _tables() -> list[str]:
    """The experiments that have rows."""
    found = []
    for path in sorted((config_folder() / "experiment").glob("*.yaml")):
        loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
        if "rows" in loaded.get("experiment", {}):
            found.append(path.stem)
    return found


def _values(text: str) -> tuple[str, ...]:
    """The values of a swept override; none for one that is not swept."""
    try:
        override = OverridesParser.create().parse_override(text)
    except HydraException:
        return ()
    if not override.is_sweep_override():
        return ()
    return tuple(str(value) for value in override.sweep_string_iterator())
