"""Encoders that look their vectors up in the store and compute what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hippo_exp.config.schema import (
    ColBERTSettings,
    EncoderSettings,
)
from hippo_exp.encoders import (
    Encoder,
    LateInteractionEncoder,
    Role,
    TokenVectors,
)
from hippo_exp.encoders.late_interaction import Side
from hippo_exp.pipeline.progress import Progress
from hippo_exp.pipeline.retrievers.encoding import make_encoder
from hippo_exp.pipeline.retrievers.stored_arrays import (
    tokens_from_arrays,
    tokens_to_arrays,
    vectors_from_arrays,
    vectors_to_arrays,
)
from hippo_exp.reporting import Stopwatch
from hippo_exp.storage import Store, digest_json
from hippo_exp.types import Vectors

VERSION = 1
CHUNK = 4096
"""Texts of one entry of the store: what an interrupted run loses at most."""
_WORTH_SAYING = 1000
"""Texts from which on encoding is announced."""
_Part = TypeVar("_Part")


@dataclass(frozen=True)
class StoredEncoder:
    """A single-vector encoder whose vectors are computed once per list of texts and kept.

    Attributes:
        encoder: makes the vectors.
        store: keeps them under the encoder's identity, the role and the texts.
        watch: times the stage ``encode``.
    """

    encoder: Encoder
    store: Store
    watch: Stopwatch = field(default_factory=Stopwatch)

    def encode(self, texts: Sequence[str], role: Role) -> Vectors:
        """(n_texts, dim) float32 vectors, read from the store or made, a chunk at a time."""

        def part(chunk: Sequence[str], start: Callable[[], None]) -> Vectors:
            key = {
                "encoder": dict(self.encoder.identity),
                "role": role,
                "texts": digest_json(list(chunk)),
            }

            def compute() -> Mapping[str, NDArray[np.generic]]:
                start()
                return vectors_to_arrays(self.encoder.encode(chunk, role))

            return vectors_from_arrays(self.store.arrays("vectors", VERSION, key, compute))

        with self.watch.stage("encode"):
            return _stacked(list(_parts(texts, role, part)))

    def phrases(self, texts: Sequence[str]) -> Vectors:
        """Vectors of normalised phrases."""
        return self.encode(texts, "phrase")

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions."""
        return self.encode(texts, "query")


@dataclass(frozen=True)
class StoredTokenEncoder:
    """A late-interaction encoder whose token vectors are computed once and kept.

    Attributes:
        encoder: makes the token vectors.
        store: keeps them under the encoder's identity, the side and the texts.
        watch: times the stage ``encode``.
    """

    encoder: LateInteractionEncoder
    store: Store
    watch: Stopwatch = field(default_factory=Stopwatch)

    def tokens(self, texts: Sequence[str], side: Side) -> TokenVectors:
        """Token vectors of the texts, read from the store or made, a chunk at a time."""

        def part(chunk: Sequence[str], start: Callable[[], None]) -> TokenVectors:
            key = {
                "encoder": dict(self.encoder.identity),
                "side": side,
                "texts": digest_json(list(chunk)),
            }

            def compute() -> Mapping[str, NDArray[np.generic]]:
                start()
                return tokens_to_arrays(self.encoder.encode_tokens(chunk, side))

            return tokens_from_arrays(self.store.arrays("tokens", VERSION, key, compute))

        with self.watch.stage("encode"):
            return _joined(list(_parts(texts, side, part)))

    def queries(self, texts: Sequence[str]) -> TokenVectors:
        """Token vectors of texts as queries."""
        return self.tokens(texts, "query")

    def documents(self, texts: Sequence[str]) -> TokenVectors:
        """Token vectors of texts as documents."""
        return self.tokens(texts, "document")


AnyStoredEncoder = StoredEncoder | StoredTokenEncoder


def stored_encoder(settings: EncoderSettings, store: Store, watch: Stopwatch) -> AnyStoredEncoder:
    """The encoder that the settings name, of either kind, with its store."""
    encoder = make_encoder(settings)
    if isinstance(settings, ColBERTSettings):
        return StoredTokenEncoder(cast("LateInteractionEncoder", encoder), store, watch)
    return StoredEncoder(cast("Encoder", encoder), store, watch)


def _parts(
    texts: Sequence[str], kind: str, part: Callable[[Sequence[str], Callable[[], None]], _Part]
) -> Iterator[_Part]:
    """The parts of all chunks; an empty list is one chunk, so that its dimension is known."""
    with Progress(f"encoding, {kind}; kept for later runs", len(texts), "texts") as progress:
        start = progress.start if len(texts) >= _WORTH_SAYING else _silent
        for first in range(0, max(len(texts), 1), CHUNK):
            chunk = texts[first : first + CHUNK]
            yield part(chunk, start)
            progress.advance(len(chunk))


def _silent() -> None:
    """Few texts are encoded without a word."""


def _stacked(parts: Sequence[Vectors]) -> Vectors:
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(part, np.ndarray) for part in parts):
        return np.concatenate([np.asarray(part) for part in parts])
    return sparse.csr_array(sparse.vstack([sparse.csr_array(part) for part in parts], format="csr"))


def _joined(parts: list[TokenVectors]) -> TokenVectors:
    """The parts as one; each is let go once it is copied, since together they may fill memory."""
    if len(parts) == 1:
        return parts[0]
    counts = np.concatenate([part.counts for part in parts])
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    vectors = np.empty((int(offsets[-1]), parts[0].dim), dtype=np.float32)
    stop = vectors.shape[0]
    while parts:
        part = parts.pop()
        vectors[stop - part.vectors.shape[0] : stop] = part.vectors
        stop -= part.vectors.shape[0]
    return TokenVectors(vectors, offsets)
