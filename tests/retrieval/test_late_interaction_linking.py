"""Entities to nodes by late interaction (official behaviour, row 9)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from retrieval_cases import make_graph, networkx_ppr, query
from token_cases import WordTokens, score, unit

from hippo_exp.encoders.late_interaction import Side, TokenVectors
from hippo_exp.errors import EncoderError, GraphError
from hippo_exp.retrieval import HippoRAGRetriever, LateInteractionLinker

GRAPH = [[("erik hort", "montebello"), ("montebello", "new york")], [("oslo", "norway")]]


def linker(nodes: Sequence[str], memory_mb: float = 64) -> LateInteractionLinker:
    encode = WordTokens()
    return LateInteractionLinker(encode(nodes, "document"), encode, memory_mb=memory_mb)


def test_the_phrase_itself_has_similarity_one() -> None:
    links = linker(["york", "new york", "oslo"]).link(["york", "new york", "oslo"])
    assert links.nodes.tolist() == [0, 1, 2]
    assert links.cosines == pytest.approx([1, 1, 1], abs=1e-12)


def test_similarity_is_relative_to_the_phrase_itself() -> None:
    """Two of three query tokens ("new" counts twice) find their word."""
    encode = WordTokens()
    links = linker(["new oslo"]).link(["new york"])
    found = score(encode.text("new york", "query"), encode.text("new oslo", "document"))
    assert links.cosines == pytest.approx([found / 3], abs=1e-6)
    assert 0.6 < links.cosines[0] < 0.9


def test_equal_scores_go_to_the_first_node() -> None:
    for memory in (64, 1e-6):
        links = linker(["x", "york  new", "york new", "new york"], memory).link(["new york"])
        assert links.nodes.tolist() == [1]


@given(
    seed=st.integers(0, 2**32 - 1),
    nodes=st.lists(st.integers(1, 4), min_size=1, max_size=8),
    phrases=st.lists(st.integers(1, 4), min_size=1, max_size=5),
    memory=st.sampled_from([1e-6, 1e-3, 64]),
)
@settings(max_examples=60, deadline=None)
def test_equals_the_written_out_search(
    seed: int, nodes: list[int], phrases: list[int], memory: float
) -> None:
    rng = np.random.default_rng(seed)
    kinds = unit(rng.normal(size=(3, 3)))  # few, so that many scores are equal

    def some(counts: list[int]) -> TokenVectors:
        return TokenVectors.from_texts([kinds[rng.integers(0, 3, n)] for n in counts], 3)

    held = some(nodes)
    sides = {"query": some(phrases), "document": some(phrases)}
    links = LateInteractionLinker(
        held, lambda _, side: sides[side], memory_mb=memory
    ).link([str(n) for n in range(len(phrases))])  # fmt: skip
    for row in range(len(phrases)):
        question = sides["query"].text(row)
        own = score(question, sides["document"].text(row))
        best, node = 0.0, -1
        for position in range(len(nodes)):
            similarity = score(question, held.text(position)) / own if own > 0 else 0.0
            if round(similarity, 6) > round(best, 6):
                best, node = similarity, position
        assert links.nodes[row] == node
        assert links.cosines[row] == pytest.approx(best, abs=1e-6)


def test_what_is_not_linkable() -> None:
    """No node, or not even the phrase itself, has a positive score."""
    right = np.array([[1, 0]], dtype=np.float32)

    def encode(phrases: Sequence[str], side: Side) -> TokenVectors:
        signs = {"far": (-1, -1), "odd": (1, -1), "good": (1, 1)}
        texts = [right * signs[phrase][side == "document"] for phrase in phrases]
        return TokenVectors.from_texts(texts, 2)

    links = LateInteractionLinker(TokenVectors(right, np.array([0, 1])), encode).link(
        ["far", "odd", "good"]
    )
    assert links.nodes.tolist() == [-1, -1, 0]
    assert links.cosines.tolist() == [0, 0, 1]


def test_no_phrases_and_no_nodes() -> None:
    assert linker(["a"]).link([]).nodes.shape == (0,)
    assert linker([]).link(["a"]).nodes.tolist() == [-1]


def retriever(linker: LateInteractionLinker) -> HippoRAGRetriever:
    return HippoRAGRetriever(
        make_graph(GRAPH),
        linker=linker,
        normalize=str.lower,
        expand=networkx_ppr,
        no_entity="corpus_order",
    )


def test_hipporag_links_through_it() -> None:
    nodes = make_graph(GRAPH).nodes
    found = retriever(linker(nodes))
    (linked,) = found.link([query("Oslo", "York New")])
    assert [nodes[entity.node] for entity in linked.entities] == ["oslo", "new york"]
    assert linked.lowest_cosine == pytest.approx(1)
    block = found.score([query("Oslo"), query("hort")])
    assert block.scores.argmax(axis=1).tolist() == [1, 0]
    assert block.outcomes == ("ok", "ok")


def test_parts_that_do_not_fit() -> None:
    with pytest.raises(GraphError, match="2 node vectors for 5 nodes"):
        retriever(linker(["a", "b"]))
    encode = WordTokens()
    with pytest.raises(EncoderError, match="1 texts for 2 phrases"):
        LateInteractionLinker(
            encode(["a"], "document"), lambda _, side: encode(["a"], side)
        ).link(["a", "b"])  # fmt: skip
