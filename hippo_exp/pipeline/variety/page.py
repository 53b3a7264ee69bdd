"""Cells, reports and header of the study of surface variety."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import encoder_label
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.pages.guard import recorded_settings
from hippo_exp.pipeline.variety.corpora import Corpus
from hippo_exp.reporting import RowReport, TableHeader, make_cell
from hippo_exp.storage import digest_json
from hippo_exp.types import Cell

NOT_IN_PAPER = "the paper does not measure this"
_FEW = "too few questions for an effect"


def cells_of(settings: RetrievalSettings, corpus: Corpus) -> list[Cell]:
    """The cells of one corpus, in the order of the metrics."""
    return [_cell(settings, corpus, metric) for metric in settings.experiment.metrics]


def _cell(settings: RetrievalSettings, corpus: Corpus, metric: str) -> Cell:
    gain = (corpus.gains or {}).get(metric)
    measure = (corpus.measures or {}).get(metric)
    value = gain.effect if gain is not None else measure
    interval = None
    if gain is not None and gain.ci_low is not None and gain.ci_high is not None:
        interval = (gain.ci_low, gain.ci_high)
    reason = corpus.reason or (NOT_IN_PAPER if value is not None else _FEW)
    return make_cell(
        experiment=settings.experiment.name,
        row=corpus.point.id,
        dataset=dataset_of(settings),
        metric=metric,
        n=0 if value is None else corpus.n if gain is not None else corpus.n_nodes,
        measured=value,
        interval=interval,
        reason=reason,
        cell_id=digest_json([recorded_settings(settings), corpus.point.id, metric])[:16],
    )


def report_of(corpus: Corpus, label: str) -> RowReport:
    """What is said of a corpus."""
    return RowReport(row=corpus.point.id, label=label, reason=corpus.reason)


def dataset_of(settings: RetrievalSettings) -> str:
    """The name under which all corpora stand: that of the folder."""
    return settings.label or settings.dataset.name


def header_of(settings: RetrievalSettings, corpora: Sequence[Corpus], command: str) -> TableHeader:
    """What stands above the table."""
    return TableHeader(
        title=settings.experiment.title,
        dataset=dataset_of(settings),
        n=sum(corpus.n for corpus in corpora),
        encoder=encoder_label(settings),
        command=command,
        facts=(("corpora", str(sum(not corpus.reason for corpus in corpora))),),
    )
