"""Bounds: what is sought, a random order, and an iterative retriever whose reader never errs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from hippo_exp.retrieval import MentionCountRetriever, rank_passages
from hippo_exp.retrieval.oracle import (
    Chain,
    OracleRetriever,
    PerfectReaderRetriever,
    RandomRetriever,
    chain_of,
)
from hippo_exp.text import normalize_clean
from hippo_exp.types import Query, ScoreBlock

TEXTS = (
    "Zed lists Ada",
    "Ada wrote Tome",
    "Tome treats Gout",
    "Gout is old",
    "Bo wrote Novel",
)
NAMES = (
    {"zed": "Zed"},
    {"ada": "Ada", "tome": "Tome"},
    {"tome": "Tome", "gout": "Gout"},
    {"gout": "Gout"},
    {"bo": "Bo"},
)
QUERY = Query("q", "What does Ada's book treat?", ("Ada",))


class Recording:
    """A mention count that remembers what it was asked."""

    def __init__(self) -> None:
        self.inner = MentionCountRetriever(TEXTS, normalize_clean)
        self.asked: list[Query] = []

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        self.asked += queries
        return self.inner.score(queries)


def reader(inner: Recording, chain: Chain, **options: object) -> PerfectReaderRetriever:
    plain: dict[str, object] = {"max_steps": 5, "top_k": 2, "ties": "first"}
    return PerfectReaderRetriever(inner, NAMES, {"q": chain}, **(plain | options))  # type: ignore[arg-type]


def order(block: ScoreBlock) -> list[int]:
    (ranking,) = rank_passages(block, [QUERY], k=len(TEXTS), ties="first")
    return ranking.passages.tolist()


def test_the_oracle_puts_what_is_sought_first() -> None:
    block = OracleRetriever({"q": (3, 1)}, 5).score([QUERY, Query("other", "?")])
    assert block.scores.tolist() == [[0, 1, 0, 1, 0], [0, 0, 0, 0, 0]]
    assert block.outcomes == ("ok", "no_match")


def test_a_random_order_depends_on_the_question_alone() -> None:
    found = RandomRetriever(4, lambda qid: np.random.default_rng(len(qid)))
    both = found.score([QUERY, Query("other", "?")]).scores
    assert np.array_equal(both[1:], found.score([Query("other", "?")]).scores)
    assert not np.array_equal(both[0], both[1])
    assert found.score([]).scores.shape == (0, 4)


def test_every_order_is_equally_likely() -> None:
    """First places of 600 questions over 3 passages: chi-square with 2 degrees, 13.8 is p 0.001."""
    found = RandomRetriever(3, lambda qid: np.random.default_rng(int(qid)))
    block = found.score([Query(str(number), "?") for number in range(600)])
    counts = np.bincount(block.scores.argmax(axis=1), minlength=3)
    assert ((counts - 200) ** 2 / 200).sum() < 13.8


def test_a_chain_is_joined_by_what_two_passages_name() -> None:
    assert chain_of((1, 2, 3), NAMES) == Chain((1, 2, 3), ("gout", "tome"))
    assert chain_of((1, 4), NAMES).hops == ()


def test_hop_by_hop_the_names_of_the_chain_are_searched_for() -> None:
    inner = Recording()
    block = reader(inner, chain_of((1, 2, 3), NAMES)).score([QUERY])
    assert [query.entities for query in inner.asked] == [("Ada",), ("Tome",), ("Gout",)]
    assert [query.text for query in inner.asked][1:] == [
        f"{name}: {QUERY.text}" for name in ("Tome", "Gout")
    ]
    assert order(block) == [0, 1, 2, 3, 4]


def test_what_no_retrieved_passage_names_cannot_be_asked_for() -> None:
    inner = Recording()
    reader(inner, chain_of((2, 3), NAMES), top_k=1).score([QUERY])
    assert len(inner.asked) == 1


@pytest.mark.parametrize(("steps", "asked"), [(1, 1), (2, 2), (9, 3)])
def test_steps_are_limited_and_end_by_themselves(steps: int, asked: int) -> None:
    inner = Recording()
    reader(inner, chain_of((1, 2, 3), NAMES), max_steps=steps).score([QUERY])
    assert len(inner.asked) == asked


def test_evidence_first_ranks_what_was_retrieved_of_the_chain_before_all_else() -> None:
    chain = chain_of((1, 2), NAMES)
    assert order(reader(Recording(), chain).score([QUERY]))[0] == 0
    assert order(reader(Recording(), chain, order="evidence_first").score([QUERY]))[:2] == [1, 2]


def test_evidence_that_was_not_retrieved_gains_nothing() -> None:
    block = reader(
        Recording(), Chain((4,), ()), order="evidence_first", max_steps=1, top_k=1
    ).score([QUERY])
    assert order(block)[-1] == 4


def test_a_question_without_a_chain_is_searched_once_and_no_question_changes_another() -> None:
    inner, other = Recording(), Query("other", "Who is Bo?", ("Bo",))
    found = reader(inner, chain_of((1, 2, 3), NAMES))
    both = found.score([other, QUERY])
    assert np.array_equal(both.scores[1], found.score([QUERY]).scores[0])
    assert sum(query.id == "other" for query in inner.asked) == 1
    assert found.score([]).scores.shape[0] == 0
