from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.text import ANALYZERS


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("When did Lothair Ii's mother die?", ["when", "did", "lothair", "ii's", "mother", "die"]),
        ("e-mail, U.S. 3.5 1,000", ["e", "mail", "u.s", "3.5", "1,000"]),
        ("can't foo_bar a:b", ["can't", "foo_bar", "a:b"]),
        ("Кот’s naïve", ["кот’s", "naïve"]),
        ("東京 カタカナ", ["東", "京", "カタカナ"]),
        ("ภาษาไทย abc", ["ภาษาไทย", "abc"]),
        ("हिन्दी", ["हिन्दी"]),
        ("— … ½ 👍 _", []),
        ("the of and", ["the", "of", "and"]),
        ("", []),
    ],
)
def test_standard(text: str, terms: list[str]) -> None:
    assert ANALYZERS["standard"](text) == terms


def test_split_possessive_cuts_only_the_possessive() -> None:
    text = "Lothair Ii's mother's boss’s can't students' gas"
    expected = ["lothair", "ii", "mother", "boss", "can't", "students", "gas"]
    assert ANALYZERS["split_possessive"](text) == expected


def test_english_stems_after_cutting_the_possessive() -> None:
    terms = ANALYZERS["english"]("The performers' mother's running companies")
    assert terms == ["the", "perform", "mother", "run", "compani"]


@given(text=st.text(alphabet="abcXYZ019 -!?\n"))
def test_standard_agrees_with_plain_words_where_the_rules_are_plain(text: str) -> None:
    assert ANALYZERS["standard"](text) == re.findall(r"[a-z0-9]+", text.lower())


@pytest.mark.parametrize("name", sorted(ANALYZERS))
@given(text=st.text())
def test_terms_are_never_empty(name: str, text: str) -> None:
    assert all(ANALYZERS[name](text))


@given(left=st.text(), right=st.text())
def test_a_line_break_always_separates(left: str, right: str) -> None:
    analyze = ANALYZERS["standard"]
    assert analyze(f"{left}\n{right}") == analyze(left) + analyze(right)
