"""`hippo-exp explain` and `hippo-exp graph export` as a user types them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from hippo_exp.cli.main import main
from hippo_exp.cli.words import made_by, read_words
from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.storage import Store

SMALL = (
    "dataset.synthetic.n_passages=200",
    "dataset.synthetic.n_questions=12",
    "dataset.synthetic.hub_degree=10",
)


@pytest.fixture(autouse=True)
def _cache(vectors_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIPPO_EXP_CACHE", str(vectors_cache))


@pytest.fixture(scope="module")
def vectors_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def test_text_then_page_and_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["explain", "synthetic", "question-01", *SMALL]) == 0
    text = capsys.readouterr().out
    assert text.startswith("synthetic · question-01 · ")
    assert "\x1b" not in text
    page = tmp_path / "deep" / "q.html"
    arguments = ["explain", "synthetic", "--json", *SMALL, "question-01", "--html", str(page)]
    assert main(arguments) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["question"]["id"] == "question-01"
    assert document["command"] == f"hippo-exp explain synthetic question-01 {' '.join(SMALL)}"
    assert f"<h1>{document['question']['text']}</h1>" in page.read_text(encoding="utf-8")
    assert [path.name for path in page.parent.iterdir()] == ["q.html"]


def test_the_printed_command_gives_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Who founded the Shipyard of Nowhere?"
    arguments = ["explain", "synthetic", *text.split(), *SMALL, "--method", "passage_nodes",
                 "--entity", "Shipyard of Nowhere", "--top", "3", "--json"]  # fmt: skip
    assert main(arguments) == 0
    first = capsys.readouterr().out
    document = json.loads(first)
    assert document["question"]["entities"] == ["Shipyard of Nowhere"]
    assert len(document["passages"]) == 3
    again = subprocess.run(
        f"{sys.executable} -m hippo_exp.cli.main {document['command'][len('hippo-exp ') :]} --json",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
        env=dict(os.environ),
    )
    assert again.stdout == first


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["synthetic", "question-1"], 2, "did you mean question-01?"),
        (["synthetc", "question-01"], 2, "did you mean synthetic?"),
        (["synthetic", "question-01", "--method", "bm2"], 2, "did you mean bm25?"),
        (["synthetic", "question-01", "encoder=mini"], 2, "did you mean minilm?"),
        (["synthetic", "question-01", "limit=3"], 2, "it has no effect here"),
        (["synthetic"], 2, "no question is given"),
        (["synthetic", "question-01", "--top", "0"], 2, "use 1 to 100"),
        (["synthetic", "question-01", "--html", ""], 2, "not a path"),
        (["custom", "q"], 2, "dataset.dir=FOLDER"),
        (["musique", "q"], 3, "hippo-exp data fetch musique"),
        (["synthetic", "question-01", "--method", "raptor"], 3, "raptor cannot run on synthetic"),
    ],
)
def test_faults_are_lines(
    arguments: list[str],
    code: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HIPPO_EXP_DATA", str(tmp_path))
    small = SMALL if arguments[0] == "synthetic" else ()
    assert main(["explain", *arguments, *small]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert all(line.startswith("error: ") for line in captured.err.splitlines())


def test_unknown_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["explain", "synthetic", "q", "--mehtod", "bm25"])
    assert caught.value.code == 2
    with pytest.raises(SystemExit):
        main(["list", "everything"])
    assert "unrecognized arguments: everything" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["explain"], ["graph"], ["graph", "export"]])
def test_help_ends_with_examples(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    assert f"  hippo-exp {' '.join(command[:1])}" in capsys.readouterr().out


def test_words() -> None:
    words = read_words(["toy", "Is", "x", "y=1?", "a.b=2", "c/d=e f"])
    assert (words.dataset, words.text) == ("toy", "Is x")
    assert words.overrides == ("dataset=toy", "y=1?", "a.b=2", "c/d=e f")
    quoted = read_words(["toy", "Is x y=1?", "a.b=[1,2]", "dataset.dir=/home/me/x"])
    assert (quoted.text, quoted.overrides[1:]) == (
        "Is x y=1?",
        ("a.b=[1,2]", "dataset.dir=/home/me/x"),
    )
    made = made_by("explain", quoted, ["--top=3"])
    assert made == "hippo-exp explain toy 'Is x y=1?' 'a.b=[1,2]' --top=3"
    assert made_by("graph export", read_words(["custom", "dataset.dir=/home/me/x"]), []) == (
        "hippo-exp graph export custom dataset.dir=FOLDER"
    )


def test_the_exported_graph_is_the_index(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vectors_cache: Path
) -> None:
    target = tmp_path / "g.graphml"
    arguments = ["graph", "export", "synthetic", "--to", str(target), *SMALL]
    assert main(arguments) == 0
    overrides = ["dataset=synthetic", *SMALL]
    settings = load_settings(RetrievalSettings, "experiment/table2", overrides)
    bench = Workbench(read_inputs(settings), Store(vectors_cache))
    graph = bench.index(settings).graph
    read = nx.read_graphml(target)
    weights = nx.to_scipy_sparse_array(read, nodelist=list(read), weight="weight")
    assert (weights != graph.adjacency).nnz == 0
    assert [data["phrase"] for _, data in read.nodes(data=True)] == list(graph.nodes)
    printed = capsys.readouterr().out
    assert printed.startswith(f"{len(graph.nodes):,} nodes, {graph.adjacency.nnz // 2:,} edges in ")
    assert (
        read.graph["made_by"]
        == f"hippo-exp graph export synthetic {' '.join(SMALL)} --to g.graphml"
    )
    before = target.read_bytes()
    assert main([*arguments, "--with-passages"]) == 0
    both = nx.read_graphml(target)
    assert len(both) == len(graph.nodes) + 200
    assert before != target.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["synthetic", "--to", "x.png"], "name a file that ends in .graphml"),
        (["synthetic", "stray", "--to", "x.graphml"], "not a setting with a value [stray]"),
        (["synthetic", "retriever.bm25.k1=2", "--to", "x.graphml"], "no chosen row reads"),
        (["synthetic", "expansion.restart_prob=0.3", "--to", "x.graphml"], "it has no effect here"),
    ],
)
def test_faults_of_an_export(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["graph", "export", *arguments]) == 2
    assert said in capsys.readouterr().err
