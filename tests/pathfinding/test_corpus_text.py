"""Passages read as sentences, and name their entities by the forms that the triples have."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from hippo_exp.pathfinding.corpus import Blueprint, SyntheticCorpus
from hippo_exp.text import normalize_clean

SENTENCE_END = re.compile(r"(?<!\b[A-Z])(?<!Dr)\.(?= [A-Z]|$)")


def sentences(text: str) -> list[str]:
    """The sentences of a passage; the point of an initial or of "Dr." ends none."""
    return [part.strip() for part in SENTENCE_END.split(text) if part.strip()]


def test_passages_are_two_to_five_sentences(corpus: SyntheticCorpus) -> None:
    for passage in corpus.dataset.passages:
        assert passage.text[0].isupper()
        assert passage.text.endswith(".")
        parts = sentences(passage.text)
        assert 2 <= len(parts) <= 5, passage.text
        assert all(part[0].isupper() and len(part.split()) >= 3 for part in parts), passage.text


def test_no_marks_of_templates_or_identifiers(corpus: SyntheticCorpus) -> None:
    for passage in corpus.dataset.passages:
        for text in (passage.title, passage.text):
            assert not set(text) & set("_{}<>|\t\n"), text
            assert not re.search(r"[A-Za-z]\d|\d[A-Za-z]|  |\bthe the\b|\.\.| ,", text), text
        assert re.fullmatch(r"[A-Z][A-Za-z.,' ]+", passage.title), passage.title


def test_texts_are_varied(corpus: SyntheticCorpus) -> None:
    texts = [passage.text for passage in corpus.dataset.passages]
    assert len(set(texts)) == len(texts)
    starts = Counter(" ".join(part.split()[:1]) for text in texts for part in sentences(text))
    assert len(starts) > 500
    lengths = [len(text.split()) for text in texts]
    assert min(lengths) >= 8
    assert 25 < sum(lengths) / len(lengths) < 60


def test_the_title_is_a_form_of_the_subject(corpus: SyntheticCorpus, blueprint: Blueprint) -> None:
    for number, passage in zip(blueprint.order, corpus.dataset.passages, strict=True):
        forms = blueprint.world.forms[blueprint.world.subjects[number]]
        assert passage.title in {form[0].upper() + form[1:] for form in forms}
        assert passage.title.lower() in passage.text.lower()


def test_triples_have_the_forms_of_the_text(corpus: SyntheticCorpus) -> None:
    rows = 0
    for passage, record in zip(corpus.dataset.passages, corpus.extraction.passages, strict=True):
        contents = passage.contents.lower()
        for row in record.rows:
            if len(row) == 3:
                assert row[0].lower() in contents
                assert row[2].lower() in contents, (row, passage.text)
                rows += 1
        assert all(entity.lower() in contents for entity in record.entities)
    assert rows > 2000


def test_no_two_entities_share_a_form(blueprint: Blueprint) -> None:
    forms = [normalize_clean(f) for entity in blueprint.world.forms for f in entity]
    assert all(forms)
    assert len(set(forms)) == len(forms)


def test_no_form_contains_that_of_an_entity_of_another_type(blueprint: Blueprint) -> None:
    words = Counter(
        word
        for number, forms in enumerate(blueprint.world.forms)
        if blueprint.world.kind_of(number).patterns
        for word in set(normalize_clean(forms[0]).split())
    )
    persons = {
        word
        for number, forms in enumerate(blueprint.world.forms)
        if not blueprint.world.kind_of(number).patterns
        for word in normalize_clean(forms[0]).split()
    }
    stems = {word for word, count in words.items() if count == 1}
    assert not stems & persons
    for number, forms in enumerate(blueprint.world.forms):
        if blueprint.world.kind_of(number).patterns:
            assert stems & set(normalize_clean(forms[0]).split()), forms


def test_names_can_be_spoken(blueprint: Blueprint) -> None:
    """No letter three times running, no run of five consonants, a vowel in each long word."""
    for forms in blueprint.world.forms:
        for word in re.findall(r"[A-Z][a-z]{3,}", forms[0]):
            assert not re.search(r"(.)\1\1", word.lower()), word
            assert not re.search(r"[bcdfghjklmnpqrstvwxz]{6}", word.lower()), word
            assert re.search(r"[aeiouy]", word.lower()), word


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_the_variant_rate_decides_which_form_is_used(rate: float) -> None:
    from hippo_exp.pathfinding.corpus import SyntheticParameters, draft_corpus, write_corpus

    chosen = SyntheticParameters(n_passages=300, n_questions=10, variant_rate=rate)
    drawn = draft_corpus(chosen)
    made = write_corpus(drawn, chosen)
    for number, passage in zip(drawn.order, made.dataset.passages, strict=True):
        usual = drawn.world.forms[drawn.world.subjects[number]][0]
        assert (passage.title == usual[0].upper() + usual[1:]) == (rate == 0.0)
