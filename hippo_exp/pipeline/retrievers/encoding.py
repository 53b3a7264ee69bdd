"""Encoders from settings."""

from __future__ import annotations

from functools import cache

from hippo_exp.config.schema import (
    CharNgramSettings,
    ColBERTSettings,
    EncoderSettings,
    MiniLMSettings,
)
from hippo_exp.encoders import (
    CharNgramEncoder,
    ColBERTEncoder,
    Encoder,
    LateInteractionEncoder,
    SentenceTransformerEncoder,
    minilm_folder,
)


@cache
def make_encoder(settings: EncoderSettings) -> Encoder | LateInteractionEncoder:
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
    if isinstance(settings, ColBERTSettings):
        return _colbert(settings)
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


def _colbert(settings: ColBERTSettings) -> ColBERTEncoder:
    return ColBERTEncoder(
        model=settings.model,
        revision=settings.revision,
        batch_size=settings.batch_size,
        query_length=settings.query_length,
        document_length=settings.document_length,
        mask_punctuation=settings.mask_punctuation,
        document_form=settings.document_form or "plain",
    )
