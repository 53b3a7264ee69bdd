"""Groups of passages by length, and gold files of triples."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from hippo_exp.errors import ConfigError, DataError
from hippo_exp.evaluation.carb_gold import GoldPassage, read_gold_triples
from hippo_exp.evaluation.length_groups import length_group, passage_lengths
from hippo_exp.types import Triple

LENGTHS = np.array([4, 1, 3, 2, 1, 9])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("all", [0, 1, 2, 3, 4, 5]),
        ("shortest", [1, 4]),
        ("longest", [0, 5]),
        ("quarter_1", [1, 4]),
        ("quarter_2", [2, 3]),
        ("quarter_3", [0]),
        ("quarter_4", [5]),
    ],
)
def test_groups_by_length(name: str, expected: list[int]) -> None:
    assert length_group(LENGTHS, name, size=2) == expected


def test_equal_lengths_stay_in_the_order_of_the_file() -> None:
    assert length_group(np.ones(5, dtype=np.int64), "shortest", size=2) == [0, 1]
    assert length_group(np.ones(5, dtype=np.int64), "longest", size=2) == [3, 4]


def test_lengths_are_words() -> None:
    assert passage_lengths(["One, two-three.", ""]).tolist() == [3, 0]


@pytest.mark.parametrize("size", [0, 7])
def test_groups_too_large(size: int) -> None:
    with pytest.raises(ConfigError, match="out of 6 passages"):
        length_group(LENGTHS, "longest", size=size)
    assert length_group(LENGTHS, "all", size=size)


def test_an_unknown_group() -> None:
    with pytest.raises(ConfigError, match="no group is named 'middle'"):
        length_group(LENGTHS, "middle", size=1)


def test_gold_files(tmp_path: Path) -> None:
    path = tmp_path / "gold.json"
    rows = [["a", "r", "b"]]
    docs = [
        {"title": "T", "text": "x", "triples": rows},
        {"passage": "T\nx", "extracted_triples": rows, "extracted_entities": ["a"]},
        {"text": "x", "triples": []},
    ]
    for value in ({"docs": docs}, docs):
        path.write_text(json.dumps(value), "utf-8")
        assert read_gold_triples(path) == (
            GoldPassage("T\nx", (Triple("a", "r", "b"),)),
            GoldPassage("T\nx", (Triple("a", "r", "b"),)),
            GoldPassage("x", ()),
        )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "no documents"),
        ({"docs": 1}, "no documents"),
        ([1], "doc 1.*not an object|not an object.*doc 1"),
        ([{"title": "T", "triples": []}], "no text"),
        ([{"text": "x"}], "no list of triples"),
        ([{"text": "x", "triples": [["a", "b"]]}], "triple 1 is not a list of three strings"),
        ([{"text": "x", "triples": [["a", "b", 3]]}], "triple 1 is not"),
    ],
)
def test_faulty_gold_files(tmp_path: Path, value: object, message: str) -> None:
    path = tmp_path / "gold.json"
    path.write_text(json.dumps(value), "utf-8")
    with pytest.raises(DataError, match=message):
        read_gold_triples(path)
