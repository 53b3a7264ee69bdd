"""The rows scored: a group of passages under one extraction each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.config.schema.quality import ScoredSettings
from hippo_exp.errors import ConfigError
from hippo_exp.evaluation import rng_for
from hippo_exp.evaluation.carb_sums import CarbSums, carb_sums
from hippo_exp.evaluation.length_groups import length_group, passage_lengths
from hippo_exp.pipeline.quality.material import Material, source_of
from hippo_exp.types import IntArray


@dataclass(frozen=True)
class ScoredRow:
    """One row of the table.

    Attributes:
        row: as configured.
        scores: metric -> percent; empty where the row cannot be scored.
        intervals: metric -> its 95 % interval; None for one passage.
        counts: ``passages``, ``gold_triples`` and ``extracted_triples``.
        reason: why it cannot be scored; empty where it is.
    """

    row: RowSettings
    scores: dict[str, float]
    intervals: dict[str, tuple[float, float]] | None
    counts: dict[str, int]
    reason: str = ""


@dataclass(frozen=True)
class Matched:
    """All matchings of a run.

    Attributes:
        lengths: (n_gold_passages,) words of each.
        sums: name of an extraction -> what each passage adds.
    """

    lengths: IntArray
    sums: dict[str, CarbSums]


def match(material: Material) -> Matched:
    """Match every extraction with the gold triples, once for all groups."""
    gold = [item.triples for item in material.gold]
    lengths = passage_lengths([item.contents for item in material.gold])
    found = {
        name: carb_sums(gold, extraction.triples)
        for name, extraction in material.extractions.items()
    }
    return Matched(lengths, found)


def score_quality(
    settings: RetrievalSettings, rows: Sequence[RowSettings], matched: Matched
) -> list[ScoredRow]:
    """Score each row on its group of passages."""
    assert settings.quality is not None
    scored = []
    for row in rows:
        group = score_settings(row).passages
        try:
            places = length_group(matched.lengths, group, size=settings.quality.group_size)
        except ConfigError as error:
            scored.append(ScoredRow(row, {}, None, {}, error.what))
            continue
        sums = matched.sums[source_of(row)].of(places)
        if not sums.n_gold.sum():
            what = "these passages have no gold triple" if places else "no passage is in this group"
            scored.append(ScoredRow(row, {}, None, {}, what))
            continue
        generator = rng_for(settings.seed, row.id, "passages")
        resamples = settings.evaluation.bootstrap_resamples
        counts = {
            "passages": len(sums),
            "gold_triples": int(sums.n_gold.sum()),
            "extracted_triples": int(sums.n_extracted.sum()),
        }
        intervals = sums.intervals(generator, resamples=resamples)
        scored.append(ScoredRow(row, sums.scores(), intervals, counts))
    return scored


def score_settings(row: RowSettings) -> ScoredSettings:
    """What a row is scored on; all passages and the chosen extraction where it does not say."""
    return row.score or ScoredSettings()
