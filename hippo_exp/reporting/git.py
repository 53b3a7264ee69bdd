"""The commit of the code, and whether it was changed."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path


def git_state(root: Path) -> dict[str, object] | None:
    """Commit of a checkout, and whether something outside ``results`` differs from it.

    Returns:
        ``{"commit": str | None, "dirty": bool}``; None outside a checkout.
    """
    if _git(root, ["rev-parse", "--is-inside-work-tree"]) is None:
        return None
    changes = _git(root, ["status", "--porcelain", "--", ".", ":(exclude)results"])
    commit = _git(root, ["rev-parse", "--verify", "HEAD"])
    return {"commit": commit, "dirty": commit is None or bool(changes)}


def _git(root: Path, arguments: Sequence[str]) -> str | None:
    """Output of a git command, None when it fails or git is not installed."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, text=True, check=False
        )
    except (FileNotFoundError, NotADirectoryError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
