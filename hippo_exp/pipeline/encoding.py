"""Encoders from settings, with vectors kept in the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hippo_exp.config.schema import (
    CharNgramSettings,
    EncoderSettings,
    MiniLMSettings,
)
from hippo_exp.encoders import (
    CharNgramEncoder,
    Encoder,
    Role,
    SentenceTransformerEncoder,
    minilm_folder,
)
from hippo_exp.errors import EncoderError
from hippo_exp.pipeline.progress import say
from hippo_exp.storage import Store, digest_json
from hippo_exp.types import Vectors

VERSION = 1
_WORTH_SAYING = 1000
"""Texts from which on encoding is announced."""


@cache
def make_encoder(settings: EncoderSettings) -> Encoder:
    """The encoder that the settings name.

    Raises:
        MissingExtraError: its package is not installed.
        EncoderError: its weights are absent or not the published ones.
    """
    if isinstance(settings, CharNgramSettings):
        return CharNgramEncoder(
            ngram_min=settings.ngram_min,
            ngram_max=settings.ngram_max,
            n_features=settings.n_features,
        )
    if isinstance(settings, MiniLMSettings):
        return SentenceTransformerEncoder(
            model=str(minilm_folder()),
            revision=None,
            pooling="modules",
            normalize=True,
            batch_size=settings.batch_size,
        )
    raw = {"query": False, "passage": False, "phrase": True}
    return SentenceTransformerEncoder(
        model=settings.model,
        revision=settings.revision,
        pooling=settings.pooling,
        normalize=True if settings.normalize_passages else raw,
        batch_size=settings.batch_size,
    )


@dataclass(frozen=True)
class StoredEncoder:
    """An encoder whose vectors are computed once per list of texts and kept.

    Attributes:
        encoder: makes the vectors.
        store: keeps them under the encoder's identity, the role and the texts.
    """

    encoder: Encoder
    store: Store

    def encode(self, texts: Sequence[str], role: Role) -> Vectors:
        """(n_texts, dim) float32 vectors, read from the store or made."""
        key = {
            "encoder": dict(self.encoder.identity),
            "role": role,
            "texts": digest_json(list(texts)),
        }

        def compute() -> Mapping[str, NDArray[np.generic]]:
            if len(texts) >= _WORTH_SAYING:
                say(f"encoding {len(texts):,} texts ({role}); kept for later runs")
            return _to_arrays(self.encoder.encode(texts, role))

        return _from_arrays(self.store.arrays("vectors", VERSION, key, compute))

    def phrases(self, texts: Sequence[str]) -> Vectors:
        """Vectors of normalised phrases."""
        return self.encode(texts, "phrase")

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions."""
        return self.encode(texts, "query")


def _to_arrays(vectors: Vectors) -> Mapping[str, NDArray[np.generic]]:
    if isinstance(vectors, np.ndarray):
        return {"dense": vectors}
    return {
        "data": vectors.data,
        "indices": vectors.indices,
        "indptr": vectors.indptr,
        "shape": np.array(vectors.shape, dtype=np.int64),
    }


def _from_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> Vectors:
    if "dense" in arrays:
        return cast("NDArray[np.float32]", arrays["dense"])
    if "data" not in arrays:
        raise EncoderError("a stored entry holds no vectors", fix="empty the stage cache")
    rows, columns = (int(size) for size in arrays["shape"])
    parts = (
        cast("NDArray[np.float32]", arrays["data"]),
        cast("NDArray[np.int32]", arrays["indices"]),
        cast("NDArray[np.int32]", arrays["indptr"]),
    )
    return sparse.csr_array(parts, shape=(rows, columns))
