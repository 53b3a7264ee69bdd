"""Texts to token ids as ColBERT reads them: markers, query augmentation, punctuation."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from hippo_exp.encoders.late_interaction.protocol import Side
from hippo_exp.errors import EncoderError

MARKERS: dict[Side, str] = {"query": "[unused0]", "document": "[unused1]"}
"""Vocabulary entries that stand for [Q] and [D] in the published checkpoints."""

_SPECIAL_TOKENS = 3  # [CLS], the marker, [SEP]


class ColBERTTokens:
    """[CLS] marker w1 … wn [SEP]; a query is filled up with [MASK] (Khattab and Zaharia, 2020).

    Args:
        tokenizer: a BERT tokenizer of transformers.
        query_length: tokens of every query, the three special ones included.
        document_length: tokens after which a document is cut, the three included.
        mask_punctuation: leave ASCII punctuation out of the tokens that are compared.
        where: the checkpoint, for messages.

    Raises:
        EncoderError: a vocabulary without the markers or without [CLS], [SEP], [MASK], [PAD].
    """

    def __init__(
        self,
        tokenizer: Any,
        *,
        query_length: int,
        document_length: int,
        mask_punctuation: bool,
        where: str,
    ) -> None:
        self._tokenizer = tokenizer
        self._length: dict[Side, int] = {"query": query_length, "document": document_length}
        vocabulary: dict[str, int] = tokenizer.get_vocab()
        self._marker = {side: vocabulary.get(token, -1) for side, token in MARKERS.items()}
        special = (
            tokenizer.cls_token_id,
            tokenizer.sep_token_id,
            tokenizer.mask_token_id,
            tokenizer.pad_token_id,
        )
        if None in special or -1 in self._marker.values():
            raise EncoderError(
                f"the vocabulary lacks {' or '.join(MARKERS.values())}, or a special token",
                where=where,
                fix="give a ColBERT checkpoint with a BERT tokenizer",
            )
        self._cls, self._sep, self._mask, self.pad = special
        symbols = string.punctuation if mask_punctuation else ""
        self._skipped = frozenset(vocabulary[s] for s in symbols if s in vocabulary)

    def ids(self, texts: Sequence[str], side: Side) -> list[tuple[int, ...]]:
        """Token ids of each text, without padding and, for queries, without [MASK]."""
        if not texts:
            return []
        words = self._tokenizer(
            list(texts),
            add_special_tokens=False,
            truncation=True,
            max_length=self._length[side] - _SPECIAL_TOKENS,
        )["input_ids"]
        return [(self._cls, self._marker[side], *found, self._sep) for found in words]

    def filled(self, ids: Sequence[tuple[int, ...]], side: Side) -> list[list[int]]:
        """The ids of a batch brought to one length: [MASK] for queries, [PAD] for documents."""
        query = side == "query"
        length = self._length["query"] if query else max(map(len, ids))
        filler = self._mask if query else self.pad
        return [[*found, *[filler] * (length - len(found))] for found in ids]

    def compared(self, ids: tuple[int, ...], side: Side) -> list[int]:
        """Positions whose vectors take part in the comparison."""
        if side == "query":
            return list(range(self._length["query"]))
        return [position for position, token in enumerate(ids) if token not in self._skipped]
