"""Every fault of a command line at once, in each experiment, before any work and in good time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from test_bad_inputs import refused

from hippo_exp.cli.experiments import (
    paper_experiment,
    pathfinding_experiment,
    retrieval_experiment,
)
from hippo_exp.cli.main import main

Command = Callable[[], None]
COMMANDS: dict[str, Command] = {
    "pathfinding": pathfinding_experiment(),
    "paper": paper_experiment(),
} | {name: retrieval_experiment(name) for name in ("table1", "table2", "table8", "case_study")}

TOGETHER = [
    ("table2", "rows=[bm52] seed=-1 checkpoints.foo=/x", ["'bm52'", "[seed]", "[checkpoints.foo]"]),
    (
        "table2",
        "out=/dev/null/x cache.root=/dev/null limit=0",
        ["[out=", "[cache.root=", "[limit]"],
    ),
    ("table2", "experiment.metrics=[nope@1,recall@500]", ["'nope@1'", "recall@500 needs more"]),
    ("table2", "limit=3 limit=5 seed=one", ["limit is given twice", "[seed]"]),
    ("table2", "graph={normalizer: clean} graph.normalizer=paper", ["normalizer is given twice"]),
    ("table2", "rows=[bm25,bm25,bm52]", ["'bm25' is named twice", "'bm52'"]),
    ("table2", "dataset=nope rows=[bm52]", ["no dataset is named 'nope'", "'bm52'"]),
    (
        "table2",
        "dataset.synthetic.n_questions=-1 dataset.synthetic.foo=2",
        ["unknown setting 'dataset.synthetic.foo'", "[dataset.synthetic.n_questions]"],
    ),
    ("table2", "-m expansion.restart_prob=0.3,2 seed=0,-1", ["[expansion.restart_prob]", "[seed]"]),
    ("table2", "-m out=/dev/null/x seed=0,1", ["[out=/dev/null/x]"]),
    ("table2", "hydra/launcher=nope rows=[bm52]", ["'hydra/launcher/nope'", "'bm52'"]),
    (
        "pathfinding",
        "rows=[foo] n_instances=0 out=/dev/null/x",
        ["'foo'", "[n_instances]", "[out=/dev/null/x]"],
    ),
    ("pathfinding", "rows=[ppr,ppr] limit=0", ["name each ranker once", "[limit]"]),
    (
        "paper",
        "rows=[foo] seed=-1 cache.root=/dev/null tables=[table1,table1] checkpoints.gtr=/nowhere",
        ["'foo'", "[seed]", "[cache.root=", "'table1' is named twice", "[checkpoints.gtr]"],
    ),
    ("paper", "rows=[] datasets=[musique,musique]", ["no row is chosen", "'musique' is named"]),
]


def lines_of(
    capsys: pytest.CaptureFixture[str], name: str, text: str, folder: Path, *more: str
) -> list[str]:
    arguments = [*more] if not text else [*_split(text), *more]
    before = sorted(folder.iterdir())
    lines = refused(capsys, COMMANDS[name], *arguments)
    assert sorted(folder.iterdir()) == before
    return lines


def _split(text: str) -> list[str]:
    """The arguments of a command line; blanks within braces stay."""
    parts: list[str] = []
    for word in text.split(" "):
        if parts and parts[-1].count("{") > parts[-1].count("}"):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    return parts


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "text", "expected"), TOGETHER)
def test_every_fault_has_its_line_and_there_is_no_other(
    name: str, text: str, expected: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_of(capsys, name, text, folder)
    assert len(lines) == len(expected), lines
    for part in expected:
        assert sum(part in line for line in lines) == 1, (part, lines)


@pytest.mark.parametrize("name", ["table1", "table2", "case_study", "pathfinding", "paper"])
@pytest.mark.parametrize("kind", ["a file", "below a file", "a file as the experiment's folder"])
def test_results_that_cannot_be_written(
    name: str, kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = folder / "taken"
    if kind.endswith("folder"):
        place.mkdir()
        (place / name).write_text("")
        out = place
    else:
        place.write_text("")
        out = place if kind == "a file" else place / "x"
    found = lines_of(capsys, name, f"out={out}", folder)
    (line,) = [text for text in found if "missing data file" not in text]
    assert "is not a folder" in line
    assert f"[out={out}]: give a folder" in line


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc here")
def test_a_file_system_that_takes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines_of(capsys, "table2", "out=/proc/xx", folder)
    assert "nothing can be written there" in line


@pytest.mark.parametrize("holds", [None, "notes.txt", "pytorch_model.bin"])
def test_folders_of_weights(
    holds: str | None, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = folder / "weights"
    if holds is not None:
        weights.mkdir()
        (weights / holds).write_text("")
    text = f"checkpoints.gtr={weights} checkpoints.colbertv2={weights} seed=-1"
    lines = lines_of(capsys, "table2", text, folder)
    about = [line for line in lines if "[checkpoints." in line]
    # What the dense encoder reads is not what ColBERT reads.
    assert len(about) == (1 if holds == "pytorch_model.bin" else 2)
    expected = "no such folder" if holds is None else "the folder holds no "
    assert all(expected in line for line in about)


DEAD = [
    "expansion.restart_prob=0.3",
    "retriever.ties=last",
    "retriever.hipporag.node_specificity=false",
    "retriever.bm25.k1=1",
    "query_ner=capitalized",
    "evaluation.decimals=3",
    "evaluation.bootstrap_resamples=500",
    "evaluation.permutation_resamples=500",
]


@pytest.mark.parametrize("name", ["table1", "table8"])
@pytest.mark.parametrize("text", DEAD)
def test_a_table_of_counts_takes_no_setting_that_it_does_not_read(
    name: str, text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = lines_of(capsys, name, text, folder)
    assert f"no chosen row reads this setting [{text}]: leave it out" in line


def test_a_table_of_counts_takes_what_it_reads(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    read = "graph.normalizer=paper synonymy.threshold=0.9 encoder.ngram_max=4 limit=3"
    (line,) = lines_of(capsys, "table8", read, folder)
    assert "no effect on a table of counts [limit=3]" in line
    unread = "experiment.metrics=[unique_nodes] synonymy.threshold=0.9 encoder.ngram_max=4"
    assert len(lines_of(capsys, "table8", unread, folder)) == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("table2", "rows=[bm25] evaluation.permutation_resamples=500"),
        ("table2", "experiment.baseline=null evaluation.permutation_resamples=500"),
        ("table2", "rows=[bm25] query_ner=capitalized"),
        ("pathfinding", "rows=[mention_count] restart_prob=0.3"),
    ],
)
def test_settings_that_the_chosen_rows_do_not_read(
    name: str, text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = lines_of(capsys, name, text, folder)
    assert "no chosen row reads this setting" in line


def test_a_limit_on_counts_alone_is_refused_by_the_paper_s_run_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = lines_of(capsys, "paper", "tables=[table1,table8] limit=3", folder)
    assert "[limit=3]: leave it out" in line


def test_an_extraction_names_all_of_them_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["dataset=synthetic", "llm=local", "seed=1", "limit_passages=0", "to=/dev/null/x"]
    assert main(["extract", *arguments, "cache.root=/dev/null", "llm=local"]) == 2
    lines = capsys.readouterr().err.splitlines()
    expected = ("'seed'", "[limit_passages]", "[to=/dev/null/x]", "[cache.root=", "chosen twice")
    assert len(lines) == len(expected), lines
    for part in expected:
        assert sum(part in line for line in lines) == 1, (part, lines)
    assert list(folder.iterdir()) == []


def test_the_check_loads_nothing_heavy(folder: Path) -> None:
    heavy = ("scipy", "torch", "pandas", "matplotlib", "sklearn", "numba", "datasets", "igraph")
    program = (
        "import sys\n"
        "sys.argv[1:] = ['foo=1', 'rows=[bm52]']\n"
        "from hippo_exp.cli.experiments import retrieval_experiment\n"
        "try:\n"
        "    retrieval_experiment('table2')()\n"
        "except SystemExit as stop:\n"
        f"    print(stop.code, [name for name in {heavy} if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=folder
    )
    assert done.stdout.strip() == "2 []"
    assert len(done.stderr.splitlines()) == 2
