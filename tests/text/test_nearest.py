"""The nearest name, and the one place that knows how to find it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hippo_exp
from hippo_exp.text import did_you_mean, nearest


@pytest.mark.parametrize(
    ("name", "expected"),
    [("minlm", "minilm"), ("MINILM", "minilm"), ("mini-lm", "minilm"), ("xyz", None), ("", None)],
)
def test_nearest_by_spelling_then_by_likeness(name: str, expected: str | None) -> None:
    assert nearest(name, ["char_ngram", "minilm", "gtr"]) == expected


def test_a_cutoff_of_nothing_always_finds_one() -> None:
    assert nearest("qqq", ["abc"], cutoff=0.0) == "abc"
    assert nearest("qqq", [], cutoff=0.0) is None


def test_the_remedy_names_the_nearest_and_lists_all() -> None:
    assert did_you_mean("gtrr", ["gtr", "bm25"]) == "did you mean gtr?"
    assert did_you_mean("x", ["gtr", "bm25"]) == ""
    expected = "did you mean gtr? there are: gtr, bm25"
    assert did_you_mean("gtrr", ["gtr", "bm25"], all_of="there are") == expected
    assert did_you_mean("x", [], all_of="there are") == "there are: none"


def test_no_other_module_looks_for_near_names_itself() -> None:
    root = Path(hippo_exp.__file__).parent
    users = [path.name for path in root.rglob("*.py") if "difflib" in path.read_text("utf-8")]
    assert sorted(users) == ["nearest.py"]
