"""Groups of texts from which the tree of summaries is built."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.retrieval.raptor import (
    GroupSettings,
    group_vectors,
)
from hippo_exp.retrieval.raptor.mixture import soft_clusters
from hippo_exp.retrieval.raptor.reduction import reduce_vectors


class TestGroups:
    @given(
        seed=st.integers(0, 2**32 - 1),
        n=st.integers(1, 14),
        repeated=st.booleans(),
        most=st.sampled_from([1, 4, 100]),
    )
    @settings(max_examples=12, deadline=None)
    def test_laws(self, seed: int, n: int, repeated: bool, most: int) -> None:
        """Every node is in a group, no group twice, none too long unless it is one node."""
        rng = np.random.default_rng(seed)
        vectors = rng.normal(size=(n, 3)).astype(np.float32)
        if repeated:
            vectors = vectors[rng.integers(0, n, n)]
        lengths = rng.integers(1, 3, n)
        given_ = GroupSettings(reduction_dim=2, max_clusters=4, max_length=most, seed=seed % 1000)
        groups = group_vectors(vectors, lengths, given_)
        assert sorted({int(node) for group in groups for node in group}) == list(range(n))
        plain = [tuple(group.tolist()) for group in groups]
        assert len(dict.fromkeys(plain)) == len(plain)
        for group in groups:
            assert group.tolist() == sorted(dict.fromkeys(group.tolist()))
            assert group.size == 1 or lengths[group].sum() <= most
        again = group_vectors(vectors, lengths, given_)
        assert [tuple(group.tolist()) for group in again] == plain

    def test_vectors_are_compared_by_direction(self) -> None:
        rng = np.random.default_rng(0)
        vectors = rng.normal(size=(9, 6)).astype(np.float32)
        vectors[4] = 0
        reduced = reduce_vectors(vectors, 3, 0)
        assert reduced.shape == (9, 3)
        assert np.abs(reduced[4]).max() < 1e-12
        longer = vectors * rng.uniform(0.5, 9, (9, 1)).astype(np.float32)
        for other in (longer, sparse.csr_array(vectors)):
            np.testing.assert_allclose(reduce_vectors(other, 3, 0), reduced, atol=1e-5)
        norms = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        values = np.linalg.svd(vectors / norms, compute_uv=False)[:3]
        np.testing.assert_allclose(np.linalg.norm(reduced, axis=0), values, rtol=1e-5)
        assert reduce_vectors(vectors[:3], 10, 0).shape == (3, 1)

    @pytest.mark.parametrize("shape", [(9, 40), (40, 9), (12, 12)])
    def test_the_ways_to_reduce_agree(
        self, monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int]
    ) -> None:
        rng = np.random.default_rng(1)
        vectors = rng.normal(size=shape).astype(np.float32) * 0.7 ** np.arange(shape[1])
        vectors = vectors.astype(np.float32)
        exact = reduce_vectors(vectors, 4, 0)
        unit = vectors / np.linalg.norm(vectors.astype(float), axis=1, keepdims=True)
        left, values, _ = np.linalg.svd(unit, full_matrices=False)
        np.testing.assert_allclose(np.abs(exact), np.abs(left[:, :4] * values[:4]), atol=1e-6)
        assert (exact[np.abs(exact).argmax(axis=0), range(4)] > 0).all()
        monkeypatch.setattr("hippo_exp.retrieval.raptor.reduction._LARGEST_GRAM", 0)
        np.testing.assert_allclose(reduce_vectors(vectors, 4, 0), exact, atol=1e-5)

    def test_separate_clouds(self) -> None:
        rng = np.random.default_rng(0)
        points = np.concatenate(
            [c + 0.1 * rng.normal(size=(20, 2)) for c in ([0, 0], [9, 0], [0, 9])]
        )
        found = soft_clusters(points, threshold=0.1, max_clusters=6, seed=0)
        assert sorted(group.tolist() for group in found) == [
            list(range(20)), list(range(20, 40)), list(range(40, 60)),
        ]  # fmt: skip

    def test_a_point_between_two_clouds_is_in_both(self) -> None:
        rng = np.random.default_rng(0)
        clouds = [c + rng.normal(size=(60, 2)) for c in ([0, 0], [6, 0])]
        points = np.concatenate([*clouds, [[3.0, 0.0]]])
        found = soft_clusters(points, threshold=0.01, max_clusters=3, seed=0)
        assert [120 in group for group in found] == [True, True]
        hard = soft_clusters(points, threshold=0.999, max_clusters=3, seed=0)
        assert sum(120 in group for group in hard) == 1
