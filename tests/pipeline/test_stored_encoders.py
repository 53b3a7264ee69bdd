"""Vectors come from the store chunk by chunk, and are those that the encoder gives at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hippo_exp.encoders import CharNgramEncoder, Role, TokenVectors
from hippo_exp.encoders.late_interaction import Side
from hippo_exp.pipeline.retrievers import stored_encoders
from hippo_exp.pipeline.retrievers.stored_encoders import StoredEncoder, StoredTokenEncoder
from hippo_exp.storage import Store

TEXTS = [f"text {number}" for number in range(11)]


class Counting:
    """Vectors and token vectors made of a text's length; counts the texts that it is given."""

    identity: Mapping[str, str] = {"kind": "counting"}

    def __init__(self) -> None:
        self.seen: list[str] = []

    def encode(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        self.seen += texts
        rows = [[len(text), ord(text[-1])] for text in texts]
        return np.array(rows, np.float32).reshape(-1, 2)

    def encode_tokens(self, texts: Sequence[str], side: Side) -> TokenVectors:
        self.seen += texts
        return TokenVectors.from_texts(
            [np.full((len(text), 3), ord(text[-1]), np.float32) for text in texts], 3
        )


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_encoders, "CHUNK", 4)


def test_dense_vectors_in_chunks(tmp_path: Path) -> None:
    inner, store = Counting(), Store(tmp_path)
    found = StoredEncoder(inner, store).encode(TEXTS, "passage")
    assert np.array_equal(found, Counting().encode(TEXTS, "passage"))
    assert store.misses == {"vectors": 3}
    again = StoredEncoder(inner, Store(tmp_path)).encode(TEXTS, "passage")
    assert np.array_equal(found, again)
    assert inner.seen == TEXTS


def test_what_a_killed_run_had_encoded_is_not_encoded_again(tmp_path: Path) -> None:
    StoredEncoder(Counting(), Store(tmp_path)).encode(TEXTS[:8], "passage")
    inner = Counting()
    StoredEncoder(inner, Store(tmp_path)).encode(TEXTS, "passage")
    assert inner.seen == TEXTS[8:]
    StoredEncoder(inner, Store(tmp_path)).encode(TEXTS[:4], "query")
    assert inner.seen == [*TEXTS[8:], *TEXTS[:4]]  # another role is another entry


def test_sparse_vectors_in_chunks(tmp_path: Path) -> None:
    inner = CharNgramEncoder(n_features=2**12)
    found = StoredEncoder(inner, Store(tmp_path)).encode(TEXTS, "phrase")
    again = StoredEncoder(inner, Store(tmp_path)).encode(TEXTS, "phrase")
    whole = inner.encode(TEXTS, "phrase")
    for vectors in (found, again):
        assert not isinstance(vectors, np.ndarray)
        assert abs(vectors - whole).nnz == 0


@pytest.mark.parametrize("n_texts", [0, 1, 4, 5, 11])
def test_token_vectors_in_chunks(tmp_path: Path, n_texts: int) -> None:
    inner, store = Counting(), Store(tmp_path)
    encoder = StoredTokenEncoder(inner, store)
    texts = TEXTS[:n_texts]
    whole = Counting().encode_tokens(texts, "document")
    for found in (encoder.documents(texts), encoder.documents(texts)):
        assert np.array_equal(found.vectors, whole.vectors)
        assert np.array_equal(found.offsets, whole.offsets)
    assert inner.seen == texts
    encoder.queries(texts)
    assert inner.seen == [*texts, *texts]


def test_the_stage_is_timed_once_per_call(tmp_path: Path) -> None:
    encoder = StoredEncoder(Counting(), Store(tmp_path))
    encoder.phrases(TEXTS)
    assert [record.stage for record in encoder.watch.records] == ["encode"]
