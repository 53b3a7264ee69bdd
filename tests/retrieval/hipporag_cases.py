"""A chain of facts, and a dense retriever of three passages."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import strategies as st

from hippo_exp.retrieval import DenseRetriever, HippoRAGRetriever

Make = Callable[..., HippoRAGRetriever]


CHAIN = [[("a", "b"), ("b", "c")], [("c", "d")], [("x", "y")]]


def dense() -> DenseRetriever:
    vectors = np.array([[1.0], [3.0], [2.0]], dtype=np.float32)
    return DenseRetriever(vectors, lambda texts: np.ones((len(texts), 1), dtype=np.float32))


phrases = st.sampled_from(["a", "b", "c", "d", "e", "nowhere", "!"])
