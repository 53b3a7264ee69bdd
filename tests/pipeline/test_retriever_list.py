"""The list of retrievers, what they read, and how they are made, hold the same names."""

from __future__ import annotations

from typing import get_args

import pytest

from hippo_exp.config.schema.retrievers import (
    BOUNDS,
    METHODS,
    READS,
    SearcherName,
    encodes,
    links_entities,
    names_entities,
    on_graph,
    reads,
)
from hippo_exp.pipeline.retrievers.makers import MAKERS


def test_every_retriever_can_be_made_and_says_what_it_reads() -> None:
    names = get_args(SearcherName)
    assert tuple(READS) == names
    assert tuple(MAKERS) == names
    assert set(METHODS) | set(BOUNDS) == set(names)


def test_what_rows_need_follows_from_what_their_retrievers_read() -> None:
    plain = ("bm25", "mention_count", "random", "oracle")
    assert [name for name in READS if not encodes(name)] == list(plain)
    assert [name for name in READS if on_graph(name) and not names_entities(name)] == [
        "fact_linking"
    ]
    assert [name for name in READS if names_entities(name) and not on_graph(name)] == [
        "mention_count"
    ]
    assert links_entities("passage_nodes")
    assert not any(check("no_retrieval") for check in (encodes, on_graph, names_entities))
    assert not any(check(None) for check in (encodes, on_graph, links_entities))


@pytest.mark.parametrize("name", READS)
def test_what_a_retriever_reads_has_distinct_last_names(name: str) -> None:
    """Rankings are kept by the last names of the settings that made them."""
    own = [key.rpartition(".")[2] for key in reads(name)]
    assert len({*own, "retriever", "ties"}) == len(own) + 2


def test_a_retriever_that_is_not_there_reads_nothing_by_accident() -> None:
    with pytest.raises(KeyError):
        reads("hiporag")
