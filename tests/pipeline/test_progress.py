"""Progress on something that is no terminal, stages in the manifest."""

from __future__ import annotations

import pytest

from hippo_exp.pipeline import progress as module
from hippo_exp.pipeline.progress import Progress, track
from hippo_exp.pipeline.run.ranking import BLOCK, rank_questions
from hippo_exp.pipeline.stages import merged_stages
from hippo_exp.reporting import StageRecord
from hippo_exp.retrieval import BM25Retriever
from hippo_exp.types import Query


def test_nothing_is_said_before_the_first_work(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("encoding", 2000, "texts") as progress:
        progress.advance(1000)
        assert capsys.readouterr().err == ""
        progress.start()
        progress.start()
        progress.advance(1000)
    assert capsys.readouterr().err == "encoding (2,000 texts)\n"


def test_a_long_stage_says_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    with Progress("ranking", 1000, "questions") as progress:
        progress.start()
        for second in (10.0, 31.0, 40.0, 62.0):
            now[0] = second
            progress.advance(250)
    assert capsys.readouterr().err.splitlines() == [
        "ranking (1,000 questions)",
        "ranking: 500 of 1,000 questions",
        "ranking: 1,000 of 1,000 questions",
    ]


def test_ranking_counts_questions(capsys: pytest.CaptureFixture[str]) -> None:
    retriever = BM25Retriever(["a b", "c d"], analyze=str.split, k1=1.2, b=0.75)
    queries = [Query(str(n), "a", ()) for n in range(BLOCK + 3)]
    found = rank_questions(retriever, queries, ties="first", what="BM25")
    assert len(found) == BLOCK + 3
    assert capsys.readouterr().err == f"BM25 ({BLOCK + 3} questions)\n"


def test_track_passes_its_items(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(track("abc", total=3, what="letters", unit="of them")) == ["a", "b", "c"]
    assert capsys.readouterr().err == "letters (3 of them)\n"


def test_stages_of_one_name_are_one() -> None:
    records = [
        StageRecord("rows/a/ppr", 1.0, 10.0, "stage"),
        StageRecord("rows/a", 5.0, 30.0, "stage"),
        StageRecord("rows/a/ppr", 2.0, 20.0, "stage"),
    ]
    assert merged_stages(records) == [
        StageRecord("rows/a/ppr", 3.0, 20.0, "stage"),
        StageRecord("rows/a", 5.0, 30.0, "stage"),
    ]
