"""The tree of summaries that RAPTOR builds: its structure and its limits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from raptor_cases import SMALL, N, corpus, embed, first_sentences, tree_of, usual_tree

from hippo_exp.errors import ConfigError, DataError, EncoderError
from hippo_exp.retrieval.raptor import (
    GroupSettings,
    Summary,
    build_tree,
    count_words,
)


class TestBuild:
    def test_two_passages(self) -> None:
        """Pitfall A48: leaves and at most one summary, no exception, the same again."""
        contents = ["Oslo is a city. It is old.", "Oslo is a port. It is cold."]
        tree = tree_of(contents)
        assert tree.summaries == (Summary("Oslo is a city. Oslo is a port.", (0, 1), 1),)
        assert tree == tree_of(contents)
        assert tree_of(contents, last_layer=11).summaries == ()
        assert build_tree(contents, embed, first_sentences).n_nodes == 2

    @pytest.mark.parametrize("n", [1, 3, 4, 5])
    def test_tiny_corpora(self, n: int) -> None:
        tree = tree_of(corpus(n))
        assert tree.counts["passages"] == n
        assert len(tree.summaries) <= max(1, n - 1) * 3
        assert tree.texts(corpus(n))[:n] == corpus(n)

    def test_equal_and_empty_passages(self) -> None:
        for contents in (["same words here."] * 9, [""] * 9):
            tree = tree_of(contents)
            assert [summary.children for summary in tree.summaries] == [tuple(range(9))]
        assert tree_of([""] * 9).counts["blank_summaries"] == 0  # "." nine times
        blank = build_tree(corpus(3), embed, lambda _: " ", settings=SMALL, last_layer=1)
        assert blank.counts["blank_summaries"] == len(blank.summaries) > 0

    def test_structure_of_a_larger_tree(self) -> None:
        contents = corpus(N)
        tree = usual_tree()
        assert tree == tree_of(contents)  # fixed seeds
        assert tree.counts["levels"] >= 2
        assert tree.counts["summaries"] == len(tree.summaries)
        for position, summary in enumerate(tree.summaries):
            assert len(summary.children) >= 2
            assert summary.children == tuple(sorted(dict.fromkeys(summary.children)))
            levels = [
                0 if child < N else tree.summaries[child - N].level for child in summary.children
            ]
            assert levels == [summary.level - 1] * len(levels)
            texts = [tree.texts(contents)[child] for child in summary.children]
            assert summary.text == first_sentences(texts)
            assert max(summary.children) < N + position

    def test_groups_follow_the_topics(self) -> None:
        """Passages of one topic share a parent far more often than those of two."""
        tree = tree_of(corpus(N), settings=GroupSettings(reduction_dim=4, max_clusters=5))
        same, other = 0, 0
        for summary in tree.summaries:
            if summary.level == 1:
                topics = [child % 3 for child in summary.children]
                pairs = [(a, b) for i, a in enumerate(topics) for b in topics[:i]]
                same += sum(a == b for a, b in pairs)
                other += sum(a != b for a, b in pairs)
        assert same > 9 * other

    def test_limits(self) -> None:
        contents = corpus(N)
        assert tree_of(contents, max_levels=0).summaries == ()
        assert tree_of(contents, last_layer=N).summaries == ()
        first = tuple(summary for summary in usual_tree().summaries if summary.level == 1)
        assert tree_of(contents, max_levels=1).summaries == first
        assert tree_of(contents, last_layer=N - 1).summaries[: len(first)] == first

    def test_no_group_is_longer_than_allowed(self) -> None:
        contents = corpus(N)
        seen: list[int] = []

        def summarize(texts: Sequence[str]) -> str:
            seen.append(sum(map(count_words, texts)))
            return first_sentences(texts[:1])

        build_tree(contents, embed, summarize, settings=SMALL, last_layer=1)
        assert 0 < max(seen) <= SMALL.max_length

    def test_errors(self) -> None:
        with pytest.raises(DataError, match="no passages"):
            tree_of([])
        for settings_ in ({"max_levels": -1}, {"last_layer": 0}):
            with pytest.raises(ConfigError, match="out of range"):
                tree_of(["a"], **settings_)
        with pytest.raises(EncoderError, match="1 vectors for 2 texts"):
            build_tree(["a", "b"], lambda _: embed(["a"]), first_sentences, last_layer=1)
        for wrong in (
            {"reduction_dim": 0}, {"max_clusters": 1}, {"max_length": 0}, {"threshold": 1.0},
        ):  # fmt: skip
            with pytest.raises(ConfigError, match=f"raptor.{next(iter(wrong))}"):
                GroupSettings(**wrong)
