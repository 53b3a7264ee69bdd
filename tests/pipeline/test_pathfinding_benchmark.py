"""The leaderboard end to end on a small synthetic corpus: bounds, whole rankings, by hops."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import FaultListError
from hippo_exp.pipeline.planning.preflight import retrieval_faults
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.pipeline.run.expected import expected_values
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.pipeline.source.sought import seeking_answers
from hippo_exp.pipeline.sweep.run import sweep_faults
from hippo_exp.reporting import audit, read_cells, read_per_query
from hippo_exp.reporting.by_hops import read_hops
from hippo_exp.types import Cell, Dataset, Passage, Question

SMALL = [
    "dataset=synthetic",
    "dataset.synthetic.n_passages=300",
    "dataset.synthetic.n_questions=40",
    "evaluation.bootstrap_resamples=100",
    "evaluation.permutation_resamples=100",
]
ROWS = (
    "oracle,random,mention_count,bm25,hipporag,perfect_reader_bm25,perfect_reader_hipporag,"
    "perfect_reader_evidence_first"
)


def settings_of(tmp_path: Path, *more: str, rows: str = ROWS) -> RetrievalSettings:
    places = [f"out={tmp_path / 'out'}", f"cache.root={tmp_path / 'cache'}", f"rows=[{rows}]"]
    return load_settings(
        RetrievalSettings, "experiment/pathfinding_benchmark", [*SMALL, *places, *more]
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("benchmark")
    run_retrieval(settings_of(place), "test")
    return place / "out" / "pathfinding_benchmark" / "synthetic"


@pytest.fixture(scope="module")
def cells(folder: Path) -> dict[str, Cell]:
    return {f"{cell.row}/{cell.metric}": cell for cell in read_cells(folder / "cells.csv")}


def value(cells: dict[str, Cell], name: str) -> float:
    found = cells[name].measured
    assert found is not None
    return found


def test_the_oracle_is_perfect_and_no_row_is_above_it(cells: dict[str, Cell]) -> None:
    assert value(cells, "oracle/mean_rank") == 1.0
    assert value(cells, "oracle/recall@5") == 100.0
    for row in ROWS.split(","):
        assert value(cells, f"{row}/recall@2") <= value(cells, "oracle/recall@2")
        assert value(cells, f"{row}/mean_rank") >= 1.0


def test_a_random_order_is_what_its_note_expects(
    tmp_path: Path, folder: Path, cells: dict[str, Cell]
) -> None:
    dataset = read_inputs(settings_of(tmp_path)).dataset
    expected = expected_values(dataset, ["recall@5", "mean_rank"])
    text = (folder / "table.md").read_text("utf-8")
    assert f"expected exactly: recall@2 {200 / 300:.2f}, recall@5 {500 / 300:.2f}" in text
    assert f"mean_rank {expected['mean_rank']:.2f}" in text
    cell = cells["random/mean_rank"]
    assert cell.ci_low is not None
    assert cell.ci_high is not None
    width = cell.ci_high - cell.ci_low
    assert abs(value(cells, "random/mean_rank") - expected["mean_rank"]) < width


def test_a_perfect_reader_finds_more_than_what_it_searches_with(cells: dict[str, Cell]) -> None:
    for inner in ("bm25", "hipporag"):
        found = value(cells, f"perfect_reader_{inner}/recall@5")
        assert found > value(cells, f"{inner}/recall@5")
    first = value(cells, "perfect_reader_evidence_first/recall@5")
    assert first >= value(cells, "perfect_reader_hipporag/recall@5")


def test_mean_rank_is_of_the_whole_ranking(folder: Path, cells: dict[str, Cell]) -> None:
    frame = read_per_query(folder / "per_query.csv.gz")
    ranks = frame[(frame["row"] == "bm25") & (frame["metric"] == "mean_rank")]["value"]
    assert ranks.max() > 20
    assert ranks.mean() == pytest.approx(value(cells, "bm25/mean_rank"))


def test_files_by_hops_stand_beside_the_table(folder: Path) -> None:
    groups = read_hops(folder / "by_hops.csv")
    assert [cell.hops for cell in groups if (cell.row, cell.metric) == ("bm25", "recall@5")] == [
        2,
        3,
        4,
    ]
    for name in ("by_hops.md", "by_hops.svg", "by_hops.png", "effects.png", "recall.png"):
        assert (folder / name).is_file()


def test_the_results_verify(folder: Path) -> None:
    root = folder.parents[2]
    (root / "results").symlink_to(folder.parents[1])
    name = "`pathfinding_benchmark/synthetic/oracle/mean_rank`"
    (root / "FINDINGS.md").write_text(
        f"| claim | value | interval |\n|---|---|---|\n| {name} | 1.00 | [1.00, 1.00] |\n",
        encoding="utf-8",
    )
    assert list(audit(root).faults) == []


def test_kept_rankings_give_the_same_again(tmp_path: Path) -> None:
    for label in ("one", "two"):
        run_retrieval(settings_of(tmp_path, f"label={label}", rows="hipporag,random"), "test")
    home = tmp_path / "out" / "pathfinding_benchmark"
    for name in ("cells.csv", "per_query.csv.gz", "by_hops.csv", "table.md", "by_hops.svg"):
        assert (home / "one" / name).read_bytes() == (home / "two" / name).read_bytes()


def test_whole_rankings_are_measured_in_any_table(tmp_path: Path) -> None:
    settings = load_settings(
        RetrievalSettings,
        "experiment/table2",
        [*SMALL[:-1], "experiment.metrics=[mean_rank]", "rows=[bm25]", f"out={tmp_path}"],
    )
    assert retrieval_faults(settings) == []


def test_whole_rankings_are_refused_in_a_sweep_that_joins_kept_cells(tmp_path: Path) -> None:
    (fault,) = sweep_faults(settings_of(tmp_path))
    assert "mean_rank needs whole rankings" in str(fault)
    assert sweep_faults(settings_of(tmp_path, "experiment.metrics=[recall@5]")) == []


def test_a_setting_of_the_perfect_reader_is_refused_where_no_row_reads_it(tmp_path: Path) -> None:
    setting = "retriever.perfect_reader.top_k=3"
    faults = retrieval_faults(settings_of(tmp_path, setting, rows="hipporag,bm25"))
    assert [fault.where for fault in faults] == [setting]
    assert retrieval_faults(settings_of(tmp_path, setting)) == []


def test_an_inner_retriever_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FaultListError, match=r"perfect_reader\.inner"):
        settings_of(tmp_path, "retriever.perfect_reader.inner=raptor")


PASSAGES = tuple(
    Passage(name, "", text)
    for name, text in (("a", "Ada Lovelace wrote it"), ("b", "by A. Lovelace"), ("c", "no name"))
)


def data(*questions: Question) -> Dataset:
    return Dataset("small", PASSAGES, questions, "passage", "0")


def asked(qid: str, answers: tuple[str, ...]) -> Question:
    return Question(qid, "?", tuple(p.contents for p in PASSAGES), answers=answers)


def test_sought_are_the_gold_passages_that_name_the_answer() -> None:
    found = seeking_answers(
        data(asked("one", ("ada lovelace",)), asked("two", ("Ada Lovelace", "A. Lovelace")))
    )
    assert [len(question.gold) for question in found.questions] == [1, 2]
    assert "keep all" not in found.notes[-1]


def test_a_question_whose_gold_passages_name_no_answer_keeps_them_and_is_counted() -> None:
    found = seeking_answers(data(asked("one", ("Lovel",)), asked("two", ())))
    assert [len(question.gold) for question in found.questions] == [3, 3]
    assert found.notes[-1].endswith("2 of 2 questions keep all, as none does")


def test_expectations_are_those_over_all_orders() -> None:
    texts = ("x", "y", "x", "z", "u")
    passages = tuple(Passage(str(n), "", text) for n, text in enumerate(texts))
    dataset = Dataset("d", passages, (Question("q", "?", ("x", "z")),), "passage", "0")
    orders = list(permutations(range(5)))
    recall = sum(len({"x", "z"} & {texts[p] for p in order[:2]}) / 2 for order in orders)
    first = sum(min(order.index(p) for p in (0, 2, 3)) + 1 for order in orders)
    found = expected_values(dataset, ["recall@2", "mean_rank", "hits@1"])
    assert found["recall@2"] == pytest.approx(100 * recall / len(orders))
    assert found["mean_rank"] == pytest.approx(first / len(orders))
    assert "hits@1" not in found


def test_a_row_that_finds_no_answer_is_a_number_here_and_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise FaultListError([])

    monkeypatch.setattr("hippo_exp.pipeline.run.scoring.check_above_chance", refuse)
    run_retrieval(settings_of(tmp_path, rows="bm25"), "test")
    found = read_cells(tmp_path / "out" / "pathfinding_benchmark" / "synthetic" / "cells.csv")
    assert {cell.row for cell in found if cell.measured is not None} == {"bm25"}
