"""Table 11 end to end on a small generated corpus: numbers that fit together, files that verify."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError
from hippo_exp.pipeline.errors import run_errors
from hippo_exp.pipeline.planning.preflight import retrieval_faults
from hippo_exp.reporting import read_cells, read_comparisons, read_per_query
from hippo_exp.reporting.recheck import recheck_folder
from hippo_exp.types import Cell

SMALL = (
    "dataset=synthetic",
    "dataset.synthetic.n_passages=300",
    "dataset.synthetic.n_questions=40",
    "evaluation.bootstrap_resamples=100",
    "evaluation.permutation_resamples=100",
)


def chosen(*overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, "experiment/table11", [*SMALL, *overrides])


def run(folder: Path, *overrides: str, missing_facts: float = 0.4) -> Path:
    places = [f"out={folder / 'out'}", f"cache.root={folder / 'cache'}", "label=here"]
    lost = f"dataset.synthetic.missing_facts={missing_facts}"
    run_errors(chosen(*places, lost, *overrides), "python -m experiments.table11")
    return folder / "out" / "table11" / "here"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(tmp_path_factory.mktemp("errors"))


def lines(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))


def by_metric(folder: Path, row: str) -> dict[str, Cell]:
    return {cell.metric: cell for cell in read_cells(folder / "cells.csv") if cell.row == row}


def value(cell: Cell) -> float:
    assert cell.measured is not None
    return cell.measured


def test_the_files_verify(results: Path) -> None:
    assert recheck_folder(results) == []


def test_found_and_missed_are_all_questions(results: Path) -> None:
    for row in ("hipporag", "hipporag_ensemble", "passage_nodes"):
        cells = by_metric(results, row)
        missed = [value(cells[f"{name}_missed"]) for name in ("ner", "openie", "ppr")]
        assert value(cells["all_recall@5"]) + sum(missed) == pytest.approx(100)
        shares = [cells[f"{name}_share"] for name in ("ner", "openie", "ppr")]
        assert sum(map(value, shares)) == pytest.approx(100)
        assert {cell.n for cell in shares} == {round(0.4 * sum(missed))}  # of 40 questions
        assert cells["ner_missed"].n == 40


def test_the_list_of_errors_has_every_missed_question_and_its_class(results: Path) -> None:
    frame = read_per_query(results / "per_query.csv.gz")
    listed = lines(results / "errors.csv")
    for row in ("hipporag", "passage_nodes"):
        own = frame[(frame["row"] == row) & (frame["value"] == 100)]
        causes = {line["qid"]: line["class"] for line in listed if line["row"] == row}
        for name in ("ner", "openie", "ppr"):
            counted = set(own[own["metric"] == f"{name}_missed"]["qid"])
            assert counted == {qid for qid, cause in causes.items() if cause == name}
    ranks = [int(line["rank"]) for line in listed]
    assert min(ranks) > 5
    assert {line["evidence"] for line in listed if line["passage_class"] == "ppr"} == {
        "ranked_below"
    }


def test_lost_facts_are_found_out(results: Path, tmp_path: Path) -> None:
    """With two facts of five lost extraction is to blame for more than with all of them there."""
    others = ("spurious_facts", "malformed_rows", "failed_passages")
    exact = [f"dataset.synthetic.{name}=0" for name in others]
    whole = by_metric(run(tmp_path, *exact, "rows=[hipporag]", missing_facts=0), "hipporag")
    assert value(whole["openie_missed"]) <= 5  # names in other surface forms, which no edge joins
    assert value(by_metric(results, "hipporag")["openie_missed"]) > 25


def test_the_crosstab_follows_from_the_values_of_the_questions(results: Path) -> None:
    frame = read_per_query(results / "per_query.csv.gz")
    found = frame[frame["metric"] == "all_recall@5"].pivot_table(
        index="qid", columns="row", values="value"
    )
    base = found["hipporag"] == 100
    listed = lines(results / "errors.csv")
    cause = {line["qid"]: line["class"] for line in listed if line["row"] == "hipporag"}
    for line in lines(results / "crosstab.csv"):
        other = found[line["row"]] == 100
        if line["group"] == "found":
            expected = (base.sum(), (base & ~other).sum())
        else:
            group = np.array([line["group"] in ("all", cause.get(qid)) for qid in found.index])
            expected = ((~base & group).sum(), (~base & group & other).sum())
        assert (int(line["questions"]), int(line["count"])) == expected
        if expected[0]:
            assert float(line["share"]) == pytest.approx(100 * expected[1] / expected[0])
            assert float(line["ci_low"]) <= float(line["share"]) <= float(line["ci_high"])
    rows = Counter(line["row"] for line in lines(results / "crosstab.csv"))
    assert rows == {"hipporag_ensemble": 5, "passage_nodes": 5, "dense": 5}


def test_a_row_without_a_graph_is_crossed_and_has_no_causes(results: Path) -> None:
    cells = by_metric(results, "dense")
    assert value(cells["all_recall@5"]) > 0
    assert cells["ppr_missed"].measured is None
    assert cells["ppr_missed"].reason == "no misses that have a cause among these"
    compared = {(item.row, item.metric) for item in read_comparisons(results / "comparisons.csv")}
    assert ("dense", "all_recall@5") in compared
    assert ("passage_nodes", "openie_missed") in compared
    assert not any(metric.endswith("_share") for _, metric in compared)


def test_what_is_not_measured_says_so(results: Path) -> None:
    table = (results / "table.md").read_text("utf-8")
    assert "hf download colbert-ir/colbertv2.0" in table
    assert "by hand on 100 questions of MuSiQue: 48 % NER, 28 % OpenIE, 24 % PPR" in table
    assert "a gold passage is not among the first 5" in table
    cells = read_cells(results / "cells.csv")
    assert all(cell.paper is None for cell in cells)


def test_examples_name_entities_and_missing_passages(results: Path) -> None:
    page = (results / "examples.md").read_text("utf-8")
    assert page.count("\n## ") == 3
    assert page.count("query entities:") <= 9
    assert "reached from" in page


def test_the_same_command_leaves_the_same_bytes(results: Path, tmp_path: Path) -> None:
    again = run(tmp_path)
    for name in ("cells.csv", "table.md", "table.tex", "errors.csv", "crosstab.csv", "errors.svg"):
        assert (again / name).read_bytes() == (results / name).read_bytes()
    assert (again / "examples.md").read_bytes() == (results / "examples.md").read_bytes()


def test_another_depth(tmp_path: Path) -> None:
    found = by_metric(run(tmp_path, "errors.k=2", "rows=[hipporag]"), "hipporag")
    assert "all_recall@2" in found
    assert value(found["all_recall@2"]) + sum(
        value(found[f"{name}_missed"]) for name in ("ner", "openie", "ppr")
    ) == pytest.approx(100)


def test_a_baseline_that_is_not_among_the_rows(tmp_path: Path) -> None:
    folder = run(tmp_path, "rows=[dense,passage_nodes]")
    assert not (folder / "crosstab.csv").exists()
    assert not (folder / "examples.md").exists()
    assert recheck_folder(folder) == []


def test_the_depth_names_a_cell(tmp_path: Path) -> None:
    first = by_metric(run(tmp_path / "a", "rows=[hipporag]"), "hipporag")
    second = by_metric(run(tmp_path / "b", "rows=[hipporag]", "errors.k=4"), "hipporag")
    assert first["ppr_share"].cell_id != second["ppr_share"].cell_id


@pytest.mark.real_data
@pytest.mark.slow
@pytest.mark.neural
@pytest.mark.xdist_group("musique_train")
def test_causes_on_the_papers_tuning_split(
    tmp_path: Path, data_root: Path, vectors_cache: Path
) -> None:
    """The evidence of each of the 58 questions that HippoRAG misses was read by hand."""
    places = [f"out={tmp_path}", f"cache.root={vectors_cache}", f"data.root={data_root}"]
    own = ["dataset=musique_train", "encoder=minilm", "rows=[hipporag]"]
    settings = load_settings(RetrievalSettings, "experiment/table11", [*places, *own])
    run_errors(settings, "test")
    cells = by_metric(tmp_path / "table11" / "musique_train", "hipporag")
    found = [value(cells[f"{name}_missed"]) for name in ("ner", "openie", "ppr")]
    assert found == [3, 23, 32]


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("experiment.metrics=[recall@5]", "recall@5 is no metric of this table"),
        ("experiment.metrics=[all_recall@3]", "all_recall@3 is not at errors.k=5"),
        ("experiment.metrics=[ner_shar]", "ner_share"),
        ("gold=some.json", "no chosen row reads this setting"),
    ],
)
def test_faults_are_told_before_any_work(override: str, message: str) -> None:
    faults = retrieval_faults(chosen(override))
    assert any(message in str(fault) for fault in faults)


def test_a_depth_beyond_the_rankings_kept() -> None:
    with pytest.raises(FaultListError, match=r"errors\.k"):
        chosen("errors.k=21")


def test_other_tables_have_no_depth_of_errors() -> None:
    settings = load_settings(RetrievalSettings, "experiment/table2", ["dataset=synthetic"])
    assert settings.errors is None
    with pytest.raises(FaultListError, match=r"errors\.examples"):
        load_settings(RetrievalSettings, "experiment/table2", ["errors.k=3"])
