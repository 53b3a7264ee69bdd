"""Settings of the encoders, one class per kind."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import (
    EncoderName,
    Settings,
    Text,
    fault,
)


class CharNgramSettings(Settings):
    """Hashed character n-grams."""

    kind: Literal["char_ngram"]
    name: EncoderName
    ngram_min: Annotated[int, Field(ge=1, le=10)]
    ngram_max: Annotated[int, Field(ge=1, le=10)]
    n_features: Annotated[int, Field(ge=2**10, le=2**24)]

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.ngram_min > self.ngram_max:
            what = f"ngram_min ({self.ngram_min}) exceeds ngram_max ({self.ngram_max})"
            fix = f"set encoder.ngram_min to at most {self.ngram_max}, or raise encoder.ngram_max"
            raise fault(what, where="ngram_min", fix=fix)
        return self


class MiniLMSettings(Settings):
    """all-MiniLM-L6-v2 from its package; the weights are checked against a fixed SHA-256."""

    kind: Literal["minilm"]
    name: EncoderName
    batch_size: Annotated[int, Field(ge=1, le=4096)]


class SentenceTransformerSettings(Settings):
    """A model that sentence-transformers loads, by hub name and revision or by folder."""

    kind: Literal["sentence_transformer"]
    name: EncoderName
    model: Text
    revision: Text | None
    pooling: Literal["modules", "mean", "cls"]
    normalize_passages: bool
    batch_size: Annotated[int, Field(ge=1, le=4096)]


class ColBERTSettings(Settings):
    """ColBERTv2 or a checkpoint of its layout; see ``encoders.ColBERTEncoder``.

    ``document_form`` left empty is the preset's: ``release`` under ``paper``, otherwise ``plain``.
    ``max_synonyms`` caps ``synonymy.max_neighbors`` (row 6: 100 hits, of which the first is
    dropped as the node itself).
    """

    kind: Literal["colbert"]
    name: EncoderName
    model: Text
    revision: Text | None
    query_length: Annotated[int, Field(ge=4, le=512)]
    document_length: Annotated[int, Field(ge=4, le=512)]
    mask_punctuation: bool
    document_form: Literal["plain", "release"] | None
    max_synonyms: Annotated[int, Field(ge=1, le=100_000)]
    batch_size: Annotated[int, Field(ge=1, le=4096)]


EncoderSettings = Annotated[
    CharNgramSettings | MiniLMSettings | SentenceTransformerSettings | ColBERTSettings,
    Field(discriminator="kind"),
]
