"""``hippo-exp data`` as a user types it, up to tables from an empty folder."""

from __future__ import annotations

import functools
import json
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from data_command_cases import data, fetch, run
from toy_release import N_CHAINS, SIZES

import hippo_exp.datasets.hub
from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.reporting import read_cells

NAMES = list(SIZES)


HIPPO_EXP = [
    sys.executable,
    "-c",
    "import sys; from hippo_exp.cli.main import main; sys.exit(main())",
]


@pytest.fixture(scope="module")
def address(release: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(release))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.slow
def test_from_an_empty_folder_to_tables_2_and_5(
    tmp_path: Path, release: Path, address: str
) -> None:
    index = str(release / "index.tsv")
    done = run(tmp_path, *HIPPO_EXP, "data", "fetch", *NAMES, "--mirror", address, "--index", index)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("fetched   ") == 27
    assert done.stdout.count("cite: ") == 3
    quick = ("evaluation.bootstrap_resamples=200", "evaluation.permutation_resamples=199")
    choice = (f"dataset={','.join(NAMES)}", "out=out", *quick)
    for table in ("table2", "table5"):
        made = run(tmp_path, sys.executable, "-m", f"experiments.{table}", "-m", *choice)
        assert made.returncode == 0, made.stderr
        for name in NAMES:
            cells = read_cells(tmp_path / "out" / table / name / "cells.csv")
            found = {(c.row, c.metric): c.measured for c in cells if c.measured is not None}
            assert found["hipporag", "recall@5"] == 100.0
            assert len({row for row, _ in found}) == (3 if table == "table2" else 9)
            assert {c.n for c in cells if c.measured is not None} == {N_CHAINS}


def test_a_part_alone_and_a_part_that_nobody_has(
    release: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fetch(release, root, "musique", options=("--parts", "corpus", "gpt35")) == 0
    assert len(list((root / "musique").iterdir())) == 2
    assert fetch(release, root, "musique", options=("--parts", "corpse")) == 2
    assert "no part 'corpse'" in capsys.readouterr().err


def test_absent_files_of_a_mirror_are_all_named(
    tmp_path: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    assert data("fetch", "case_study_biomed", "--root", root, "--mirror", tmp_path / "empty") == 3
    out, err = capsys.readouterr()
    assert err.count("error: the source has no such file") == 2
    assert out.count("skipped   ") == 2
    assert "not in the release" in out


def test_a_mirror_with_the_layout_of_a_data_root(
    release: Path, root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fetch(release, root, "musique")
    index, second = release / "index.tsv", tmp_path / "second"
    assert data("fetch", "musique", "--root", second, "--mirror", root, "--index", index) == 0
    assert data("verify", "musique", "--root", second, "--index", index) == 0
    assert capsys.readouterr().out.count("fetched   ") == 18


def test_a_server_that_is_not_there_ends_the_command_at_once(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(
        "hippo_exp.storage.download.fetch.Rules",
        functools.partial(hippo_exp.storage.download.Rules, pause=lambda seconds: None),
    )
    assert data("fetch", "all", "--root", root, "--mirror", "http://127.0.0.1:9") == 3
    assert capsys.readouterr().err.count("cannot be reached") == 1


def test_list_path_and_card(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert data("list", "--root", root) == 0
    listed = capsys.readouterr().out
    assert f"data root: {root}" in listed
    assert "musique                  0 of 9 files  CC BY 4.0" in listed
    assert data("path", "--root", root) == 0
    assert data("path", "hotpotqa", "--root", root) == 0
    assert capsys.readouterr().out.splitlines() == [str(root), str(root / "hotpotqa")]
    assert data("card", "2wikimultihopqa") == 0
    card = capsys.readouterr().out
    for piece in ("Apache-2.0", "Ho et al.", "1,000 questions, 6,119 passages", "d2e236375a97"):
        assert piece in card


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["fetch", "musiqe"], "did you mean musique"),
        (["card", "nothing"], "there are:"),
        (["verify"], "no data set is there"),
        (["fetch", "musique", "--mirror", "ftp://x"], "no http(s) address"),
        (["list", "--index", "none.tsv"], "--index"),
        (["build", "musique_train", "--questions", "3"], "no hub copy"),
        (["build", "musique", "--questions", "3", "--repository", "a/b"], "--revision"),
    ],
)
def test_a_wrong_command_is_one_line(
    root: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    assert data(*arguments, "--root", root) != 0
    err = capsys.readouterr().err
    assert err.count("error: ") == 1
    assert expected in err
    assert not root.exists()


def test_a_hub_sample_runs_as_ones_own_corpus(
    tmp_path: Path,
    release: Path,
    root: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    questions = json.loads((release / "data/hotpotqa.json").read_text())
    lines = (json.dumps({"id": row.pop("_id"), **row}) for row in questions)
    (copy / "validation.jsonl").write_text("\n".join(lines))
    monkeypatch.setattr(
        "hippo_exp.datasets.hub.hub_rows",
        functools.partial(hippo_exp.datasets.hub.hub_rows, cache=tmp_path / "hub"),
    )
    command = ("build", "hotpotqa", "--questions", 5, "--seed", 2, "--repository", copy)
    assert data(*command, "--root", root) == 0
    out = capsys.readouterr().out
    folder = root / "hotpotqa_validation_5_seed2"
    assert f"5 questions, 15 passages in {folder}" in out
    module, *overrides = out.split("run: python -m ")[1].split()
    assert module == "experiments.table2"
    places = (f"out={tmp_path / 'out'}", f"cache.root={tmp_path / 'cache'}")
    chosen = [*overrides, "rows=[bm25]", *places]
    run_retrieval(load_settings(RetrievalSettings, "experiment/table2", chosen), "test")
    cells = read_cells(tmp_path / "out/table2" / folder.name / "cells.csv")
    assert {cell.n for cell in cells} == {5}
