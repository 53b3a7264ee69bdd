"""The upkeep of an index, end to end on a small synthetic corpus."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from hippo_exp.cli.experiments import retrieval_experiment
from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.evaluation import overlap
from hippo_exp.graph.incremental import IndexedPassage
from hippo_exp.pipeline.maintenance import run_maintenance
from hippo_exp.pipeline.maintenance.growing import grow, index_rules, lookup, number_added
from hippo_exp.pipeline.maintenance.values import agreement_records, weight_records
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.reporting import read_cells
from hippo_exp.reporting.per_query import read_per_query
from hippo_exp.reporting.recheck import recheck_folder
from hippo_exp.storage import Store
from hippo_exp.types import Ranking

SMALL = [
    "dataset=synthetic",
    "dataset.synthetic.n_passages=300",
    "dataset.synthetic.n_questions=30",
    "maintenance.passages=5",
    "maintenance.sizes=[100,200,1000]",
    "evaluation.bootstrap_resamples=100",
    "evaluation.permutation_resamples=100",
]


def settings(tmp_path: Path, out: str = "out") -> RetrievalSettings:
    places = [f"out={tmp_path / out}", f"cache.root={tmp_path / 'cache'}", "label=here"]
    return load_settings(RetrievalSettings, "experiment/maintenance", [*SMALL, *places])


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tmp_path = tmp_path_factory.mktemp("maintenance")
    for out in ("out", "again"):
        run_maintenance(settings(tmp_path, out), "python -m experiments.maintenance")
    return tmp_path


@pytest.fixture
def folder(tree: Path) -> Path:
    return tree / "out" / "maintenance" / "here"


def test_results_are_sound_and_the_same_bytes_again(tree: Path, folder: Path) -> None:
    assert recheck_folder(folder) == []
    other = tree / "again" / "maintenance" / "here"
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    assert {"growth.csv", "growth.md", "maintenance.png", "effects.svg", "table.md"} <= {*names}
    for name in names:
        if name != "manifest.json":
            assert (folder / name).read_bytes() == (other / name).read_bytes(), name


def test_cells(folder: Path) -> None:
    cells = {f"{cell.row}/{cell.metric}": cell for cell in read_cells(folder / "cells.csv")}
    growth = list(csv.DictReader((folder / "growth.csv").read_text("utf-8").splitlines()))
    for metric in ("overlap@5", "overlap@20", "kendall@20"):
        assert cells[f"node_specificity/{metric}"].measured is None
        for row in ("idf", "unweighted"):
            cell = cells[f"{row}/{metric}"]
            assert cell.measured is not None
            assert cell.n == 30
    changed = {
        row: cells[f"{row}/weights_changed"].measured
        for row in ("node_specificity", "idf", "unweighted")
    }
    assert changed["idf"] > 50 * changed["node_specificity"]  # type: ignore[operator]
    assert 0 < changed["unweighted"] < changed["node_specificity"]  # type: ignore[operator]
    assert changed["idf"] >= float(growth[-1]["nodes"])  # type: ignore[operator]
    values = read_per_query(folder / "per_query.csv.gz")
    of_idf = values[(values["row"] == "idf") & (values["metric"] == "weights_changed")]
    assert of_idf["value"].nunique() == 1  # every node, whatever the passage


def test_growth_by_the_sizes_and_as_far_as_the_corpus_goes(folder: Path) -> None:
    steps = list(csv.DictReader((folder / "growth.csv").read_text("utf-8").splitlines()))
    assert [step["passages"] for step in steps] == ["100", "200", "295"]
    for step in steps:
        assert float(step["idfs"]) == int(step["nodes"]) + float(step["new_nodes"])
        assert float(step["searched"]) == float(step["new_nodes"])
        assert float(step["specificities"]) >= float(step["new_nodes"])
        assert step["built_pairs"] == step["edges"]
        assert float(step["pairs"]) < 20


def test_the_grown_index_is_the_one_that_was_built(tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    inputs = read_inputs(chosen)
    index = Workbench(inputs, Store(tmp_path / "cache")).index(chosen)
    passages = [
        IndexedPassage(passage.id, record)
        for passage, record in zip(
            inputs.dataset.passages, inputs.extraction(chosen).passages, strict=True
        )
    ]
    order = np.random.default_rng(1).permutation(len(passages))
    _, grown = grow(
        index_rules(chosen), lookup(index), passages, order, sizes=[100, 200], n_added=7
    )
    graph = grown.graph([passage.id for passage in passages])
    assert graph.nodes == index.graph.nodes
    assert graph.counts == index.graph.counts
    assert (graph.adjacency != index.graph.adjacency).nnz == 0
    assert (graph.passage_nodes != index.graph.passage_nodes).nnz == 0


def test_a_small_corpus_grows_from_its_half() -> None:
    assert [number_added(50, n) for n in (1, 2, 9, 99, 1000)] == [1, 1, 4, 49, 50]


def ranking(question: str, *passages: int) -> Ranking:
    places = np.array(passages)
    return Ranking(question, places, -np.arange(places.size, dtype=float), "ok")


def test_agreement_by_hand() -> None:
    rankings = {
        "base": (ranking("a", 1, 2, 3), ranking("b", 4, 5, 6)),
        "other": (ranking("a", 1, 3, 2), ranking("b", 7, 8, 9)),
    }
    found = agreement_records(rankings, "base", ["recall@5", "overlap@2", "kendall@3"])
    assert [record[:3] for record in found] == [
        *(("other", qid, "overlap@2") for qid in "ab"),
        *(("other", qid, "kendall@3") for qid in "ab"),
    ]
    values = [record[3] for record in found]
    assert values == pytest.approx([50, 0, 1 / 3, -9 / 12], abs=1e-12)
    assert overlap([1, 2], [1, 3], 2) == 0.5
    assert agreement_records(rankings, "absent", ["overlap@2"]) == []


def test_changed_weights_by_hand() -> None:
    """Of three passages: a in all, b in two, c in one."""
    from scipy import sparse

    from hippo_exp.graph import node_specificity
    from hippo_exp.types import KnowledgeGraph

    matrix = sparse.csr_array(np.array([[1.0, 1, 1], [1, 1, 0], [1, 0, 0]]))
    graph = KnowledgeGraph(
        ("a", "b", "c"), sparse.csr_array((3, 3)), matrix, node_specificity(matrix)
    )
    counts = {
        kind: [record[3] for record in weight_records("r", graph, kind, np.arange(3), "xyz")]
        for kind in (True, "idf", False)
    }
    assert counts[True] == [3, 2, 1]
    # (1 + N) / (1 + n) is 4/4 for a, 4/3, 4/2, and without any passage 3/3 for a, but others else
    assert counts["idf"] == [2, 2, 2]
    assert counts[False] == [1, 0, 0]


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("experiment.metrics=[overlap@1]", "overlap@1 compares other depths"),
        ("experiment.metrics=[kendall@21]", "use kendall@2 to kendall@20"),
        ("experiment.metrics=[em]", "em is no metric of this table"),
        ("maintenance.sizes=[200,100]", "[200, 100] do not ascend"),
        ("maintenance.passages=1", "greater than or equal to 2"),
        ("encoder=colbertv2", "an index that grows takes single ones"),
    ],
)
def test_faults_are_told_at_once(
    override: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["maintenance", *SMALL[:4], override])
    with pytest.raises(SystemExit) as ended:
        retrieval_experiment("maintenance")()
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
