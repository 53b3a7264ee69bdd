"""Character n-grams: a vector is what its text alone says."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.encoders import CharNgramEncoder
from hippo_exp.errors import ConfigError

SMALL = CharNgramEncoder(n_features=2**20)


def _ngrams(text: str, low: int, high: int) -> dict[str, int]:
    """The n-grams of ``char_wb``, written out: words padded by one space on both sides."""
    counts: dict[str, int] = {}
    for word in text.lower().split():
        padded = f" {word} "
        for n in range(low, high + 1):
            if n >= len(padded):  # a short word is one n-gram, once
                counts[padded] = counts.get(padded, 0) + 1
                break
            for start in range(len(padded) - n + 1):
                gram = padded[start : start + n]
                counts[gram] = counts.get(gram, 0) + 1
    return counts


def _cosine(left: dict[str, int], right: dict[str, int]) -> float:
    dot = sum(count * right.get(gram, 0) for gram, count in left.items())
    norms = (math.hypot(*left.values()), math.hypot(*right.values()))
    return dot / (norms[0] * norms[1])


@pytest.mark.parametrize(
    ("left", "right"),
    [("Erik Hort", "erik hort"), ("Montebello", "montebello park"), ("a", "abc"), ("ab", "cd")],
)
def test_cosine_equals_the_one_of_written_out_ngrams(left: str, right: str) -> None:
    vectors = SMALL.encode([left, right], "phrase")
    expected = _cosine(_ngrams(left, 3, 5), _ngrams(right, 3, 5))
    assert (vectors[[0]] @ vectors[[1]].T).toarray().item() == pytest.approx(expected, abs=1e-6)


def test_kind_norm_and_empty_rows() -> None:
    vectors = CharNgramEncoder().encode(["Rhine", "", "  \n", "x"], "passage")
    assert isinstance(vectors, sparse.csr_array)
    assert vectors.shape == (4, 2**18)
    assert vectors.dtype == np.float32
    assert vectors.has_sorted_indices
    norms = np.sqrt(vectors.multiply(vectors).sum(axis=1))
    np.testing.assert_allclose(norms, [1, 0, 0, 1], atol=1e-6)


def test_no_texts() -> None:
    vectors = CharNgramEncoder().encode([], "query")
    assert vectors.shape == (0, 2**18)
    assert vectors.dtype == np.float32


@given(texts=st.lists(st.text(max_size=12), max_size=6))
@settings(max_examples=50, deadline=None)
def test_a_text_is_encoded_by_itself(texts: list[str]) -> None:
    together = SMALL.encode(texts, "phrase")
    for row, text in enumerate(texts):
        alone = SMALL.encode([text], "phrase")
        np.testing.assert_array_equal(together[[row]].toarray(), alone.toarray())


def test_identity_tells_settings_apart() -> None:
    assert CharNgramEncoder().identity == CharNgramEncoder().identity
    assert CharNgramEncoder(ngram_max=4).identity != CharNgramEncoder().identity
    assert CharNgramEncoder(n_features=2**10).identity != CharNgramEncoder().identity


@pytest.mark.parametrize(
    "settings_", [{"ngram_min": 0}, {"ngram_min": 6}, {"n_features": 0}, {"n_features": 2**31}]
)
def test_bad_settings(settings_: dict[str, int]) -> None:
    with pytest.raises(ConfigError):
        CharNgramEncoder(**settings_)


def test_import_stays_light() -> None:
    code = (
        "import sys, hippo_exp.encoders, hippo_exp.retrieval;"
        "heavy = {'torch', 'sklearn', 'sentence_transformers', 'bm25s', 'transformers'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
