"""Text encoders: character n-grams (core), sentence-transformers, packaged MiniLM, ColBERT."""

from hippo_exp.encoders.char_ngrams import CharNgramEncoder
from hippo_exp.encoders.checkpoint import checkpoint_digest, checkpoint_folder
from hippo_exp.encoders.late_interaction import (
    ColBERTEncoder,
    EncodeTokens,
    LateInteractionEncoder,
    TokenVectors,
)
from hippo_exp.encoders.minilm import MINILM_SHA256, minilm_folder
from hippo_exp.encoders.protocol import ROLES, Encoder, Role
from hippo_exp.encoders.sentence_transformer import Pooling, Precision, SentenceTransformerEncoder

__all__ = [
    "MINILM_SHA256",
    "ROLES",
    "CharNgramEncoder",
    "ColBERTEncoder",
    "EncodeTokens",
    "Encoder",
    "LateInteractionEncoder",
    "Pooling",
    "Precision",
    "Role",
    "SentenceTransformerEncoder",
    "TokenVectors",
    "checkpoint_digest",
    "checkpoint_folder",
    "minilm_folder",
]
