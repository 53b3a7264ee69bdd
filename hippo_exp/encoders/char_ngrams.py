"""Hashed character n-grams: an encoder without weights, for the core install."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hippo_exp.encoders.protocol import Plain, Role
from hippo_exp.errors import ConfigError
from hippo_exp.types import SparseArray


class CharNgramEncoder:
    """Counts of character n-grams inside word boundaries, hashed, L2-normalised.

    A text is lower-cased and cut at white space; each word, padded by one space on both sides,
    gives its n-grams; their counts at hashed positions form the vector. All roles are treated
    alike and no corpus statistic enters, so a vector depends on its text alone.

    Args:
        ngram_min: shortest n-gram, in characters, at least 1.
        ngram_max: longest n-gram.
        n_features: dimension of the vectors; positions are 32-bit MurmurHash3 modulo this.

    Raises:
        ConfigError: an empty n-gram range or no feature.
    """

    def __init__(self, *, ngram_min: int = 3, ngram_max: int = 5, n_features: int = 2**18) -> None:
        if not 1 <= ngram_min <= ngram_max:
            raise ConfigError(
                f"the n-gram range {ngram_min} to {ngram_max} is empty",
                where="encoder.ngram_min, encoder.ngram_max",
                fix="choose 1 <= ngram_min <= ngram_max",
            )
        if not 1 <= n_features < 2**31:
            raise ConfigError(
                f"{n_features} features cannot be hashed to",
                where="encoder.n_features",
                fix="choose a number from 1 to 2147483647, for example 262144",
            )
        self._range = (ngram_min, ngram_max)
        self._n_features = n_features

    @property
    def identity(self) -> Mapping[str, Plain]:
        """Kind, n-gram range and dimension."""
        return {
            "kind": "char_ngrams",
            "ngram_min": self._range[0],
            "ngram_max": self._range[1],
            "n_features": self._n_features,
        }

    def encode(self, texts: Sequence[str], role: Role) -> SparseArray:
        """Encode each text by itself.

        Returns:
            (n_texts, n_features) float32 CSR with sorted indices; a row has norm 1, or is empty
            when its text has no n-gram (white space only).
        """
        from scipy import sparse
        from sklearn.feature_extraction.text import HashingVectorizer

        if not len(texts):
            return sparse.csr_array(np.empty((0, self._n_features), dtype=np.float32))
        vectorizer = HashingVectorizer(
            analyzer="char_wb",
            ngram_range=self._range,
            n_features=self._n_features,
            alternate_sign=False,
            norm="l2",
            lowercase=True,
            dtype=np.float32,
        )
        vectors = sparse.csr_array(vectorizer.transform(list(texts)), dtype=np.float32)
        vectors.sum_duplicates()
        return vectors
