"""Differing settings and how they are said."""

from __future__ import annotations

from hippo_exp.pipeline.differences import differences, sentence


def test_differences_are_dotted_and_see_both_sides() -> None:
    before = {"a": {"x": 1, "y": 2}, "b": 3, "gone": None, "same": [1]}
    now = {"a": {"x": 1, "y": 5}, "b": {"z": 1}, "new": False, "same": [1]}
    assert differences(before, now) == {
        "a.y": (2, 5),
        "b": (3, {"z": 1}),
        "gone": (None, None),
        "new": (None, False),
    }
    assert differences(now, now) == {}


def test_the_sentence_names_three_and_counts_the_others() -> None:
    found = differences(
        {"bm25": {"k1": 1.2, "b": 0.75}, "encoder": {"dim": 3}, "z": None, "graph": "x"},
        {"bm25": {"k1": 0.9, "b": 0.4}, "encoder": {"dim": 4}, "z": True, "graph": "x"},
    )
    assert sentence(found, "the paper's row") == (
        "retriever.bm25.b is 0.4, the paper's row has 0.75; "
        "retriever.bm25.k1 is 0.9, the paper's row has 1.2; "
        "encoder.dim is 4, the paper's row has 3; 1 more"
    )
