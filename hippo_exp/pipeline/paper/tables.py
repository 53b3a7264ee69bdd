"""Which rows the paper's tables have here, read off the experiments' own files."""

from __future__ import annotations

from collections.abc import Iterable

import yaml

from hippo_exp.config import config_folder
from hippo_exp.config.schema import ExperimentSettings, RowSettings


def experiment_of(table: str) -> ExperimentSettings:
    """The section ``experiment`` of ``configs/experiment/TABLE.yaml``."""
    path = config_folder() / "experiment" / f"{table}.yaml"
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    return ExperimentSettings.model_validate(content["experiment"])


def rows_of(experiment: ExperimentSettings) -> tuple[RowSettings, ...]:
    """The rows of the paper's table, and those beside them that need no chosen encoder."""
    if experiment.paper_encoder is not None or experiment.layout == "statistics":
        return experiment.rows
    return tuple(row for row in experiment.rows if row.published or "encoder" in row.use)


def row_ids(tables: Iterable[str]) -> list[str]:
    """Ids of the rows of some tables, each once."""
    found = [row.id for table in tables for row in rows_of(experiment_of(table))]
    return list(dict.fromkeys(found))


def counts_only(table: str) -> bool:
    """Whether a table has counts of corpus and graph, and scores no question."""
    return experiment_of(table).layout == "statistics"
