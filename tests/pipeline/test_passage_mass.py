"""Where the mass comes from, on a small generated corpus: parts that add up, files that verify."""

from __future__ import annotations

import csv
import io
import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.mass import run_mass
from hippo_exp.pipeline.mass.groups import by_outcome, gain_groups
from hippo_exp.pipeline.mass.question import Part, QuestionMass
from hippo_exp.pipeline.planning.preflight import retrieval_faults
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.reporting import read_cells, read_per_query
from hippo_exp.reporting.recheck import recheck_folder

SMALL = (
    "dataset=synthetic",
    "dataset.synthetic.n_passages=300",
    "dataset.synthetic.n_questions=40",
    "evaluation.bootstrap_resamples=100",
    "label=here",
)
QUESTION = QuestionMass(
    qid="q", hops=2, linked=1, cosine=1.0, facts=3.0, gold_linked=50.0, entity_share=20.0,
    reset_share=80.0,
    gold=Part(0.3, 0.1), weakest=Part(0.0, 0.1), other=Part(0.0, 0.0), recall=50.0, hipporag=0.0,
    by_entities=0.0, by_reset=50.0, ranks=(),
)  # fmt: skip


def settings_of(name: str, folder: Path, *overrides: str) -> RetrievalSettings:
    places = [f"out={folder / 'out'}", f"cache.root={folder / 'cache'}"]
    return load_settings(RetrievalSettings, f"experiment/{name}", [*SMALL, *places, *overrides])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mass")
    run_mass(settings_of("passage_mass", folder), "python -m experiments.passage_mass")
    return folder


@pytest.fixture(scope="module")
def results(place: Path) -> Path:
    return place / "out" / "passage_mass" / "here"


def numbers(folder: Path) -> dict[tuple[str, str], float]:
    return {
        (cell.row, cell.metric): cell.measured
        for cell in read_cells(folder / "cells.csv")
        if cell.measured is not None
    }


def questions(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((folder / "questions.csv").read_text("utf-8"))))


def test_the_files_verify(results: Path) -> None:
    assert recheck_folder(results) == []
    names = {path.name for path in results.iterdir()}
    assert {
        f"{stem}.{kind}" for stem in ("mass", "gain", "parts") for kind in ("svg", "png")
    } < names


def test_parts_are_the_rows_of_the_ablations(place: Path, results: Path) -> None:
    """By linearity each part alone ranks as a search that restarts at it alone."""
    rows = "rows=[hipporag,passage_nodes_0_01,without_passage_reset,without_entities]"
    run_retrieval(settings_of("beyond", place, rows), "python -m experiments.beyond")
    beyond, found = numbers(place / "out" / "beyond" / "here"), numbers(results)
    for metric, row in (
        ("recall@5", "passage_nodes_0_01"),
        ("hipporag_recall@5", "hipporag"),
        ("entities_recall@5", "without_passage_reset"),
        ("reset_recall@5", "without_entities"),
    ):
        assert found["dense", metric] == pytest.approx(beyond[row, "recall@5"]), metric
    assert found["no_reset", "recall@5"] == found["dense", "entities_recall@5"]
    assert found["no_reset", "reset_recall@5"] == found["no_reset", "gold_from_reset"] == 0
    assert found["no_reset", "restarts_at_passages"] == pytest.approx(0, abs=1e-9)


def test_every_question_has_a_line_and_the_numbers_follow_from_it(results: Path) -> None:
    listed, frame = questions(results), read_per_query(results / "per_query.csv.gz")
    assert len(listed) == 4 * 40
    for row, cells in frame.groupby("row"):
        own = {line["qid"]: line for line in listed if line["row"] == row}
        for _, qid, metric, value in cells.itertuples(index=False):
            line = own[qid]
            gain = float(line["recall"]) - float(line["hipporag"])
            expected = {
                "recall@5": float(line["recall"]),
                "recall_gain@5": gain,
                "won": 100.0 * (gain > 0),
                "lost": 100.0 * (gain < 0),
                "restarts_at_passages": float(line["reset_share"]),
            }
            assert value == pytest.approx(expected.get(metric, value))
    for line in listed:
        weakest, gold, other = (
            float(line[f"{name}_entities"]) + float(line[f"{name}_reset"])
            for name in ("weakest", "gold", "other")
        )
        assert -1e-9 <= weakest <= gold + 1e-9 <= 100
        assert 0 <= other <= 100
        if float(line["recall"]) == 0:
            assert weakest < other


def test_the_page_lists_winners_and_losers(results: Path) -> None:
    text = (results / "questions.md").read_text("utf-8")
    listed = [line for line in questions(results) if line["row"] == "dense"]
    won = sum(line["outcome"] == "won" for line in listed)
    assert won > 0
    assert f"of {won}\n" in text
    assert f"| recall above HippoRAG's | {won} |" in text
    assert text.count("## Dense reset") == 2


def test_other_depths_are_refused() -> None:
    wrong = settings_of("passage_mass", Path("x"), "experiment.metrics=[recall@2,em]")
    texts = [str(fault) for fault in retrieval_faults(wrong)]
    assert any("recall@2 is not at 5" in text for text in texts)
    assert any("em is no metric of this table" in text for text in texts)


def test_shares_and_outcomes_of_one_question() -> None:
    assert QUESTION.gold.reset_share == pytest.approx(25)
    assert QUESTION.other.reset_share == 0
    assert (QUESTION.gain, QUESTION.outcome) == (50, "won")
    same = replace(QUESTION, hipporag=50.0)
    whole = replace(QUESTION, hipporag=100.0, recall=100.0)
    lost = replace(QUESTION, hipporag=100.0)
    assert [one.outcome for one in (same, whole, lost)] == ["missed", "found", "lost"]
    assert by_outcome([lost, same, same]) == {"lost": [lost], "missed": [same, same]}


def test_groups_keep_equal_values_together() -> None:
    values = [0.5, 0.7, 0.9, *[1.0] * 6]
    gains = [10.0, 20.0, 30.0, *[0.0] * 6]
    asked = [
        replace(QUESTION, cosine=value, recall=gain)
        for value, gain in zip(values, gains, strict=True)
    ]
    trait = "lowest cosine of a link"
    found = gain_groups(
        [*asked, replace(QUESTION, cosine=None)], "row", trait, seed=0, resamples=99
    )
    assert [(g.low, g.high, g.n, g.gain) for g in found] == [
        (0.5, 0.9, 3, 20.0),
        (1.0, 1.0, 6, 0.0),
    ]
    assert found[0].middle == pytest.approx(0.7)
    assert gain_groups([replace(QUESTION, cosine=None)], "row", trait, seed=0, resamples=99) == []


@given(st.lists(st.sampled_from([1, 2, 3, 4, 5, 6]), min_size=1, max_size=40))
def test_groups_are_intervals_that_hold_every_question(hops: list[int]) -> None:
    asked = [replace(QUESTION, hops=value) for value in hops]
    found = gain_groups(asked, "row", "hops", seed=0, resamples=2)
    assert 1 <= len(found) <= 3
    assert sum(group.n for group in found) == len(hops)
    assert all(one.high < other.low for one, other in pairwise(found))
    assert len(found) > 1 or len(np.unique(hops)) == 1
    assert all(math.isclose(group.gain, 50) for group in found)
