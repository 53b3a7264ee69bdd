"""What the paper says about exactly the data and settings of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.config import config_folder, load_settings, row_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.identity import method_identity
from hippo_exp.pipeline.plan import PlannedRow
from hippo_exp.reporting import PaperColumn, load_paper_table
from hippo_exp.types import Dataset


@dataclass(frozen=True)
class Published:
    """The paper's side of a table.

    Attributes:
        cells: numbers of the rows whose settings are the paper's; None when the data are not.
        effects: numbers of all rows of the table, for effects: an ablation's effect may be set
            beside the paper's though the encoder differs.
        reason: why there is no number, where there is none.
    """

    cells: PaperColumn | None
    effects: PaperColumn | None
    reason: str


def published(
    settings: RetrievalSettings, dataset: Dataset, planned: Sequence[PlannedRow]
) -> Published:
    """The paper's numbers for this run, or why they do not apply.

    A number stands beside ours only for the whole data set and for a row whose method is that of
    the configuration as shipped: a row with any other setting has no published value.
    """
    table = settings.experiment.paper_table
    column = settings.dataset.paper
    if table is None:
        return Published(None, None, "no published value for this experiment")
    if column is None:
        reason = f"no published value: {dataset.name} is not in the paper's tables"
        return Published(None, None, reason)
    partial = any(note.startswith("PARTIAL") for note in dataset.notes)
    if partial or settings.dataset.gold_source_prefix is not None:
        return Published(None, None, "a part of the questions; the paper's value is for all")
    paper = load_paper_table(config_folder() / "paper", table).column(column)
    same = _as_shipped(settings, planned)
    cells = PaperColumn(
        numbers={row: values for row, values in paper.numbers.items() if row in same},
        tolerances=paper.tolerances,
    )
    return Published(cells, paper, "")


def _as_shipped(settings: RetrievalSettings, planned: Sequence[PlannedRow]) -> set[str]:
    """Ids of the published rows that have the shipped method."""
    name, dataset = settings.experiment.name, settings.dataset.name
    shipped = load_settings(RetrievalSettings, f"experiment/{name}", [f"dataset={dataset}"])
    rows = {row.id: row for row in shipped.experiment.rows}
    same = set()
    for item in planned:
        if not item.row.published or item.row.id not in rows:
            continue
        method = item.row.retriever or "none"
        reference = row_settings(shipped, rows[item.row.id])
        if method_identity(item.settings, method) == method_identity(reference, method):
            same.add(item.row.id)
    return same
