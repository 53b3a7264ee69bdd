"""``hippo-exp data`` as a user types it, up to tables from an empty folder."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from toy_release import N_CHAINS, SIZES, blob, write_release

import hippo_exp.datasets.hub
from hippo_exp.cli.main import main
from hippo_exp.config import config_folder, load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.pipeline.source.counts import check_counts, paper_counts, read_dataset
from hippo_exp.pipeline.source.integrity import Integrity, check_integrity
from hippo_exp.pipeline.source.registry import registered_datasets
from hippo_exp.reporting import read_cells

NAMES = list(SIZES)
HIPPO_EXP = [
    sys.executable,
    "-c",
    "import sys; from hippo_exp.cli.main import main; sys.exit(main())",
]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    write_release(folder)
    return folder


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


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "data"


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


def test_verify_finds_everything_in_order(
    release: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fetch(release, root, "all") == 0
    assert capsys.readouterr().out.count("cite: ") == 3
    assert fetch(release, root, "all") == 0
    again = capsys.readouterr().out
    assert again.count("present   ") == 27
    assert "cite: " not in again
    index = release / "index.tsv"
    assert data("verify", "--root", root, "--index", index) == 0
    printed = capsys.readouterr().out
    assert printed.count("  ok ") == 27
    assert f"{'questions':28} {N_CHAINS:>10} {'1,000':>10} {N_CHAINS - 1000:>+10,}" in printed
    assert f"{'passages':28} {3 * N_CHAINS:>10} {'11,656':>10}" in printed
    assert data("verify", "musique", "--root", root, "--index", index, "--strict") == 3
    errors = capsys.readouterr().err
    assert "8 questions where the paper has 1,000 [musique]" in errors
    assert "24 passages where the paper has 11,656 [musique]" in errors


def test_without_the_index_the_toy_files_are_not_the_release(
    release: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fetch(release, root, "musique")
    capsys.readouterr()
    assert data("verify", "--root", root) == 3
    out, err = capsys.readouterr()
    assert out.count("  altered ") == 9
    assert err.count("error: ") == 9
    assert "fc0fcba05225d0975f0437deb3814418bf570942" in err
    assert blob((release / "data/musique.json").read_bytes()) in err
    assert "dataset.notes" in err
    assert "questions " in out


def test_a_corrupted_file_of_a_mirror_never_gets_its_name(
    tmp_path: Path, release: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(release, broken)
    path = broken / "data/musique_corpus.json"
    path.write_bytes(path.read_bytes().replace(b"river", b"rivet", 1))
    assert fetch(broken, root, "musique") == 3
    out, err = capsys.readouterr()
    assert out.count("fetched   ") == 8
    assert out.count("failed    ") == 1
    assert blob((release / "data/musique_corpus.json").read_bytes()) in err
    assert blob(path.read_bytes()) in err
    names = [item.name for item in (root / "musique").iterdir()]
    assert "musique_corpus.json" not in names
    assert not [name for name in names if name.endswith((".part", ".lock"))]


def test_a_swapped_corpus_is_refused_before_any_search_naming_both(
    tmp_path: Path, release: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fetch(release, root, "all")
    shutil.copy(
        root / "2wikimultihopqa/2wikimultihopqa_corpus.json", root / "musique/musique_corpus.json"
    )
    done = run(tmp_path, sys.executable, "-m", "experiments.table2", "dataset=musique", "out=out")
    assert done.returncode == 3
    assert "musique/musique.json" in done.stderr
    assert "musique/musique_corpus.json" in done.stderr
    assert done.stderr.count("error: ") == 1
    assert not (tmp_path / "out").exists()
    index = str(release / "index.tsv")
    assert data("verify", "musique", "--root", root, "--index", index) == 3
    assert "this is 2wikimultihopqa/2wikimultihopqa_corpus.json" in capsys.readouterr().err


def test_the_label_that_verify_proposes_reaches_the_table(release: Path, root: Path) -> None:
    fetch(release, root, "musique")
    places = (f"data.root={root}", f"out={root.parent / 'out'}", f"cache.root={root.parent}")
    proposed = "dataset.notes=['own questions']"
    done = run(
        root.parent, sys.executable, "-m", "experiments.table2", "dataset=musique", "rows=[bm25]",
        proposed, *places,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "own questions" in done.stdout


def test_integrity_of_a_run_s_files(release: Path, root: Path) -> None:
    fetch(release, root, "all")
    settings = load_settings(
        RetrievalSettings, "experiment/table2", ["dataset=musique", f"data.root={root}"]
    )
    found = check_integrity(settings)
    parts = ("musique.json", "musique_corpus.json", "gpt-3.5-turbo-1106", "queries")
    assert len(found.notes) == len(found.altered) == len(parts)
    for part, error, note in zip(parts, found.altered, found.notes, strict=True):
        assert part in str(error)
        assert "is not the released file" in note
    assert found.misplaced == ()


@pytest.mark.real_data
def test_integrity_of_real_files_and_of_swapped_ones(data_root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "musique_train"
    shutil.copytree(data_root / "musique_train", folder)
    settings = load_settings(
        RetrievalSettings, "experiment/table2", ["dataset=musique_train", f"data.root={tmp_path}"]
    )
    assert check_integrity(settings) == Integrity((), (), ())
    corpus = folder / "musique_train_corpus.json"
    corpus.unlink()
    shutil.copy(data_root / "2wikimultihopqa/2wikimultihopqa_corpus.json", corpus)
    (error,) = check_integrity(settings).misplaced
    assert "this is 2wikimultihopqa/2wikimultihopqa_corpus.json" in str(error)
    assert str(corpus) in str(error)


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


def test_the_registry_agrees_with_the_paper_and_names_every_file_once() -> None:
    datasets = registered_datasets()
    paths = [file.path for dataset in datasets for file in dataset.files]
    assert len(paths) == len(dict.fromkeys(paths))
    assert {item.name for item in datasets} == {
        path.stem
        for path in (config_folder() / "dataset").glob("*.yaml")
        if path.stem not in ("synthetic", "custom")
    }
    by_name = {item.name: item for item in datasets}
    for name, passages in SIZES.items():
        assert paper_counts(by_name[name].paper) == {"questions": 1000, "passages": passages}
        assert by_name[name].hub is not None
    assert all(item.licence and item.citation and item.about for item in datasets)


@pytest.mark.real_data
def test_verify_of_real_data(data_root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert data("verify", "musique_train", "--root", data_root) == 0
    out = capsys.readouterr().out
    assert out.count("  ok ") == 3
    assert "no published id" in out
    code = data("verify", "2wikimultihopqa", "--root", data_root)
    out, err = capsys.readouterr()
    assert code == 3
    assert "altered    2wikimultihopqa/2wikimultihopqa.json" in out
    assert "ok         2wikimultihopqa/2wikimultihopqa_corpus.json" in out
    assert f"{'passages':28} {'6,119':>10} {'6,119':>10} {'+0':>10}" in out
    assert "--replace" in err
    dataset = read_dataset("2wikimultihopqa", data_root)
    assert check_counts(dataset, paper_counts("2wiki")) == []
