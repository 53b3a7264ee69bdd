"""The parts of a passage's score are assembled here."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hippo_exp.errors import ConfigError
from hippo_exp.retrieval.explanation import Seed
from hippo_exp.retrieval.passage_nodes.explanation import MassExplanation, PassageMass
from hippo_exp.retrieval.passage_nodes.parts import MassParts
from hippo_exp.retrieval.passage_nodes.search import PassageSearch
from hippo_exp.retrieval.seeds import LinkedQuery
from hippo_exp.types import ScoreBlock


def explain_mass(
    linked: LinkedQuery,
    block: ScoreBlock,
    seeds: tuple[Seed, ...],
    search: PassageSearch,
    parts: MassParts,
    *,
    passages: Sequence[int] | None,
    top: int,
) -> MassExplanation:
    """Assemble the explanation of one query.

    Args:
        linked, block: the query and its scores (1, n_passages).
        seeds: the trace of its entities.
        search: what made the scores.
        parts: of this query alone, the reset with its weight.
        passages: corpus positions, None for the ``top`` best.
        top: number of passages.

    Raises:
        ConfigError: a passage outside the corpus.
    """
    scores = block.scores[0]
    best = np.argsort(-scores, kind="stable")[:top].tolist()
    wanted = best if passages is None else [int(passage) for passage in passages]
    for passage in wanted:
        if not 0 <= passage < scores.size:
            raise ConfigError(
                f"no passage {passage} in a corpus of {scores.size}", where="explain", fix="see ids"
            )
    entities, reset = parts.at(1.0)
    one, two = search.part_scores(entities)[0], search.part_scores(reset)[0]
    return MassExplanation(
        query_id=linked.query.id,
        outcome=block.outcomes[0],
        seeds=seeds,
        entity_share=float(entities.sum()),
        passages=tuple(
            PassageMass(
                passage=passage,
                score=float(scores[passage]),
                raw=float(one[passage] + two[passage]),
                from_entities=float(one[passage]),
                from_reset=float(two[passage]),
            )
            for passage in wanted
        ),
    )
