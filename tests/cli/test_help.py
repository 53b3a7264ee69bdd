"""Help of commands and experiments: examples that work, nearest names."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import re
import shlex
from collections.abc import Iterator

import pytest
from command_line_cases import run

import experiments
from hippo_exp.cli.main import command_parser, main, parse_command
from hippo_exp.cli.runner_examples import examples_of

NAMES = sorted(
    module.name
    for module in pkgutil.iter_modules(experiments.__path__)
    if not module.name.startswith("_")
)


def parsers(
    parser: argparse.ArgumentParser, path: str = "hippo-exp"
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command with its parser, subcommands included."""
    yield path, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, child in action.choices.items():
                yield from parsers(child, f"{path} {name}")


PARSERS = dict(parsers(command_parser()))


def examples_in(text: str) -> list[str]:
    """The lines below the last ``examples:`` of a help text, which they must end."""
    head, found, tail = text.rstrip("\n").rpartition("examples:\n")
    assert found, head[-200:]
    lines = tail.splitlines()
    assert all(line.startswith("  ") for line in lines), tail
    return [line.strip() for line in lines]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["explian", "synthetic"], "did you mean explain?"),
        (["cache", "lst"], "did you mean list?"),
        (["pathfinding", "exprot"], "did you mean export?"),
        (["table2", "dataset=synthetic"], "python -m experiments.table2"),
        (["tables"], "see hippo-exp --help"),
    ],
)
def test_an_unknown_command_names_the_nearest(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    said = capsys.readouterr()
    assert left.value.code == 2
    assert word in said.err
    assert said.err.count("\n") == 1
    assert not said.out


def test_without_arguments_the_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr()
    assert said.out == command_parser().format_help()
    assert not said.err


@pytest.mark.parametrize("path", PARSERS)
def test_help_ends_with_two_examples_that_the_command_line_takes(path: str) -> None:
    commands = examples_in(PARSERS[path].format_help())
    assert len(commands) >= 2
    for command in commands:
        words = shlex.split(command.replace(" > ", " # "), comments=True)
        if words[0] == "hippo-exp":
            assert command.startswith(path)
            parse_command(command_parser(), words[1:])
        elif words[0] == "python":
            assert words[2].removeprefix("experiments.") in NAMES
        else:
            assert path == "hippo-exp completion"


@pytest.mark.parametrize("name", [name for name in NAMES if name != "sweep"])
def test_examples_of_an_experiment_are_settings_that_it_has(name: str) -> None:
    commands = examples_in(examples_of(name))
    assert len(commands) == 2
    experiment = importlib.import_module(f"experiments.{name}").main
    for command in commands:
        words = shlex.split(command, comments=True)
        assert words[:3] == ["python", "-m", f"experiments.{name}"]
        experiment.check(words[3:], multirun=False, files=False)


def test_help_of_an_experiment_ends_with_its_examples() -> None:
    done = run("experiments.pathfinding", "--help")
    assert done.returncode == 0
    assert examples_in(done.stdout) == examples_in(examples_of("pathfinding"))
    assert "HIPPO_EXP_DEBUG=1" in done.stdout


def test_experiments_lists_all_of_them() -> None:
    done = run("experiments")
    assert done.returncode == 0
    for name in NAMES:
        assert re.search(rf"^  {name} +\S.+", done.stdout, re.MULTILINE), name
    assert len(examples_in(done.stdout)) == 2
