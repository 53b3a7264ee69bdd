"""The examples of docs/extending.md, applied to a copy of the checkout, run there."""

from __future__ import annotations

import csv
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "extending.md"
PARTS = ("hippo_exp", "experiments", "configs")
BLOCK = re.compile(
    r"(?:^New file `(?P<path>[^`]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.M | re.S
)
EXAMPLES = {
    "A data set": ("dataset/table2/islands", {"bm25", "dense", "hipporag"}),
    "A retriever": ("retriever/titles/synthetic", {"bm25", "title_match"}),
    "An encoder": ("encoder/table2/synthetic", {"dense", "hipporag"}),
    "An expansion": ("expansion/table5/synthetic", {"hipporag"}),
}
"""Section of the page -> the folder that its command leaves below trial/, and the rows there."""


def sections() -> dict[str, str]:
    """Heading of each example -> its text."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def apply_diff(text: str, root: Path) -> None:
    """Replace, in each file, the old lines of each part by the new ones; they stand there once."""
    files = re.split(r"^--- (.+)\n@@\n", text, flags=re.M)[1:]
    for name, changes in zip(files[::2], files[1::2], strict=True):
        content = (root / name).read_text(encoding="utf-8")
        for change in changes.split("@@\n"):
            lines = change.splitlines()
            old = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
            new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
            assert content.count(old) == 1, (
                f"{name} has these lines {content.count(old)} times:\n{old}"
            )
            content = content.replace(old, new)
        (root / name).write_text(content, encoding="utf-8")


def apply(section: str, root: Path) -> list[list[str]]:
    """Apply a section's blocks to a checkout; return its commands, this interpreter's."""
    commands = []
    for block in BLOCK.finditer(section):
        path, kind, body = block["path"], block["kind"], block["body"]
        if kind == "bash":
            commands += [shlex.split(line) for line in body.splitlines()]
        elif kind == "diff":
            apply_diff(body, root)
        else:
            assert path is not None, f"a block of {kind} names no file:\n{body}"
            assert not (root / path).exists(), f"{path} is no new file"
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(body, encoding="utf-8")
    return [[sys.executable, *command[1:]] for command in commands]


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[list[str]]]]:
    """A copy of the checkout with all four examples, and the commands of each."""
    copy = tmp_path_factory.mktemp("extended") / "checkout"
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    return copy, {name: apply(section, copy) for name, section in sections().items()}


def test_every_example_is_tested() -> None:
    assert list(sections()) == list(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_runs(name: str, extended: tuple[Path, dict[str, list[list[str]]]]) -> None:
    copy, commands = extended
    environment = os.environ | {"HIPPO_EXP_CACHE": str(copy / "cache"), "PYTHONPATH": str(copy)}
    for command in commands[name]:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    folder, rows = EXAMPLES[name]
    with (copy / "trial" / folder / "cells.csv").open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    assert {cell["row"] for cell in cells if cell["measured"]} == rows


def test_extended_code_keeps_the_rules(
    extended: tuple[Path, dict[str, list[list[str]]]],
) -> None:
    copy, _ = extended
    for tool in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *tool, "hippo_exp", "experiments"]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
