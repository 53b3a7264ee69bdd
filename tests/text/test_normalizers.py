from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.text import NORMALIZERS, normalize_clean, normalize_paper


@pytest.mark.parametrize(
    ("phrase", "normal"),
    [
        ("Thomas C. Südhof", "thomas c  s dhof"),
        ("  U.S.  ", "u s"),
        ("rock & roll", "rock   roll"),
        ("1,890", "1 890"),
        ("Москва", ""),
        ("foo_bar\tbaz", "foo bar baz"),
        ("", ""),
    ],
)
def test_paper(phrase: str, normal: str) -> None:
    assert normalize_paper(phrase) == normal


@pytest.mark.parametrize(
    ("phrase", "normal"),
    [
        ("Thomas C. Südhof", "thomas c südhof"),
        ("  U.S.  ", "u s"),
        ("rock & roll", "rock roll"),
        ("O'Neil_foo", "o neil foo"),
        ("Straße", "strasse"),
        ("Москва", "москва"),
        ("東京都", "東京都"),
        ("हिन्दी", "हिन्दी"),
        ("ภาษาไทย", "ภาษาไทย"),
        ("مُحَمَّد", "مُحَمَّد"),
        ("Zu\u00adse", "zuse"),
        ("a\u200bb", "a b"),
        ("\ufb01n \u2163", "fin iv"),
        ("cafe\u0301", "caf\u00e9"),
        ("!\u0301a", "a"),
        ("…—?", ""),
        ("", ""),
    ],
)
def test_clean(phrase: str, normal: str) -> None:
    assert normalize_clean(phrase) == normal


def test_names_in_other_scripts_stay_apart() -> None:
    names = ["Пушкин", "夏目漱石", "نجيب محفوظ", "प्रेमचंद"]
    assert {normalize_paper(name) for name in names} == {""}
    assert len({normalize_clean(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", sorted(NORMALIZERS))
@given(phrase=st.text())
def test_idempotent_and_stripped(name: str, phrase: str) -> None:
    normal = NORMALIZERS[name](phrase)
    assert NORMALIZERS[name](normal) == normal
    assert normal == normal.strip()


@given(phrase=st.text(alphabet=st.characters(max_codepoint=127)))
def test_clean_is_paper_with_folded_spaces_on_ascii(phrase: str) -> None:
    assert normalize_clean(phrase) == " ".join(normalize_paper(phrase).split())


@given(phrase=st.text())
def test_clean_is_blind_to_case_folding_and_compatibility_form(phrase: str) -> None:
    assert normalize_clean(phrase.casefold()) == normalize_clean(phrase)
    assert normalize_clean(unicodedata.normalize("NFKC", phrase)) == normalize_clean(phrase)


# Unassigned characters are left out: two libraries may know two versions of Unicode.
@given(phrase=st.text(alphabet=st.characters(exclude_categories=["Cn", "Cs"])))
def test_clean_holds_only_letters_numbers_marks_and_single_spaces(phrase: str) -> None:
    normal = normalize_clean(phrase)
    assert "  " not in normal
    assert all(char == " " or unicodedata.category(char)[0] in "LNM" for char in normal)


def test_clean_is_idempotent_for_every_character_beside_a_letter_and_a_mark() -> None:
    for point in range(0, sys.maxunicode + 1, 7):
        if 0xD800 <= point < 0xE000:
            continue
        normal = normalize_clean(f"a{chr(point)}\u0301 {chr(point)}")
        assert normalize_clean(normal) == normal, hex(point)


def test_registry_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        NORMALIZERS["other"] = str.lower  # type: ignore[index]
