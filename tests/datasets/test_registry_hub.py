"""Samples from rows of the shapes that public hub copies have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hippo_exp.datasets import (
    HubSource,
    RegisteredDataset,
    build_sample,
    hub_rows,
    hub_source,
    read_custom,
    sample_questions,
)
from hippo_exp.datasets.hub_sample import corpus_of, draw_questions, pool_passages
from hippo_exp.datasets.hub_shapes import candidates, join_sentences, question_record
from hippo_exp.errors import ConfigError, DataError

Row = dict[str, Any]
HUB = HubSource("owner/copy", None, "validation", "0" * 40)


def registered(kind: str, hub: HubSource | None = HUB) -> RegisteredDataset:
    unit = "passage" if kind == "musique" else "title"
    return RegisteredDataset(
        "toy", "", kind, unit, "toy", (), "the release", "MIT", "Nobody, 2022", None, hub
    )


def musique_row(number: int, *, answerable: bool = True) -> Row:
    paragraphs = [
        {
            "idx": position,
            "title": f"Title {(number + position) % 9}",
            "paragraph_text": f"Text {(number + position) % 9}.",
            "is_supporting": position in (0, 3),
        }
        for position in range(5)
    ]
    return {
        "id": f"2hop__{number}_{number + 1}",
        "paragraphs": paragraphs,
        "question": f"Question {number}?",
        "question_decomposition": [{"id": 1, "question": "?", "paragraph_support_idx": 0}],
        "answer": "x",
        "answer_aliases": ["y"],
        "answerable": answerable,
    }


def facts_row(number: int) -> Row:
    titles = [f"Title {(number + position) % 9}" for position in range(4)]
    return {
        "id": f"q{number}",
        "question": f"Question {number}?",
        "answer": "x",
        "type": "bridge",
        "level": "hard",
        "supporting_facts": {"title": [titles[0], titles[2], titles[0]], "sent_id": [0, 1, 1]},
        "context": {
            "title": titles,
            "sentences": [[f"{title} is one.", f" {title} is two."] for title in titles],
        },
    }


def rows(kind: str, number: int = 30) -> list[Row]:
    return [musique_row(n) if kind == "musique" else facts_row(n) for n in range(number)]


@pytest.mark.parametrize("kind", ["musique", "supporting_facts"])
def test_the_draw_is_that_of_sample_questions(tmp_path: Path, kind: str) -> None:
    whole = build_sample(
        tmp_path / "whole", rows(kind), registered(kind), HUB, questions=30, seed=3
    )
    part = build_sample(tmp_path / "part", rows(kind), registered(kind), HUB, questions=7, seed=3)
    expected = sample_questions(whole, 7, 3)
    assert [question.id for question in part.questions] == [q.id for q in expected.questions]
    assert part.questions == expected.questions


def test_a_smaller_sample_is_a_subset_and_a_seed_another_draw() -> None:
    def drawn(number: int, seed: int) -> list[str]:
        sample = draw_questions(rows("musique"), number, seed, kind="musique", where="x")
        return [record["id"] for record in sample.questions]

    assert set(drawn(5, 0)) < set(drawn(12, 0))
    assert drawn(5, 0) != drawn(5, 1)
    everything = drawn(30, 0)
    assert everything == [row["id"] for row in rows("musique")]


def test_the_corpus_pools_the_distinct_candidates_of_the_drawn_questions() -> None:
    sample = draw_questions(rows("musique"), 2, 0, kind="musique", where="x")
    pooled = pool_passages(sample.questions)
    wanted = []
    for record in sample.questions:
        for paragraph in record["paragraphs"]:
            pair = (paragraph["title"], (paragraph["paragraph_text"],))
            if pair not in wanted:
                wanted.append(pair)
    assert pooled == wanted


def test_files_are_read_as_ones_own_data_and_the_manifest_tells_all(tmp_path: Path) -> None:
    folder = tmp_path / "musique_validation_4_seed1"
    source = [*rows("musique"), musique_row(99, answerable=False)]
    built = build_sample(folder, source, registered("musique"), HUB, questions=4, seed=1)
    again = read_custom(folder, name=folder.name)
    assert again == built
    assert built.gold_unit == "passage"
    assert all(len(question.gold) == 2 for question in built.questions)
    manifest = json.loads((folder / "build.json").read_text())
    assert manifest["questions"] == [question.id for question in built.questions]
    assert manifest["rows"] == 30
    assert manifest["rows_unanswerable"] == 1
    assert (manifest["seed"], manifest["revision"]) == (1, "0" * 40)
    assert manifest["counts"]["passages"] == len(built.passages)
    assert sorted(manifest["git_blobs"]) == [f"{folder.name}.json", f"{folder.name}_corpus.json"]


def test_same_bytes_again(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    seen = []
    for _ in range(2):
        build_sample(folder, rows("musique"), registered("musique"), HUB, questions=4, seed=1)
        seen.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert seen[0] == seen[1]


def test_hotpotqa_s_corpus_is_an_object_of_titles(tmp_path: Path) -> None:
    source = replace(HUB, corpus="titles")
    kind = "supporting_facts"
    built = build_sample(
        tmp_path / "toy", rows(kind), registered(kind), source, questions=3, seed=0
    )
    corpus = json.loads((tmp_path / "toy/toy_corpus.json").read_text())
    assert isinstance(corpus, dict)
    assert len(corpus) == len(built.passages)
    assert corpus["Title 4"] == ["Title 4 is one.", " Title 4 is two."]
    assert built.passages[0].text == join_sentences(corpus[built.passages[0].title])


def test_a_title_over_two_texts_makes_the_corpus_a_list() -> None:
    passages = [("A", ("One.", " Two.")), ("A", ("Other.",))]
    assert corpus_of(passages, "titles") == [
        {"title": "A", "text": "One. Two."},
        {"title": "A", "text": "Other."},
    ]


def test_sentences_are_joined_with_one_space_at_most() -> None:
    assert join_sentences(["A.", "B.", " C.", "D. ", "E.", "", "F."]) == "A. B. C. D. E. F."
    assert join_sentences([]) == ""


PAIRS = [["A", 0], ["B", 1]]


@pytest.mark.parametrize(
    "facts",
    [
        {"title": ["A", "B"], "sent_id": [0, 1]},
        [{"title": "A", "sent_id": 0}, {"title": "B", "sent_id": 1}],
        PAIRS,
        json.dumps(PAIRS),
    ],
)
def test_every_way_of_storing_pairs(facts: object) -> None:
    row = {**facts_row(0), "supporting_facts": facts, "_id": "z", "evidences": [["a", "b", "c"]]}
    row["context"] = json.dumps([["A", ["One.", "Two."]], ["B", ["Three."]]])
    record = question_record(row, "supporting_facts", where="x")
    assert record["supporting_facts"] == PAIRS
    assert record["_id"] == "z"
    assert record["evidences"] == [["a", "b", "c"]]
    assert candidates(record) == [("A", ("One.", "Two.")), ("B", ("Three.",))]


@pytest.mark.parametrize(
    "change",
    [
        {"context": None},
        {"context": "not json"},
        {"context": {"title": ["A"], "sentences": []}},
        {"supporting_facts": {"title": ["A"]}},
    ],
)
def test_a_row_of_another_shape_is_one_error_with_its_place(change: Row) -> None:
    source = [facts_row(0), {**facts_row(1), **change}]
    with pytest.raises(DataError, match="the split, row 1"):
        draw_questions(source, 2, 0, kind="supporting_facts", where="the split")


def test_too_few_rows_and_senseless_numbers() -> None:
    with pytest.raises(DataError, match="31 questions asked for where there are 30"):
        draw_questions(rows("musique"), 31, 0, kind="musique", where="x")
    for number, seed in ((0, 0), (1, -1)):
        with pytest.raises(ConfigError, match="--questions"):
            draw_questions(rows("musique"), number, seed, kind="musique", where="x")


def test_rows_are_taken_one_by_one() -> None:
    alive: list[int] = []

    def stream() -> Iterator[Row]:
        for number in range(30):
            alive.append(number)
            yield musique_row(number)

    draw_questions(stream(), 1, 0, kind="musique", where="x")
    assert alive == list(range(30))


def test_the_source_as_configured_and_as_changed() -> None:
    dataset = registered("musique")
    assert hub_source(dataset, repository=None, split=None, revision=None) == HUB
    other = hub_source(dataset, repository="/folder", split="train", revision=None)
    assert other == HubSource("/folder", None, "train", None)
    with pytest.raises(ConfigError, match="no hub copy"):
        hub_source(registered("musique", None), repository=None, split=None, revision=None)


def test_a_hub_copy_needs_a_pinned_revision() -> None:
    with pytest.raises(ConfigError, match="--revision"):
        next(hub_rows(replace(HUB, revision=None)))


def test_a_local_folder_is_loaded_by_the_package_itself(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    folder.mkdir()
    lines = [json.dumps(row) for row in rows("musique", 6)]
    (folder / "validation.jsonl").write_text("\n".join(lines), encoding="utf-8")
    source = HubSource(str(folder), None, "validation", None)
    loaded = hub_rows(source, cache=tmp_path / "cache")
    built = build_sample(
        tmp_path / "toy", loaded, registered("musique"), source, questions=6, seed=0
    )
    assert [question.text for question in built.questions] == [f"Question {n}?" for n in range(6)]
    assert built.counts["passages"] == 9


def test_a_local_folder_of_nested_rows(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    folder.mkdir()
    lines = [json.dumps(row) for row in rows("supporting_facts", 6)]
    (folder / "validation.jsonl").write_text("\n".join(lines), encoding="utf-8")
    source = HubSource(str(folder), None, "validation", None, "titles")
    loaded = hub_rows(source, cache=tmp_path / "cache")
    kind = "supporting_facts"
    built = build_sample(tmp_path / "toy", loaded, registered(kind), source, questions=6, seed=0)
    assert built.gold_unit == "title"
    assert all(len(question.gold) == 2 for question in built.questions)


def test_an_unloadable_copy_is_one_error(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    folder.mkdir()
    source = HubSource(str(folder), None, "validation", None)
    with pytest.raises(DataError, match="cannot be loaded") as caught:
        list(hub_rows(source, cache=tmp_path / "cache"))
    assert "\n" not in str(caught.value)
