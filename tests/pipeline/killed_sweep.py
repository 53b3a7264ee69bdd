"""A small sweep that is killed again and again, by a process that is loaded once and forks.

``python killed_sweep.py FOLDER KILLS SEED`` prints how many runs were killed and how many ended.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from hippo_exp.cli.sweep import main

SWEEP = (
    *("dataset=synthetic", "dataset.synthetic.n_passages=200", "dataset.synthetic.n_questions=20"),
    *("rows=[hipporag,query_nodes_only,without_synonymy]", "evaluation.bootstrap_resamples=100"),
    *("expansion.restart_prob=0.2,0.5,0.8", "synonymy.threshold=0.7,0.9"),
)


def run(folder: Path, *more: str) -> int:
    """The sweep in a child; its exit code, negative for the signal that ended it."""
    child = os.fork()
    if child == 0:
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        places = (f"out={folder / 'out'}", f"cache.root={folder / 'cache'}")
        sys.argv = ["sweep", *SWEEP, *places, *more]
        try:
            main()
        except SystemExit as end:
            os._exit(end.code if isinstance(end.code, int) else 1)
        os._exit(0)
    return child


def ended(child: int) -> int:
    """Wait; the exit code."""
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def kill_often(folder: Path, kills: int, seed: int) -> tuple[int, int]:
    """Start the sweep and kill it after a random time, until it was killed so often.

    A run that ends by itself was not killed; the cells of its last third are then removed, so that
    there is work again.
    """
    chance, killed, whole = random.Random(seed), 0, 0
    longest = 2.0
    while killed < kills:
        child = run(folder)
        time.sleep(chance.uniform(0.02, longest))
        os.kill(child, signal.SIGKILL)
        if ended(child) == -signal.SIGKILL:
            killed += 1
            longest *= 1.02
        else:
            whole += 1
            longest *= 0.7
            forget(folder, chance)
    return killed, whole


def forget(folder: Path, chance: random.Random) -> None:
    """Remove what some cells left: their done marks, and the numbers made from them."""
    marks = sorted(folder.glob("cache/cells/*/*/status.json"))
    for path in chance.sample(marks, k=len(marks) // 3):
        path.unlink()
    for path in sorted(folder.glob("cache/summary/*.npz")):
        path.unlink()


if __name__ == "__main__":
    place = Path(sys.argv[1])
    print(*kill_often(place / "killed", int(sys.argv[2]), int(sys.argv[3])))
    sys.exit(ended(run(place / "killed")) or ended(run(place / "undisturbed")))
