"""Passages by the number of query entities that they name."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import DataError
from hippo_exp.retrieval import MentionCountRetriever, rank_passages
from hippo_exp.text import normalize_clean
from hippo_exp.types import Query

TEXTS = ("Ada teaches at Stanford.", "Gout in Stanfordshire", "Ada studies gout, at STANFORD")


def asked(*entities: str) -> Query:
    return Query("q", "?", entities)


def test_whole_words_count_once_for_each_entity() -> None:
    found = MentionCountRetriever(TEXTS, normalize_clean)
    block = found.score([asked("Stanford", "Gout"), asked("stanford", "STANFORD!"), asked("Ada")])
    assert block.scores.tolist() == [[1, 1, 2], [1, 0, 1], [1, 0, 1]]
    assert block.outcomes == ("ok", "ok", "ok")


def test_a_phrase_of_several_words_must_stand_together() -> None:
    found = MentionCountRetriever(("Ada at Rome", "at Ada Rome"), normalize_clean)
    assert found.score([asked("Ada at")]).scores.tolist() == [[1, 0]]


def test_what_no_passage_names_and_what_is_no_entity_are_told_apart() -> None:
    found = MentionCountRetriever(TEXTS, normalize_clean)
    block = found.score([asked("Zed"), asked("?!"), asked()])
    assert block.outcomes == ("no_match", "no_entity", "no_entity")
    assert not block.scores.any()


@pytest.mark.parametrize(("ties", "order"), [("first", [2, 0, 1]), ("last", [2, 1, 0])])
def test_ties_follow_the_one_rule(ties: str, order: list[int]) -> None:
    query = asked("Stanford", "Gout")
    block = MentionCountRetriever(TEXTS, normalize_clean).score([query])
    (ranking,) = rank_passages(block, [query], k=3, ties=ties)  # type: ignore[arg-type]
    assert ranking.passages.tolist() == order


def test_an_empty_corpus_is_refused() -> None:
    with pytest.raises(DataError, match="no passages"):
        MentionCountRetriever((), normalize_clean)


WORDS = st.lists(st.sampled_from(["ada", "bo", "rome", "at"]), max_size=6).map(" ".join)


@given(texts=st.lists(WORDS, min_size=1, max_size=5), entities=st.lists(WORDS, max_size=3))
def test_it_is_what_a_search_through_every_text_finds(
    texts: list[str], entities: list[str]
) -> None:
    query = asked(*entities)
    found = MentionCountRetriever(texts, normalize_clean).score([query]).scores[0]
    wanted = [
        sum(f" {name} " in f" {text} " for name in dict.fromkeys(entities) if name)
        for text in texts
    ]
    assert np.array_equal(found, wanted)
