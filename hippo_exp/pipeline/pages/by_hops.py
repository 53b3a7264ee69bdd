"""What an experiment leaves of its numbers by the questions' number of hops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.reporting.by_hops import BY_HOPS, hop_cells, hops_csv, hops_page
from hippo_exp.types import Dataset

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PAGE = "by_hops.md"
FIGURE = "by_hops"


@dataclass(frozen=True)
class ByHops:
    """Files and figures; none for an experiment that asks for none.

    Attributes:
        files: relative name -> bytes.
        figures: file stem -> figure.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)


def by_hops(
    settings: RetrievalSettings,
    dataset: Dataset,
    frame: pd.DataFrame,
    labels: Mapping[str, str],
    title: str,
) -> ByHops:
    """Table and figure by number of hops (``experiment.by_hops``).

    Drawn is the last metric at a cut-off, or the first one where there is none.

    Args:
        settings: of the experiment.
        dataset: its questions' number of hops.
        frame: columns ``row, qid, metric, value``.
        labels: row id -> label, in print order.
        title: of page and figure.
    """
    if not settings.experiment.by_hops:
        return ByHops()
    from hippo_exp.reporting.figures.by_hops import hops_figure

    metrics = settings.experiment.metrics
    cells = hop_cells(
        frame,
        {question.id: question.hops for question in dataset.questions},
        metrics,
        seed=settings.seed,
        resamples=settings.evaluation.bootstrap_resamples,
    )
    drawn = _drawn(metrics)
    shown = [cell for cell in cells if cell.metric == drawn]
    page = hops_page(cells, labels, title=title.replace("\n", ": "))
    return ByHops(
        {BY_HOPS: hops_csv(cells), PAGE: page.encode("utf-8")},
        {FIGURE: hops_figure(shown, labels, title=title)},
    )


def _drawn(metrics: Sequence[str]) -> str:
    return next((name for name in reversed(metrics) if "@" in name), metrics[0])
