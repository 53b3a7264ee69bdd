"""Fifty kills at random moments: run again, the sweep gives what an undisturbed one gives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

KILLS = 50


def files(folder: Path) -> dict[str, bytes]:
    """Relative name -> contents of what a sweep published, less what tells of the run itself."""
    found = sorted(path for path in (folder / "out").rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in found
        if path.name != "manifest.json"
    }


@pytest.mark.slow
def test_killed_sweeps_lose_nothing(tmp_path: Path) -> None:
    script = Path(__file__).with_name("killed_sweep.py")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path), str(KILLS), "7"],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    killed, _ = map(int, done.stdout.split()[:2])
    assert killed == KILLS
    disturbed, undisturbed = files(tmp_path / "killed"), files(tmp_path / "undisturbed")
    assert any(name.endswith("cells.csv") for name in undisturbed)
    assert disturbed == undisturbed
