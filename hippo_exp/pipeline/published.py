"""What the paper says about exactly the data and settings of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.config import config_folder
from hippo_exp.config.schema import RetrievalSettings
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
    """The paper's numbers for this run, or why they do not apply."""
    table = settings.experiment.paper_table
    column = settings.dataset.paper
    if table is None:
        return Published(None, None, "no published value: the paper prints no such table")
    if column is None:
        return Published(
            None, None, f"no published value: {dataset.name} is not in the paper's tables"
        )
    if any(note.startswith("PARTIAL") for note in dataset.notes):
        return Published(None, None, "a sample of the questions; the paper's value is for all")
    paper = load_paper_table(config_folder() / "paper", table).column(column)
    same = {item.row.id for item in planned if item.row.published}
    cells = PaperColumn(
        numbers={row: values for row, values in paper.numbers.items() if row in same},
        tolerances=paper.tolerances,
    )
    return Published(cells, paper, "")
