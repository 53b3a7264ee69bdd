"""hippo-exp data verify: what is in order, and what is not."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from data_command_cases import data, fetch, run
from toy_release import N_CHAINS, SIZES, blob

from hippo_exp.config import config_folder, load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.source.counts import check_counts, paper_counts, read_dataset
from hippo_exp.pipeline.source.integrity import Integrity, check_integrity
from hippo_exp.pipeline.source.registry import registered_datasets


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


def test_the_registry_agrees_with_the_paper_and_names_every_file_once() -> None:
    datasets = registered_datasets()
    paths = [file.path for dataset in datasets for file in dataset.files]
    assert len(paths) == len(dict.fromkeys(paths))
    assert {item.name for item in datasets} == {
        path.stem
        for path in (config_folder() / "dataset").glob("*.yaml")
        if path.stem not in ("synthetic", "custom") and not path.stem.startswith("pathfinding_")
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
