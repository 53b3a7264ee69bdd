"""One measured number of a table, and one comparison between two rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a result table; the columns of ``cells.csv`` are these fields in this order.

    Attributes:
        experiment: for example ``table5``.
        row: row id (snake_case).
        dataset: data set name.
        metric: for example ``recall@5``.
        n: number of scored questions (or instances).
        measured: the value, a percentage for recall-like metrics; None when the row did not run.
        ci_low: lower end of the 95 % interval; None when not run or for one question.
        ci_high: upper end.
        paper: the paper's value, None when it has none.
        delta: measured minus paper, None unless both exist.
        verdict: one of the marks of ``reporting.verdict``.
        reason: why the row did not run or has no published value; empty otherwise.
        cell_id: digest of the resolved settings that make the number.
    """

    experiment: str
    row: str
    dataset: str
    metric: str
    n: int
    measured: float | None
    ci_low: float | None
    ci_high: float | None
    paper: float | None
    delta: float | None
    verdict: str
    reason: str
    cell_id: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """A row against the full system on the same questions.

    Attributes:
        experiment, row, baseline, dataset, metric, n: what is compared.
        effect: row minus baseline, in the metric's unit.
        ci_low, ci_high: 95 % paired bootstrap interval of the effect; None for one question.
        p_value: two-sided paired permutation test.
        p_holm: the same after Holm's correction within (experiment, dataset).
        paper_effect: the paper's row minus the paper's baseline, None when it has none.
    """

    experiment: str
    row: str
    baseline: str
    dataset: str
    metric: str
    n: int
    effect: float
    ci_low: float | None
    ci_high: float | None
    p_value: float
    p_holm: float
    paper_effect: float | None
