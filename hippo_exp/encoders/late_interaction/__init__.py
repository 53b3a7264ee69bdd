"""Late interaction: one vector per token, and the sum of maxima that compares two texts."""

from hippo_exp.encoders.late_interaction.colbert import ColBERTEncoder, DocumentForm
from hippo_exp.encoders.late_interaction.index import TokenIndex, sum_by_query
from hippo_exp.encoders.late_interaction.protocol import EncodeTokens, LateInteractionEncoder, Side
from hippo_exp.encoders.late_interaction.scores import pair_scores
from hippo_exp.encoders.late_interaction.token_vectors import TokenVectors

__all__ = [
    "ColBERTEncoder",
    "DocumentForm",
    "EncodeTokens",
    "LateInteractionEncoder",
    "Side",
    "TokenIndex",
    "TokenVectors",
    "pair_scores",
    "sum_by_query",
]
