"""hippo-exp data, run here or as a process."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from hippo_exp.cli.main import main


def run(tmp_path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "HIPPO_EXP_DATA": str(tmp_path / "data"),
        "HIPPO_EXP_CACHE": str(tmp_path / "cache"),
    }
    return subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
    )


def data(*arguments: object) -> int:
    return main(["data", *map(str, arguments)])


def fetch(release: Path, root: Path, *names: str, options: tuple[str, ...] = ()) -> int:
    index = release / "index.tsv"
    return data("fetch", *names, "--root", root, "--mirror", release, "--index", index, *options)
