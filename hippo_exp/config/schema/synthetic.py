"""Settings of the generated corpus."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hippo_exp.config.schema.base import Settings

Weights = Annotated[tuple[float, float, float], Field(strict=False)]


class SyntheticSettings(Settings):
    """Size, rates and seed of the generated corpus; ranges: ``SyntheticParameters.check``."""

    n_passages: int
    n_questions: int
    share_path_finding: float
    following_hops: Weights
    finding_hops: Weights
    min_continuations: int
    rare_mentions: int
    facts_per_passage: float
    minor_share: float
    skew: float
    hub_share: float
    hub_degree: int
    hub_repeats: float
    hub_mentions: float
    list_share: float
    list_length: int
    inverse_share: float
    restated_share: float
    variant_rate: float
    query_variant_rate: float
    missing_facts: float
    spurious_facts: float
    malformed_rows: float
    failed_passages: float
    literal_facts: float
    seed: int
