"""Proposition corpora: layout, splitting, and whose propositions they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hippo_exp.datasets.propositions import Propositions, read_propositions
from hippo_exp.errors import DataError
from hippo_exp.types import Passage

CORPUS = [Passage("0", "Oslo", "…"), Passage("1", "Oslo", "…"), Passage("2", "Bergen", "…")]


def read(
    folder: Path, records: Any, *, split: bool = False, corpus: list[Passage] = CORPUS
) -> Propositions:
    path = folder / "propositions.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return read_propositions(path, corpus, split=split, corpus="corpus.json")


def record(title: str, propositions: Any) -> dict[str, Any]:
    return {"title": title, "propositions": propositions}


RELEASED = [record("Oslo", "It is old.\nIt is a city."), record("Oslo", "It is a ship."),
            record(" Bergen", "It rains.")]  # fmt: skip


def test_one_record_for_each_passage_as_released(tmp_path: Path) -> None:
    found = read(tmp_path, RELEASED)
    assert found.texts == (
        "Oslo\nIt is old.\nIt is a city.", "Oslo\nIt is a ship.", " Bergen\nIt rains.",
    )  # fmt: skip
    assert found.passages.tolist() == [0, 1, 2]
    assert dict(found.counts) == {
        "records": 3, "propositions": 3, "blank_propositions": 0, "passages_without": 0,
    }  # fmt: skip


def test_single_propositions(tmp_path: Path) -> None:
    """Lines, a list, and a list that stands as JSON in the string, as a generator writes it."""
    found = read(
        tmp_path,
        [
            RELEASED[0],
            record("Oslo", ["It is a ship.", " "]),
            record("Bergen", '["It rains.", "A"]'),
        ],
        split=True,
    )
    assert found.texts == (
        "Oslo\nIt is old.", "Oslo\nIt is a city.", "Oslo\nIt is a ship.",
        "Bergen\nIt rains.", "Bergen\nA",
    )  # fmt: skip
    assert found.passages.tolist() == [0, 0, 1, 2, 2]
    assert found.counts["blank_propositions"] == 1
    whole = read(tmp_path, [*RELEASED[:2], record("Bergen", ["It rains.", "A"])])
    assert whole.texts[2] == "Bergen\nIt rains. A"
    odd = read(tmp_path, [*RELEASED[:2], record("Bergen", "[1] It rains.")], split=True)
    assert odd.texts[3] == "Bergen\n[1] It rains."


def test_joined_by_title_where_that_is_clear(tmp_path: Path) -> None:
    records = [record("Bergen", "a"), record("Oslo", "b"), record("Bergen", "c"),
               record("Oslo", "d")]  # fmt: skip
    found = read(tmp_path, records)
    assert found.passages.tolist() == [2, 0, 2, 1]
    lacking = read(tmp_path, [record("Bergen", "a"), record("Bergen", "  ")])
    assert lacking.passages.tolist() == [2]
    assert dict(lacking.counts) == {
        "records": 2, "propositions": 1, "blank_propositions": 1, "passages_without": 2,
    }  # fmt: skip


def test_records_whose_passage_is_not_clear(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"3 records for 2 passages with title 'Oslo'"):
        read(tmp_path, [record("Oslo", "a")] * 3)
    with pytest.raises(DataError, match=r"do not fit corpus\.json: no passage with title 'Rome'"):
        read(tmp_path, [record("Rome", "a"), record("Bergen", "b")])


def test_the_digest_sees_texts_and_owners(tmp_path: Path) -> None:
    digests = [
        read(tmp_path, records).digest
        for records in (
            RELEASED,
            [*RELEASED[:2], record("Bergen", "It rains!")],
            [RELEASED[1], RELEASED[0], RELEASED[2]],
        )
    ]
    assert len(dict.fromkeys(digests)) == 3
    other = read(tmp_path, RELEASED, corpus=[*CORPUS, Passage("3", "Rome", "…")])
    assert other.digest == digests[0]
    assert other.counts["passages_without"] == 1


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ({"docs": []}, "an object instead of a list of propositions"),
        ([], "holds no propositions"),
        ([{"title": "Oslo"}], "'propositions' is null"),
        ([record("Oslo", ["a", 1])], "record 1: 'propositions' is a list, not a string or strings"),
        ([record("Oslo", {})], "'propositions' is an object"),
        ([{"propositions": "a"}], "key 'title' is missing"),
        (["a"], "record 1: is a string"),
        ([record("Bergen", " ")], "all propositions are blank"),
    ],
)
def test_other_layouts(tmp_path: Path, records: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(tmp_path, records)
