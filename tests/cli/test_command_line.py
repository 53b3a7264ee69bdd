"""The command line as a whole: errors, exit codes, version, colours, completion."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line_cases import ROOT, run

import hippo_exp
from hippo_exp.cli import faults
from hippo_exp.cli.completion import completion_script
from hippo_exp.cli.exit_codes import EXIT_CODES
from hippo_exp.cli.main import command_parser, main
from hippo_exp.cli.terminal import is_coloured
from hippo_exp.errors import HippoExpError


@pytest.mark.parametrize(
    "command",
    [
        ["cache", "lst"],
        ["verify", "--rot", "."],
        ["cache", "prune", "--max-gb", "many"],
        ["list", "--root", "/nowhere"],
        ["report", "--results", "/nowhere"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_is_one_line_and_exit_code_2(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(command)
    except SystemExit as left:
        code = left.code
    printed = capsys.readouterr()
    assert code == 2
    assert printed.out == ""
    assert re.fullmatch(r"error: [^\n\x1b]+\n", printed.err)


def test_debug_shows_the_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(faults.DEBUG, raising=False)
    assert main(["report", "--results", "/nowhere", "--debug"]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith("Traceback (most recent call last):")
    assert printed.rstrip().splitlines()[-1].startswith("error: no results are there [/nowhere]")
    assert faults.DEBUG not in os.environ
    monkeypatch.setenv(faults.DEBUG, "0")
    assert main(["report", "--results", "/nowhere"]) == 2
    assert "Traceback" not in capsys.readouterr().err


DEFECT = (
    "import sys, hippo_exp.cli.{module} as m; m.{name} = lambda *_: 1 / 0; "
    "sys.argv = {argv!r}; {call}"
)


LIST = DEFECT.format(
    module="listing",
    name="_experiments",
    argv=["hippo-exp", "list"],
    call="from hippo_exp.cli.main import main; sys.exit(main())",
)


TABLE = DEFECT.format(
    module="runner",
    name="command_of",
    argv=["table2.py", "dataset=synthetic", "dry_run=true"],
    call="from experiments.table2 import main; main()",
)


@pytest.mark.parametrize("program", [LIST, TABLE], ids=["hippo-exp", "experiment"])
def test_an_error_nobody_foresaw_is_one_line_and_exit_code_1(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {faults.DEBUG: "0"},
    )
    assert done.returncode == 1
    where = r"\[<string>:1\]"
    what = f"error: ZeroDivisionError: division by zero {where}: a defect of hippo_exp, .*\n"
    assert re.fullmatch(what, done.stderr), done.stderr


def test_an_experiment_shows_tracebacks_where_they_are_asked_for() -> None:
    done = run("experiments.table2", "rows=[nobody]", HIPPO_EXP_DEBUG="1")
    assert done.returncode == 2
    assert "Traceback (most recent call last):" in done.stderr
    done = run("experiments.table2", "rows=[nobody]", HIPPO_EXP_DEBUG="0")
    assert done.returncode == 2
    assert re.fullmatch(r"error: [^\n\x1b]+\n", done.stderr)


def test_exit_codes_in_the_help_are_those_of_the_errors() -> None:
    for module in pkgutil.walk_packages(hippo_exp.__path__, "hippo_exp."):
        if module.name.endswith((".faults", ".errors", ".limit")):
            importlib.import_module(module.name)
    kinds = [HippoExpError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    assert len(kinds) > 8
    assert {kind.exit_code for kind in kinds} <= set(EXIT_CODES)
    text = command_parser().format_help()
    assert all(re.search(rf"^ +{code}  {re.escape(what)}$", text, re.MULTILINE)
               for code, what in EXIT_CODES.items())  # fmt: skip


def test_version_names_the_commit_of_a_checkout(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    text = capsys.readouterr().out.strip()
    assert text.startswith(f"hippo-exp {hippo_exp.__version__}")
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no checkout, or no git")
    head = subprocess.run([git, "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True,
                          check=True).stdout  # fmt: skip
    assert f"(commit {head[:10]}" in text


class _Stream:
    """A stream that is a terminal or none."""

    def __init__(self, is_terminal: bool) -> None:
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.parametrize(
    ("is_terminal", "environment", "expected"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colours_on_terminals_alone(
    is_terminal: bool,
    environment: dict[str, str],
    expected: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert is_coloured(_Stream(is_terminal)) is expected  # type: ignore[arg-type]


COMPLETE_BASH = (
    """COMP_WORDS=({words}); COMP_CWORD={place}; _hippo_exp; echo "${{COMPREPLY[@]}}" """
)


COMPLETE_ZSH = """words=({words}); CURRENT=$(({place} + 1));
compadd() {{ shift ${{argv[(i)-]}}; echo $@ }}
_bash_complete -o default -F _hippo_exp"""


@pytest.mark.parametrize("shell", ["bash", "zsh"])
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["hippo-exp", "gr"], "graph"),
        (["hippo-exp", "cache", "p"], "prune"),
        (["hippo-exp", "--debug", "cache", "prune", "--max-gb", "20", "--dr"], "--dry-run"),
        (["hippo-exp", "pathfinding", "export", "me"], "medium"),
        (["hippo-exp", "completion", "z"], "zsh"),
        (["hippo-exp", "data", ""], "list fetch verify path card build --help"),
    ],
)
def test_a_shell_completes(shell: str, typed: list[str], expected: str, tmp_path: Path) -> None:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not installed")
    template = COMPLETE_BASH if shell == "bash" else COMPLETE_ZSH
    place = len(typed) - 1
    asked = template.format(words=" ".join(map(shlex.quote, typed)), place=place)
    script = completion_script(command_parser(), shell) + asked
    options = ["--norc"] if shell == "bash" else ["-f"]
    done = subprocess.run(
        [path, *options, "-c", script],
        cwd=tmp_path,
        env=os.environ | {"HOME": str(tmp_path), "ZDOTDIR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    offered = done.stdout.split()
    if shell == "zsh":  # which leaves out by itself what does not begin with the word
        offered = [word for word in offered if word.startswith(typed[-1])]
    assert sorted(offered) == sorted(expected.split()), done.stderr
