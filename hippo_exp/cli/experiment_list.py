"""``python -m experiments``: the experiments, in one line each."""

from __future__ import annotations

import ast
from pathlib import Path

from hippo_exp.cli.listing import in_order
from hippo_exp.cli.parser import examples

_ROWS = "with their rows, and what each needs on this machine: hippo-exp list"


def print_experiments(folder: Path) -> None:
    """Print the name and the first line of each runner, and how one is run.

    Args:
        folder: of the runners; modules with an underscore in front are none.
    """
    names = [path.stem for path in folder.glob("*.py") if not path.stem.startswith("_")]
    width = max(map(len, names), default=0)
    print("usage: python -m experiments.NAME [SETTING=VALUE ...]\n")
    for name in sorted(names, key=in_order):
        print(f"  {name:{width}}  {_first_line(folder / f'{name}.py')}")
    print(f"\n{_ROWS}\n")
    print(
        examples(
            "python -m experiments.table2 dataset=synthetic out=/tmp/try",
            "python -m experiments.table2 --help",
        )
    )


def _first_line(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0]
