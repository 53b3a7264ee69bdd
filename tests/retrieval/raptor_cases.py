"""Passages of three topics, and the tree of summaries above them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from hippo_exp.encoders import CharNgramEncoder
from hippo_exp.retrieval.raptor import (
    GroupSettings,
    SummaryTree,
    build_tree,
)
from hippo_exp.types import Vectors

N = 33
ENCODER = CharNgramEncoder(n_features=2**12)
SMALL = GroupSettings(reduction_dim=4, max_clusters=5, max_length=60, seed=1)
TOPICS = {
    "Norway": "Oslo Bergen fjord king Norwegian mountains cod herring",
    "Chess": "pawn rook bishop queen castling checkmate opening endgame",
    "Sea": "whale squid octopus trench current plankton reef coral",
}


def embed(texts: Sequence[str]) -> Vectors:
    return ENCODER.encode(texts, "passage")


def first_sentences(texts: Sequence[str]) -> str:
    return " ".join(text.partition(".")[0] + "." for text in texts)


def corpus(n: int) -> list[str]:
    rng = np.random.default_rng(8)
    passages = []
    for number in range(n):
        topic, words = list(TOPICS.items())[number % len(TOPICS)]
        chosen = " ".join(rng.choice(words.split(), 5))
        passages.append(
            f"{topic} {number}: {chosen}. {topic} {' '.join(rng.choice(words.split(), 4))}."
        )
    return passages


@cache
def usual_tree() -> SummaryTree:
    return tree_of(corpus(N))


def tree_of(contents: Sequence[str], **settings_: Any) -> SummaryTree:
    given_: dict[str, Any] = {"settings": SMALL, "last_layer": 1, **settings_}
    return build_tree(contents, embed, first_sentences, **given_)
