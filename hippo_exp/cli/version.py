"""``hippo-exp --version``: the version, and the commit of the checkout where there is one."""

from __future__ import annotations

import argparse
from typing import Any

from hippo_exp import __version__
from hippo_exp.config import project_root


class ShowVersion(argparse.Action):
    """Print the version and leave; git is asked only then."""

    def __init__(self, option_strings: list[str], dest: str, **options: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **options)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print it."""
        print(version_text())
        parser.exit()


def version_text() -> str:
    """``hippo-exp 0.1.0 (commit 0123456789, with changes)``."""
    from hippo_exp.reporting.git import git_state

    root = project_root()
    state = git_state(root) if root is not None else None
    if state is None or not state["commit"]:
        return f"hippo-exp {__version__}"
    changes = ", with changes" if state["dirty"] else ""
    return f"hippo-exp {__version__} (commit {str(state['commit'])[:10]}{changes})"
