"""``hippo-exp cache`` as a user types it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

from hippo_exp.cli.main import main
from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import DataError
from hippo_exp.llm import ChatReply, ReplyStore
from hippo_exp.pipeline.cells.keeper import CELLS, CellKeeper
from hippo_exp.pipeline.cells.outcome import Outcome
from hippo_exp.pipeline.llm.session import REPLIES
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.storage import Store
from hippo_exp.types import Ranking

DAY = 86_400


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A cache with three entries, 40, 20 and 0 days old, two cells, one file of replies."""
    root = tmp_path / "cache"
    store = Store(root)
    for number, (stage, days) in enumerate((("vectors", 40), ("synonymy", 20), ("vectors", 0))):
        key = {"k": number}
        store.arrays(stage, 1, key, lambda: {"x": np.zeros(125_000)})
        path = store.path(stage, 1, key)
        assert path is not None
        aged(path, days)
    keeper = CellKeeper(root / CELLS)
    ranking = Ranking("q", np.arange(2), np.array([2.0, 1.0]))
    keeper.outcome("0" * 32, "row", "data", lambda: Outcome((ranking,)))

    def work() -> Outcome:
        raise DataError("no")

    with pytest.raises(DataError):
        keeper.outcome("1" * 32, "row", "data", work)
    replies = ReplyStore(root / REPLIES)
    replies.put("a" * 64, ChatReply("text", "stop", 1, 1, "", 0.1, ""))
    replies.close()
    return root


def aged(path: Path, days: float) -> None:
    then = time.time() - days * DAY
    os.utime(path, (then, then))


def cache(root: Path, *arguments: str) -> int:
    return main(["cache", arguments[0], "--root", str(root), *arguments[1:]])


def files(root: Path) -> dict[str, int]:
    """Kind -> number of files."""
    kinds = [path.relative_to(root).parts[0] for path in root.rglob("*") if path.is_file()]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}


WHOLE = {"cells": 4, "replies": 1, "synonymy": 1, "vectors": 2}


def test_list_and_size(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "notes.txt").write_text("mine")
    lost = root / "vectors" / f".{'a' * 60}.ab_4x9zz"
    lost.write_bytes(b"part")
    aged(lost, 1)
    assert cache(root, "list") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    today = time.strftime("%Y-%m-%d", time.gmtime())
    before = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 20 * DAY))
    assert [line[:4] for line in lines[2:4]] == [
        ["synonymy", "1", "1.000", before],
        ["vectors", "2", "2.001", today],
    ]
    assert lines[4][:2] == ["cells", "2"]
    assert lines[4][-4:] == ["1", "done,", "1", "failed"]
    assert lines[5][:2] == ["model", "replies"]
    assert " ".join(lines[6]) == "left by killed processes: 1 file; prune deletes them"
    assert " ".join(lines[7]) == "not the cache's own: 1 file or folder, never touched"
    assert cache(root, "size") == 0
    sizes = [line.rsplit(None, 2) for line in capsys.readouterr().out.splitlines()]
    kinds = ["stage outputs", "cells", "model replies", "left files", "total"]
    assert [line[0].strip() for line in sizes] == kinds
    assert {line[2] for line in sizes} == {"MB"}
    *parts, total = [float(line[1]) for line in sizes]
    assert parts[0] == pytest.approx(3.001, abs=0.001)
    assert total == pytest.approx(sum(parts), abs=0.003)


@pytest.mark.parametrize(
    ("options", "gone"),
    [
        ("", {}),
        ("--max-gb 0.003", {"vectors": 1}),
        ("--max-gb 0.001", {"vectors": 2, "synonymy": 1}),
        ("--max-gb 1", {}),
        ("--stage vectors", {"vectors": 2}),
        ("--stage vectors --older-than 30", {"vectors": 1}),
        ("--stage vectors --max-gb 0.0011", {"vectors": 1}),
        ("--stage synonymy --older-than 30", {}),
        ("--older-than 10", {"vectors": 1, "synonymy": 1}),
        ("--older-than 0", {"vectors": 2, "synonymy": 1, "cells": 4}),
        ("--older-than 30 --max-gb 0.0011", {"vectors": 1, "synonymy": 1}),
        ("--failed", {"cells": 1}),
        ("--failed --older-than 1", {}),
        ("--failed --max-gb 0", {"cells": 1, "vectors": 2, "synonymy": 1}),
        ("--replies", {"replies": 1}),
        ("--replies --older-than 3", {}),
        ("--replies --stage vectors --failed", {"replies": 1, "vectors": 2, "cells": 1}),
    ],
)
def test_prune_deletes_what_the_dry_run_says(
    root: Path, options: str, gone: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (root / REPLIES).iterdir():
        aged(path, 2)
    assert files(root) == WHOLE
    assert cache(root, "prune", *options.split(), "--dry-run") == 0
    *lines, would = capsys.readouterr().out.splitlines()
    assert files(root) == WHOLE
    assert cache(root, "prune", *options.split()) == 0
    assert capsys.readouterr().out.strip() == would.replace("would delete", "deleted")
    left = files(root)
    assert {kind: n - left.get(kind, 0) for kind, n in WHOLE.items() if n > left.get(kind, 0)} == (
        gone
    )
    assert bool(lines) == bool(gone)
    assert not any((root / line.split()[4]).exists() for line in lines)


def test_replies_that_a_run_may_be_writing_stay(root: Path) -> None:
    assert cache(root, "prune", "--replies") == 0
    assert files(root) == WHOLE


def test_verify_names_what_is_damaged_and_deletes_it(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cache(root, "verify") == 0
    assert "verified: 3 stage outputs, 2 cells, 0 damaged" in capsys.readouterr().out
    entry = next((root / "synonymy").iterdir())
    entry.write_bytes(entry.read_bytes()[:-1])
    (root / CELLS / "00" / ("0" * 32) / "rankings.npz").write_bytes(b"")
    assert cache(root, "verify") == 6
    faults = [line for line in capsys.readouterr().err.splitlines() if line.startswith("error")]
    assert len(faults) == 2
    assert f"[synonymy/{entry.name}]" in faults[0]
    assert f"rankings.npz is not as it was written [cells/00/{'0' * 32}]" in faults[1]
    assert cache(root, "verify", "--delete") == 0
    text = capsys.readouterr().out
    assert text.count("deleted: ") == 2
    assert "2 damaged" in text
    assert files(root) == {"cells": 1, "replies": 1, "vectors": 2}
    assert cache(root, "verify") == 0


def test_faults_of_the_command_line(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cache(root, "prune", "--stage", "vector") == 2
    assert "no stage 'vector' in the cache [--stage]" in capsys.readouterr().err
    assert cache(root, "prune", "--stage", CELLS) == 2
    assert cache(tmp_path / "absent", "list") == 2
    assert "no such folder" in capsys.readouterr().err
    for amount in ("-1", "nan", "inf", "much"):
        with pytest.raises(SystemExit) as caught:
            cache(root, "prune", "--max-gb", amount)
        assert caught.value.code == 2
    assert files(root) == WHOLE


def test_the_default_place(
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HIPPO_EXP_CACHE", str(root))
    assert main(["cache", "list"]) == 0
    assert capsys.readouterr().out.startswith(f"cache: {root}\n")
    monkeypatch.setenv("HIPPO_EXP_CACHE", str(tmp_path / "not yet"))
    for action in ("list", "size", "prune", "verify"):
        assert main(["cache", action]) == 0


def test_an_experiment_prunes_at_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = [
        *("dataset=synthetic", "dataset.synthetic.n_passages=200"),
        *("dataset.synthetic.n_questions=20", "evaluation.bootstrap_resamples=100"),
        *(f"out={tmp_path / 'out'}", f"cache.root={tmp_path / 'cache'}", "rows=[dense]"),
    ]
    for cap, kept in ((1, True), (0, False)):
        overrides = [*common, f"cache.max_gb={cap}", "cells.mode=overwrite"]
        run_retrieval(load_settings(RetrievalSettings, "experiment/table2", overrides), "t")
        assert ("vectors" in files(tmp_path / "cache")) is kept
        assert (f"cache.max_gb={cap}: deleted" in capsys.readouterr().err) is not kept
    assert files(tmp_path / "cache") == {"cells": 3}
