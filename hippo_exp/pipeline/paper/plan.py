"""Which tables are made on which data sets, what each row lacks, what is there already."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.config import load_settings, settings_from
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.paper import PaperSettings
from hippo_exp.errors import HippoExpError
from hippo_exp.pipeline.pages.guard import recorded_settings
from hippo_exp.pipeline.paper.preflight import PAPER
from hippo_exp.pipeline.paper.printed import paper_table
from hippo_exp.pipeline.paper.tables import rows_of
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.pipeline.retrieval import results_folder
from hippo_exp.pipeline.statistics import gaps_of_cell
from hippo_exp.reporting import read_cells, read_manifest
from hippo_exp.storage import digest_bytes, digest_json
from hippo_exp.types import Cell


@dataclass(frozen=True)
class PaperRun:
    """One table on one data set.

    Attributes:
        table: for example ``table2``.
        settings: of the run, with the rows that the paper has and the encoder of its table.
        folder: where its results are, or are going to be.
        gaps: (row, metric) -> what the cell lacks; empty where it can be measured here.
    """

    table: str
    settings: RetrievalSettings
    folder: Path
    gaps: Mapping[tuple[str, str], tuple[Gap, ...]]

    @property
    def dataset(self) -> str:
        """The data set's name."""
        return self.settings.dataset.name

    @property
    def can_run(self) -> bool:
        """Whether any cell can be measured here."""
        return not all(self.gaps.values())


def plan_paper(settings: PaperSettings) -> tuple[PaperRun, ...]:
    """Every table on every data set, in the order of the settings.

    Raises:
        FaultListError: settings that are wrong, or rows that no table has.
    """
    return tuple(
        _planned(settings, table, dataset)
        for table in settings.tables
        for dataset in settings.datasets
    )


def paper_label(settings: PaperSettings) -> str:
    """What the folders of all tables are called, after the data set's name.

    A run with a limit has folders of its own, so that it never stands in the place of a whole one.
    """
    if settings.label is not None or settings.limit is None:
        return settings.label or PAPER
    return f"{PAPER}-limit-{settings.limit}"


def kept_cells(run: PaperRun) -> list[Cell] | None:
    """The cells of an earlier run that need not be made again; None where there are none.

    They are kept when nothing that they lack can be measured here now; see :func:`stored_cells`.
    """
    cells = stored_cells(run)
    if cells is None or any(_could_be_measured(run, cell) for cell in cells):
        return None
    return cells


def stored_cells(run: PaperRun) -> list[Cell] | None:
    """The cells in the run's folder; None unless made with its settings, and as written then."""
    try:
        manifest = read_manifest(run.folder / "manifest.json")
        cells = read_cells(run.folder / "cells.csv")
    except HippoExpError:
        return None
    if digest_json(manifest.get("config")) != settings_digest(run.settings):
        return None
    files = manifest.get("files")
    found = digest_bytes((run.folder / "cells.csv").read_bytes())
    if not isinstance(files, dict) or files.get("cells.csv") != found:
        return None
    return cells


def settings_digest(settings: RetrievalSettings) -> str:
    """SHA-256 of the settings as a manifest records them."""
    return digest_json(json.loads(json.dumps(recorded_settings(settings))))


def _could_be_measured(run: PaperRun, cell: Cell) -> bool:
    """Whether nothing that can be told beforehand keeps an empty cell from being measured now."""
    return cell.measured is None and not run.gaps.get((cell.row, cell.metric), ())


def _planned(settings: PaperSettings, table: str, dataset: str) -> PaperRun:
    base = load_settings(RetrievalSettings, f"experiment/{table}", [f"dataset={dataset}"])
    if base.experiment.paper_encoder is not None:
        choice = [f"dataset={dataset}", f"encoder={base.experiment.paper_encoder}"]
        base = load_settings(RetrievalSettings, f"experiment/{table}", choice)
    rows = [
        row.id
        for row in rows_of(base.experiment)
        if settings.rows is None or row.id in settings.rows
    ]
    plain = base.model_dump(mode="json") | {
        "dataset": base.dataset,
        "label": f"{dataset}-{paper_label(settings)}",
        "rows": rows,
        "limit": None if base.experiment.layout == "statistics" else settings.limit,
        **settings.model_dump(include={"out", "seed", "data", "cache", "checkpoints", "overwrite"}),
    }
    plain["experiment"]["metrics"] = list(paper_table(table).metrics)
    plain["evaluation"] |= {
        "bootstrap_resamples": settings.bootstrap_resamples,
        "permutation_resamples": settings.permutation_resamples,
    }
    resolved = settings_from(RetrievalSettings, plain)
    gaps = {
        (row.id, metric): gaps_of_cell(resolved, row, metric)
        for row in resolved.experiment.rows
        if row.id in rows
        for metric in resolved.experiment.metrics
    }
    return PaperRun(table, resolved, results_folder(resolved), gaps)
