"""Every row against a baseline, question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hippo_exp.errors import VerificationError
from hippo_exp.evaluation import holm, mean, paired_interval, paired_permutation, rng_for
from hippo_exp.reporting.paper import PaperColumn
from hippo_exp.reporting.per_query import values_by_cell
from hippo_exp.types import Comparison

if TYPE_CHECKING:
    import pandas as pd


def compare_rows(
    frame: pd.DataFrame,
    rows: Sequence[str],
    baseline: str,
    *,
    experiment: str,
    dataset: str,
    metrics: Sequence[str],
    seed: int,
    paper: PaperColumn | None = None,
    confidence: float = 0.95,
    resamples: int = 2000,
    permutations: int = 9999,
) -> list[Comparison]:
    """The effect of each row: row minus baseline on the same questions.

    ``p_holm`` corrects over all comparisons returned, that is over those with one baseline within
    one experiment and data set. Random numbers come from ``rng_for(seed, row, baseline, metric,
    "interval")`` and ``(…, "permutation")``.

    Args:
        frame: columns ``row, qid, metric, value``.
        rows: row ids in table order; the baseline and rows without values are left out.
        baseline: the full system's row id.
        experiment, dataset, metrics, seed: as for ``summarize``.
        paper: what the paper says about exactly this data set, or None.
        confidence, resamples: of the paired bootstrap.
        permutations: of the paired permutation test.

    Returns:
        Comparisons, rows first; empty when the baseline did not run.

    Raises:
        VerificationError: two rows were scored on different questions.
    """
    found = values_by_cell(frame)
    test = PairedTest(seed, resamples, permutations, confidence)
    results = []
    for row in rows:
        for metric in metrics:
            if row == baseline or not {(row, metric), (baseline, metric)} <= found.keys():
                continue
            first, second = _aligned(found, row, baseline, metric)
            effect, low, high, p_value = test(first, second, row, baseline, metric)
            published = paper.effect(row, baseline, metric) if paper else None
            where = (experiment, row, baseline, dataset, metric, len(first))
            results.append(Comparison(*where, effect, low, high, p_value, p_value, published))
    adjusted = holm([result.p_value for result in results])
    return [replace(result, p_holm=p) for result, p in zip(results, adjusted, strict=True)]


@dataclass(frozen=True)
class PairedTest:
    """How two rows are compared; the attributes are those of :func:`compare_rows`."""

    seed: int
    resamples: int = 2000
    permutations: int = 9999
    confidence: float = 0.95

    def __call__(
        self, first: Sequence[float], second: Sequence[float], row: str, baseline: str, metric: str
    ) -> tuple[float, float | None, float | None, float]:
        """Effect, its interval (None for one question) and the uncorrected p-value."""
        names = (row, baseline, metric)
        effect = mean([ours - theirs for ours, theirs in zip(first, second, strict=True)])
        low: float | None = None
        high: float | None = None
        if len(first) > 1:
            low, high = paired_interval(
                first,
                second,
                seed=rng_for(self.seed, *names, "interval"),
                confidence=self.confidence,
                resamples=self.resamples,
            )
        generator = rng_for(self.seed, *names, "permutation")
        p_value = paired_permutation(first, second, seed=generator, resamples=self.permutations)
        return effect, low, high, p_value


def _aligned(
    found: Mapping[tuple[str, str], Mapping[str, float]], row: str, baseline: str, metric: str
) -> tuple[list[float], list[float]]:
    """Values of both rows in the baseline's question order."""
    first, second = found[row, metric], found[baseline, metric]
    if first.keys() != second.keys():
        raise VerificationError(
            f"scored on {len(first)} and {len(second)} questions that are not the same",
            where=f"{row} and {baseline}, {metric}",
            fix="run both rows on the same questions",
        )
    return [first[qid] for qid in second], list(second.values())
