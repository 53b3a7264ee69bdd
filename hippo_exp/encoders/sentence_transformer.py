"""Neural encoders through sentence-transformers: Contriever, GTR, MiniLM and their like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from hippo_exp.encoders.checkpoint import checkpoint_digest, checkpoint_folder
from hippo_exp.encoders.loading import check_installed, load_model
from hippo_exp.encoders.protocol import ROLES, Plain, Role
from hippo_exp.errors import ConfigError, EncoderError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Pooling = Literal["mean", "cls", "modules"]
Precision = Literal["fp32", "bf16", "fp16"]
TORCH_TYPES: Mapping[str, str] = {"fp32": "float32", "bf16": "bfloat16", "fp16": "float16"}


class SentenceTransformerEncoder:
    """A transformer, a pooling and, role by role, L2 normalisation.

    Contriever is ``model="facebook/contriever", pooling="mean"``; its baseline compares raw
    vectors by inner product, while phrases are normalised (official behaviour, row 19):
    ``normalize={"query": False, "passage": False, "phrase": True}``. GTR and MiniLM bring their
    own layers: ``pooling="modules"``. No text changes the vector of another: padding is masked,
    and equal texts are encoded once. The weights are read at the first :meth:`encode`.

    Args:
        model: a local folder, or a hub name whose files are already in the hub's local cache.
        revision: the full commit of a hub name; None for a folder.
        pooling: ``mean``, ``cls``, or ``modules`` (the checkpoint's own layers).
        normalize: whether vectors are scaled to L2 norm 1, for all roles or for each of
            ``query``, ``passage`` and ``phrase``.
        batch_size: texts per forward pass; moves a component by less than 1e-5 in fp32.
        max_length: tokens after which a text is cut; None keeps the checkpoint's own limit.
        device: torch device; None picks an accelerator when there is one.
        precision: type of the weights; tables are made with ``fp32``.
        query_prefix: put before every query.
        passage_prefix: put before every passage.

    Raises:
        ConfigError: a setting outside its range, or a hub name that is not pinned.
        EncoderError: the weights are not on this machine.
        MissingExtraError: torch or sentence-transformers is not installed.
    """

    def __init__(
        self,
        *,
        model: str,
        revision: str | None,
        pooling: Pooling,
        normalize: bool | Mapping[str, bool],
        batch_size: int,
        max_length: int | None = None,
        device: str | None = None,
        precision: Precision = "fp32",
        query_prefix: str = "",
        passage_prefix: str = "",
    ) -> None:
        _check_choice("pooling", pooling, get_args(Pooling))
        _check_choice("precision", precision, get_args(Precision))
        _check_at_least("batch_size", batch_size, 1)
        _check_at_least("max_length", 3 if max_length is None else max_length, 3)
        self._normalize = _by_role(normalize)
        self._prefix: Mapping[str, str] = {
            "query": query_prefix,
            "passage": passage_prefix,
            "phrase": "",
        }
        check_installed()
        self._folder = checkpoint_folder(model, revision)
        self._name = model if revision else self._folder.resolve().name
        self._revision = revision
        self._pooling = pooling
        self._precision = precision
        self._max_length = max_length
        self._batch_size = batch_size
        self._device = device

    @cached_property
    def identity(self) -> Mapping[str, Plain]:
        """Digest of the checkpoint's files and all settings that change a vector.

        Neither the folder's path nor the name enters, since the files say it all.
        """
        return {
            "kind": "sentence_transformer",
            "checkpoint": checkpoint_digest(self._folder),
            "pooling": self._pooling,
            "normalize": {role: self._normalize[role] for role in ROLES},
            "max_length": self._max_length,
            "precision": self._precision,
            "query_prefix": self._prefix["query"],
            "passage_prefix": self._prefix["passage"],
        }

    @property
    def name(self) -> str:
        """Hub name and commit, or the folder's own name, for labels; not part of the identity."""
        return f"{self._name}@{self._revision}" if self._revision else self._name

    def encode(self, texts: Sequence[str], role: Role) -> NDArray[np.float32]:
        """Encode each text by itself.

        Returns:
            (n_texts, dim) float32; rows of norm 1 where ``normalize`` says so.

        Raises:
            EncoderError: the model gave a value that is not finite, or cannot be loaded.
        """
        prefix = self._prefix[role]
        positions: dict[str, int] = {}
        rows = np.array(
            [positions.setdefault(prefix + text, len(positions)) for text in texts], dtype=np.int64
        )
        vectors = self._forward(list(positions))
        if not np.isfinite(vectors).all():
            raise EncoderError(
                "the encoder returned values that are not finite",
                where=f"{self.name}, precision {self._precision}",
                fix="check the weights; with a reduced precision, use fp32",
            )
        return (_unit_rows(vectors) if self._normalize[role] else vectors)[rows]

    def _forward(self, texts: list[str]) -> NDArray[np.float32]:
        if not texts:
            dim = self._model.get_embedding_dimension()
            return np.zeros((0, dim or 0), dtype=np.float32)
        vectors = self._model.encode(
            texts,
            prompt="",
            batch_size=self._batch_size,
            show_progress_bar=False,
            convert_to_numpy=True,
            normalize_embeddings=False,
        )
        return np.ascontiguousarray(vectors, dtype=np.float32)

    @cached_property
    def _model(self) -> SentenceTransformer:
        return load_model(
            self._folder,
            pooling=self._pooling,
            dtype=TORCH_TYPES[self._precision],
            max_length=self._max_length,
            device=self._device,
        )


def _unit_rows(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    norms = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
    norms[norms == 0] = 1.0
    unit: NDArray[np.float32] = (vectors / norms[:, None]).astype(np.float32)
    return unit


def _by_role(normalize: bool | Mapping[str, bool]) -> Mapping[str, bool]:
    if isinstance(normalize, bool):
        return dict.fromkeys(ROLES, normalize)
    if sorted(normalize) != sorted(ROLES):
        raise ConfigError(
            f"normalisation is set for {sorted(normalize)}",
            where="encoder.normalize_passages",
            fix="set it for exactly query, passage and phrase, or give one truth value for all",
        )
    return dict(normalize)


def _check_choice(setting: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise ConfigError(
            f"{value!r} is not known", where=f"encoder.{setting}", fix=f"use {', '.join(choices)}"
        )


def _check_at_least(setting: str, value: int, least: int) -> None:
    if value < least:
        raise ConfigError(
            f"{value} is too small", where=f"encoder.{setting}", fix=f"use at least {least}"
        )
