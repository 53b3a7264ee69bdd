"""What stands in the way of a retrieval experiment, found without reading any data."""

from __future__ import annotations

from hippo_exp.config import (
    config_folder,
    row_settings,
    selected_rows,
)
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.evaluation import parse_measure
from hippo_exp.pipeline.planning.places import cache_faults, checkpoint_faults, result_faults
from hippo_exp.pipeline.planning.unread import unread_faults
from hippo_exp.pipeline.source.files import dataset_faults
from hippo_exp.pipeline.stages import DEPTH


def retrieval_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Unknown rows, rows with wrong settings, missing data files; empty when nothing is wrong."""
    faults: list[HippoExpError] = []
    for check in (
        *(_places, _metrics, _limit, _name),
        *(checkpoint_faults, dataset_faults, _rows, _llm),
    ):
        try:
            faults += check(settings)
        except FaultListError as error:
            faults += error.errors
        except HippoExpError as error:
            faults.append(error)
    return faults


def _places(settings: RetrievalSettings) -> list[HippoExpError]:
    """Folders in which nothing can be written."""
    return [*result_faults(settings, settings.experiment.name), *cache_faults(settings)]


def _metrics(settings: RetrievalSettings) -> list[HippoExpError]:
    """Unknown metrics, and those deeper than the rankings kept."""
    if settings.experiment.layout == "statistics":
        return []
    faults: list[HippoExpError] = []
    for name in settings.experiment.metrics:
        try:
            _check_metric(name, answers=settings.reader is not None)
        except HippoExpError as error:
            faults.append(error)
    return faults


def _check_metric(name: str, *, answers: bool) -> None:
    where = "experiment.metrics"
    try:
        depth = parse_measure(name).k
    except HippoExpError as error:
        from hippo_exp.pipeline.llm.answering import ANSWER_METRICS

        if name not in ANSWER_METRICS:
            raise
        if answers:
            return
        what = f"{name} is of answers, which no row of this table has"
        fix = "use experiments.table4, or a measure such as recall@5"
        raise ConfigError(what, where=where, fix=fix) from error
    if depth is None or depth > DEPTH:
        what = f"{name} needs more of a ranking than the {DEPTH} passages kept"
        raise ConfigError(what, where=where, fix=f"use a measure at k up to {DEPTH}")


def _rows(settings: RetrievalSettings) -> list[HippoExpError]:
    """Rows with wrong settings, and settings that no row reads; raises for an unknown row."""
    rows = selected_rows(settings)
    faults: list[HippoExpError] = []
    for row in rows:
        try:
            row_settings(settings, row)
        except FaultListError as error:
            faults += error.errors
    return faults or unread_faults(settings, rows)


def _limit(settings: RetrievalSettings) -> list[HippoExpError]:
    """A limit where no question is scored."""
    if settings.limit is None or settings.experiment.layout != "statistics":
        return []
    what = "a limit of questions has no effect on a table of counts"
    return [ConfigError(what, where=f"limit={settings.limit}", fix="leave it out")]


def _llm(settings: RetrievalSettings) -> list[HippoExpError]:
    """Faults of the language model, its prompts and its demonstrations."""
    rows = selected_rows(settings)
    if settings.llm is None and settings.reader is None and not any(row.inner for row in rows):
        return []
    from hippo_exp.pipeline.llm.rows import llm_row_faults

    return llm_row_faults(settings, rows)


def _name(settings: RetrievalSettings) -> list[HippoExpError]:
    """One's own data under the name of a shipped data set."""
    dataset = settings.dataset
    if dataset.format != "custom" or dataset.name == "custom":
        return []
    shipped = [path.stem for path in (config_folder() / "dataset").glob("*.yaml")]
    if dataset.name.casefold() not in shipped:
        return []
    fix = f"choose another name, or that data set itself with dataset={dataset.name.casefold()}"
    what = "your own data would stand under the name of a shipped data set"
    return [ConfigError(what, where=f"dataset.name={dataset.name}", fix=fix)]
