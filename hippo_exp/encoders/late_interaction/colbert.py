"""ColBERTv2: BERT, a linear head, one normalised vector per token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from hippo_exp.encoders.checkpoint import checkpoint_digest, checkpoint_folder
from hippo_exp.encoders.late_interaction.checkpoint import (
    ColBERTModel,
    check_installed,
    load_colbert,
)
from hippo_exp.encoders.late_interaction.protocol import Side
from hippo_exp.encoders.late_interaction.token_vectors import TokenVectors
from hippo_exp.encoders.late_interaction.tokens import MARKERS, ColBERTTokens
from hippo_exp.encoders.protocol import Plain
from hippo_exp.encoders.sentence_transformer import TORCH_TYPES, Precision
from hippo_exp.errors import ConfigError, EncoderError

DocumentForm = Literal["plain", "release"]


class ColBERTEncoder:
    """Token vectors of ``colbert-ir/colbertv2.0`` and checkpoints of its layout.

    A text becomes [CLS], the marker of its side, its word pieces, [SEP]; a query is filled up to
    ``query_length`` with [MASK], whose vectors take part though no token attends to them. The last
    layer times the head, scaled to L2 norm 1, gives the vectors; those of ASCII punctuation are
    left out of documents. Source: Khattab and Zaharia, SIGIR 2020; Santhanam et al., NAACL 2022.

    The checkpoint is read with transformers: every pylate from 1.2 pins one release of
    sentence-transformers, the newest one 5.3.0, which excludes the release that the other encoders
    need, and pylate 1.0 cannot be imported with that one. Nothing is
    quantised.

    Args:
        model: a local folder, or a hub name whose files are already in the hub's local cache.
        revision: the full commit of a hub name; None for a folder.
        batch_size: texts per forward pass; moves a component by less than 1e-5 in fp32.
        query_length: tokens of a query, the three special ones included.
        document_length: tokens after which a document is cut, the three included.
        mask_punctuation: leave punctuation out of documents.
        document_form: ``plain`` encodes a document as it is given; ``release`` as the released
            code's index files hold it: title, newline, text becomes ``text" | "title``, anything
            else is put between quotation marks.
        device: torch device; None picks an accelerator when there is one.
        precision: type of the weights; tables are made with ``fp32``.

    Raises:
        ConfigError: a setting outside its range, or a hub name that is not pinned.
        EncoderError: the weights are not on this machine.
        MissingExtraError: torch or transformers is not installed.
    """

    def __init__(
        self,
        *,
        model: str,
        revision: str | None,
        batch_size: int = 64,
        query_length: int = 32,
        document_length: int = 180,
        mask_punctuation: bool = True,
        document_form: DocumentForm = "plain",
        device: str | None = None,
        precision: Precision = "fp32",
    ) -> None:
        _check_choice("document_form", document_form, get_args(DocumentForm))
        _check_choice("precision", precision, get_args(Precision))
        for setting, value, least in (
            ("batch_size", batch_size, 1),
            ("query_length", query_length, 4),
            ("document_length", document_length, 4),
        ):
            if value < least:
                raise ConfigError(
                    f"{value} is too small", where=f"encoder.{setting}", fix=f"use {least} or more"
                )
        check_installed()
        self._folder = checkpoint_folder(model, revision)
        self._name = f"{model}@{revision}" if revision else self._folder.resolve().name
        self._batch_size = batch_size
        self._lengths = {"query": query_length, "document": document_length}
        self._mask_punctuation = mask_punctuation
        self._form: DocumentForm = document_form
        self._device = device
        self._precision: Precision = precision

    @cached_property
    def identity(self) -> Mapping[str, Plain]:
        """Digest of the checkpoint's files and all settings that change a vector."""
        return {
            "kind": "colbert",
            "checkpoint": checkpoint_digest(self._folder),
            "markers": {side: MARKERS[side] for side in MARKERS},
            "query_length": self._lengths["query"],
            "document_length": self._lengths["document"],
            "mask_punctuation": self._mask_punctuation,
            "document_form": self._form,
            "precision": self._precision,
        }

    @property
    def name(self) -> str:
        """Hub name and commit, or the folder's own name, for labels; not part of the identity."""
        return self._name

    def encode_tokens(self, texts: Sequence[str], side: Side) -> TokenVectors:
        """Encode each text by itself; texts of equal tokens are encoded once.

        Args:
            texts: any texts, empty ones included.
            side: ``query`` or ``document``.

        Returns:
            Vectors of L2 norm 1: ``query_length`` of them for each query; for a document those of
            all its tokens but punctuation.

        Raises:
            EncoderError: the checkpoint cannot be loaded, or gave a value that is not finite.
        """
        given = texts if side == "query" or self._form == "plain" else list(map(_released, texts))
        found = self._tokens.ids(given, side)
        compared = {ids: self._tokens.compared(ids, side) for ids in found}
        offsets = np.cumsum([0, *(len(compared[ids]) for ids in found)], dtype=np.int64)
        packed = np.empty((int(offsets[-1]), self._model.head.shape[0]), dtype=np.float32)
        places: dict[tuple[int, ...], list[int]] = {ids: [] for ids in sorted(compared, key=_size)}
        for position, ids in enumerate(found):
            places[ids].append(position)
        distinct = list(places)
        for start in range(0, len(distinct), self._batch_size):
            batch = distinct[start : start + self._batch_size]
            for ids, vectors in zip(batch, self._forward(batch, side), strict=True):
                for position in places[ids]:
                    packed[offsets[position] : offsets[position + 1]] = vectors[compared[ids]]
        return TokenVectors(packed, offsets)

    def _forward(self, batch: list[tuple[int, ...]], side: Side) -> NDArray[np.float32]:
        """(n_texts, longest, dim) normalised vectors of all tokens of a batch."""
        import torch

        ids = torch.tensor(self._tokens.filled(batch, side), device=self._model.head.device)
        lengths = torch.tensor([len(found) for found in batch], device=ids.device)
        attended = (torch.arange(ids.shape[1], device=ids.device) < lengths[:, None]).long()
        with torch.inference_mode():
            hidden: Any = self._model.bert(input_ids=ids, attention_mask=attended)
            projected = (hidden.last_hidden_state @ self._model.head.T).float()
            unit: NDArray[np.float32] = (
                torch.nn.functional.normalize(projected, dim=2).cpu().numpy()
            )
        if not np.isfinite(unit).all():
            raise EncoderError(
                "the encoder returned values that are not finite",
                where=f"{self.name}, precision {self._precision}",
                fix="check the weights; with a reduced precision, use fp32",
            )
        return unit

    @cached_property
    def _tokens(self) -> ColBERTTokens:
        positions = self._model.bert.config.max_position_embeddings
        for side, length in self._lengths.items():
            if length > positions:
                raise EncoderError(
                    f"{side}_length={length} exceeds the model's {positions} positions",
                    where=str(self._folder),
                    fix=f"set encoder.{side}_length to at most {positions}",
                )
        return ColBERTTokens(
            self._model.tokenizer,
            query_length=self._lengths["query"],
            document_length=self._lengths["document"],
            mask_punctuation=self._mask_punctuation,
            where=str(self._folder),
        )

    @cached_property
    def _model(self) -> ColBERTModel:
        return load_colbert(self._folder, dtype=TORCH_TYPES[self._precision], device=self._device)


def _size(ids: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return len(ids), ids


def _released(text: str) -> str:
    """A document as the index files of the released code hold it."""
    title, newline, body = text.partition("\n")
    return f'{body.replace(newline, " ")}" | "{title}' if newline else f'"{text}"'


def _check_choice(setting: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise ConfigError(
            f"{value!r} is not known", where=f"encoder.{setting}", fix=f"use {', '.join(choices)}"
        )
