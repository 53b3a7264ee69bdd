"""What the paper says about exactly the data and settings of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.config import config_folder, load_settings, row_settings
from hippo_exp.config.schema import RetrievalSettings, SupportingFactsSettings
from hippo_exp.pipeline.data_counts import check_counts, paper_counts
from hippo_exp.pipeline.identity import method_identity
from hippo_exp.pipeline.plan import PlannedRow
from hippo_exp.reporting import PaperColumn, load_paper_table
from hippo_exp.types import Dataset


@dataclass(frozen=True)
class Published:
    """The paper's side of a table.

    Attributes:
        cells: numbers of the rows whose settings are the paper's; None when the data are not.
        effects: numbers of the rows whose method is the paper's but for the encoder: an ablation's
            effect may be set beside the paper's though the encoder differs.
        reason: why there is no number, where there is none.
    """

    cells: PaperColumn | None
    effects: PaperColumn | None
    reason: str


def published(
    settings: RetrievalSettings, dataset: Dataset, planned: Sequence[PlannedRow]
) -> Published:
    """The paper's numbers for this run, or why they do not apply.

    A number stands beside ours only where the data set, the scoring and the row's method are those
    of the configuration as shipped and the questions and passages are as many as the paper's.
    """
    table = settings.experiment.paper_table
    column = settings.dataset.paper
    if table is None:
        return Published(None, None, "no published value for this experiment")
    if column is None:
        reason = f"no published value: {dataset.name} is not in the paper's tables"
        return Published(None, None, reason)
    partial = any(note.startswith("PARTIAL") for note in dataset.notes)
    if partial or _of_one_gold_source(settings):
        return Published(None, None, "a part of the questions; the paper's value is for all")
    shipped = _shipped(settings)
    if shipped is None or check_counts(dataset, paper_counts(column)):
        return Published(None, None, "no published value: the data are not the paper's")
    paper = load_paper_table(config_folder() / "paper", table).column(column)
    cells = _only(paper, _as_shipped(shipped, planned, any_encoder=False, published_only=True))
    effects = _only(paper, _as_shipped(shipped, planned, any_encoder=True, published_only=False))
    return Published(cells, effects, "")


def _of_one_gold_source(settings: RetrievalSettings) -> bool:
    dataset = settings.dataset
    return isinstance(dataset, SupportingFactsSettings) and bool(dataset.gold_source_prefix)


def _only(paper: PaperColumn, rows: set[str]) -> PaperColumn:
    numbers = {row: values for row, values in paper.numbers.items() if row in rows}
    return PaperColumn(numbers=numbers, tolerances=paper.tolerances)


def _shipped(settings: RetrievalSettings) -> RetrievalSettings | None:
    """The configuration as shipped; None where data set or scoring are set otherwise."""
    name = settings.dataset.name
    if not (config_folder() / "dataset" / f"{name}.yaml").is_file():
        return None
    shipped = load_settings(
        RetrievalSettings, f"experiment/{settings.experiment.name}", [f"dataset={name}"]
    )
    same_data = shipped.dataset.model_copy(update={"dir": settings.dataset.dir}) == settings.dataset
    same_scores = shipped.evaluation.decimals == settings.evaluation.decimals
    return shipped if same_data and same_scores else None


def _as_shipped(
    shipped: RetrievalSettings,
    planned: Sequence[PlannedRow],
    *,
    any_encoder: bool,
    published_only: bool,
) -> set[str]:
    """Ids of the rows that have the shipped method, with the same encoder or with any."""
    rows = {row.id: row for row in shipped.experiment.rows}
    same = set()
    for item in planned:
        if item.row.id not in rows or (published_only and not item.row.published):
            continue
        method = item.row.retriever or "none"
        ours = method_identity(item.settings, method)
        theirs = method_identity(row_settings(shipped, rows[item.row.id]), method)
        if any_encoder:
            ours.pop("encoder", None)
            theirs.pop("encoder", None)
        if ours == theirs:
            same.add(item.row.id)
    return same
