"""The figures measured on the data of the release (pitfalls, first table)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hippo_exp.datasets import read_corpus, read_musique, read_supporting_facts
from hippo_exp.types import Dataset

pytestmark = pytest.mark.real_data


def paths(root: Path, name: str) -> tuple[Path, Path]:
    folder = root / name
    if not folder.is_dir():
        pytest.skip(f"no folder {name} in HIPPO_EXP_DATA")
    return folder / f"{name}.json", folder / f"{name}_corpus.json"


@pytest.fixture(scope="module")
def musique(data_root: Path) -> Dataset:
    return read_musique(*paths(data_root, "musique_train"), name="musique_train")


def test_musique_counts(musique: Dataset) -> None:
    assert musique.counts == {
        "passages": 1890,
        "duplicate_passages": 0,
        "duplicate_titles": 126,
        "questions": 100,
        "gold_keys": 68 * 2 + 27 * 3 + 5 * 4,
        "questions_with_2_gold": 68,
        "questions_with_3_gold": 27,
        "questions_with_4_gold": 5,
        "questions_without_gold": 0,
    }
    titles = [passage.title for passage in musique.passages]
    assert sum(titles.count(title) > 1 for title in dict.fromkeys(titles)) == 85


def test_musique_best_possible_recall_at_2(musique: Dataset) -> None:
    ceilings = [min(2, len(question.gold)) / len(question.gold) for question in musique.questions]
    assert sum(ceilings) / len(ceilings) == pytest.approx(0.885)


def test_musique_hops_and_gold_agree_on_the_tuning_split(musique: Dataset) -> None:
    assert [question.hops for question in musique.questions] == [
        len(question.gold) for question in musique.questions
    ]
    assert all(question.answers for question in musique.questions)


def test_musique_two_questions_have_two_gold_passages_under_one_title(
    data_root: Path, musique: Dataset
) -> None:
    by_title = read_musique(*paths(data_root, "musique_train"), name="t", gold_unit="title")
    pairs = zip(musique.questions, by_title.questions, strict=True)
    assert sum(len(left.gold) > len(right.gold) for left, right in pairs) == 2


def test_two_wiki(data_root: Path) -> None:
    files = paths(data_root, "2wikimultihopqa")
    data = read_supporting_facts(*files, name="2wikimultihopqa")
    assert len(data.questions) == 1000
    assert len(data.passages) == 6119
    assert sum(not passage.title.isascii() for passage in data.passages) == 526
    lower = [passage.title.lower() for passage in data.passages]
    assert len(lower) - len(dict.fromkeys(lower)) == 1
    assert data.counts["duplicate_titles"] == data.counts["questions_without_gold"] == 0
    assert (data.counts["questions_with_2_gold"], data.counts["questions_with_4_gold"]) == (
        765,
        235,
    )
    assert data.notes == ("gold of 615 of 1,000 questions is derived, not from the data set",)
    by_passage = read_supporting_facts(*files, name="2wikimultihopqa", gold_unit="passage")
    assert by_passage.counts["gold_keys"] == data.counts["gold_keys"]


def test_two_wiki_with_gold_of_the_data_set(data_root: Path) -> None:
    files = paths(data_root, "2wikimultihopqa")
    data = read_supporting_facts(*files, name="2wikimultihopqa", gold_source_prefix="dataset")
    assert len(data.questions) == 385
    assert data.notes == ("385 of 1,000 questions: gold copied from the data set",)


def test_hotpotqa_train(data_root: Path) -> None:
    files = paths(data_root, "hotpotqa_train")
    data = read_supporting_facts(*files, name="hotpotqa_train")
    assert len(data.passages) == 994
    assert [len(question.gold) for question in data.questions] == [2] * 100
    rows = [len(record["supporting_facts"]) for record in json.loads(files[0].read_text("utf-8"))]
    assert (min(rows), max(rows)) == (2, 5)
    by_passage = read_supporting_facts(*files, name="hotpotqa_train", gold_unit="passage")
    assert by_passage.counts["gold_keys"] == 200


@pytest.mark.parametrize(
    ("name", "passages", "gold", "answers"),
    [
        (
            "case_study_university",
            43,
            [0, 1, 2, 3],
            ("Robert Malenka", "Thomas C. Südhof", "Ben Barres"),
        ),
        ("case_study_biomed", 101, [0, 1], ("chlorambucil",)),
    ],
)
def test_case_studies(
    data_root: Path, name: str, passages: int, gold: list[int], answers: tuple[str, ...]
) -> None:
    data = read_musique(*paths(data_root, name), name=name)
    (question,) = data.questions
    assert len(data.passages) == passages
    assert [n for n, key in enumerate(data.match_keys) if key in question.gold] == gold
    assert question.answers == answers
    assert question.hops is None


def test_every_corpus_of_the_release_keeps_its_length(data_root: Path) -> None:
    for name in ("musique_train", "2wikimultihopqa", "hotpotqa_train", "case_study_biomed"):
        corpus = paths(data_root, name)[1]
        raw = json.loads(corpus.read_text("utf-8"))
        assert [passage.title for passage in read_corpus(corpus)] == (
            list(raw) if isinstance(raw, dict) else [row["title"] for row in raw]
        )
