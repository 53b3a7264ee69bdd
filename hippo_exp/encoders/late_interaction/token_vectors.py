"""Token vectors of many texts, packed into one matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hippo_exp.errors import EncoderError
from hippo_exp.types import IntArray


@dataclass(frozen=True, eq=False)
class TokenVectors:
    """The vectors of text i are the rows ``offsets[i]`` to ``offsets[i + 1] - 1``.

    Attributes:
        vectors: (n_tokens, dim) float32, finite; rows of L2 norm 1 where the encoder says so.
        offsets: (n_texts + 1,) int64, from 0 to n_tokens, strictly increasing: every text has at
            least one token.

    Raises:
        EncoderError: parts that do not fit, a text without a token, or values not finite.
    """

    vectors: NDArray[np.float32]
    offsets: IntArray

    def __post_init__(self) -> None:
        ends = self.offsets
        if (
            self.vectors.ndim != 2
            or ends.ndim != 1
            or ends.size == 0
            or ends[0] != 0
            or ends[-1] != self.vectors.shape[0]
            or (np.diff(ends) < 1).any()
        ):
            raise EncoderError(
                f"offsets {ends.shape} do not cut {self.vectors.shape} token vectors into texts "
                "of at least one token",
                where="encoder",
                fix="check the encoder's output",
            )
        if not np.isfinite(self.vectors).all():
            raise EncoderError(
                "token vectors are not finite", where="encoder", fix="check the encoder's output"
            )

    @classmethod
    def from_texts(cls, texts: Sequence[NDArray[np.float32]], dim: int) -> TokenVectors:
        """Pack the vectors of each text.

        Args:
            texts: one (n_tokens of the text, dim) array for each text.
            dim: width of the vectors, for the case of no text.
        """
        offsets = np.cumsum([0, *(text.shape[0] for text in texts)], dtype=np.int64)
        packed = np.concatenate([np.empty((0, dim), np.float32), *texts])
        return cls(packed.astype(np.float32, copy=False), offsets)

    def __len__(self) -> int:
        return self.offsets.size - 1

    @property
    def dim(self) -> int:
        """Width of the vectors."""
        return int(self.vectors.shape[1])

    @property
    def counts(self) -> IntArray:
        """(n_texts,) number of tokens of each text."""
        return np.diff(self.offsets)

    def text(self, position: int) -> NDArray[np.float32]:
        """(n_tokens of the text, dim) vectors of one text."""
        return self.vectors[self.offsets[position] : self.offsets[position + 1]]

    def take(self, positions: IntArray) -> TokenVectors:
        """The texts at ``positions`` (n,) int64, in that order, repeated where they are."""
        counts = self.counts[positions]
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        shift = np.repeat(self.offsets[positions] - offsets[:-1], counts)
        return TokenVectors(self.vectors[np.arange(offsets[-1]) + shift], offsets)
