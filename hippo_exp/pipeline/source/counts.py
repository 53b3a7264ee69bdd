"""A data set's counts beside those of the paper."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from hippo_exp.config import config_folder, load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import DataError
from hippo_exp.graph import CountRow, compare_counts
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.reporting import load_paper_table
from hippo_exp.text import counted
from hippo_exp.types import Dataset

_PASSAGES = ("table1", "openie_gpt35", "passages")
"""Table, row and column of the paper that count passages."""


def paper_counts(column: str | None) -> dict[str, int]:
    """The paper's number of questions and passages of a data set; empty when it has none.

    Args:
        column: the data set in the paper's tables.

    Source: paper, section 3.1 (questions) and table 1 (passages).
    """
    if column is None:
        return {}
    folder = config_folder() / "paper"
    setup = yaml.safe_load((folder / "setup.yaml").read_text(encoding="utf-8"))
    table, row, metric = _PASSAGES
    passages = load_paper_table(folder, table).column(column).get(row, metric)
    counts = {"questions": int(setup["questions_per_dataset"])}
    return counts if passages is None else counts | {"passages": int(passages)}


def count_rows(counts: Mapping[str, int], paper: Mapping[str, int]) -> list[CountRow]:
    """A data set's counts beside the paper's.

    Args:
        counts: ``Dataset.counts``.
        paper: see :func:`paper_counts`.

    Returns:
        Questions and passages first, then the other counts by name.
    """
    names = ["questions", "passages", *sorted(counts)]
    ordered = {name: counts[name] for name in dict.fromkeys(names) if name in counts}
    return compare_counts(ordered, paper)


def check_counts(dataset: Dataset, paper: Mapping[str, int]) -> list[DataError]:
    """One error, with both numbers, for each count that differs from the paper's.

    Args:
        dataset: as read.
        paper: see :func:`paper_counts`.
    """
    return [
        DataError(
            f"{_named(row)} where the paper has {row.paper:,}",
            where=dataset.name,
            fix=f"fetch the released files: hippo-exp data fetch {dataset.name} --replace",
        )
        for row in count_rows(dataset.counts, paper)
        if row.difference
    ]


def _named(row: CountRow) -> str:
    """A count with its noun."""
    return counted(row.ours or 0, row.name.removesuffix("s"))


def read_dataset(name: str, root: Path) -> Dataset:
    """A registered data set as an experiment reads it, query entities included.

    Args:
        name: as in ``dataset=NAME``.
        root: the data root.

    Raises:
        FaultListError: files are missing.
        DataError: a file is damaged, or two files do not belong together.
    """
    settings = load_settings(RetrievalSettings, "experiment/table2", [f"dataset={name}"])
    data = settings.data.model_copy(update={"root": str(root)})
    return read_inputs(settings.model_copy(update={"data": data})).dataset
