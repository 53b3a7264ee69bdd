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
from hippo_exp.pipeline.planning.checkpoints import checkpoint_faults
from hippo_exp.pipeline.planning.own_metrics import OWN_METRICS, own_metric_faults
from hippo_exp.pipeline.planning.places import cache_faults, result_faults
from hippo_exp.pipeline.planning.unread import unread_faults
from hippo_exp.pipeline.source.files import dataset_faults
from hippo_exp.pipeline.stages import DEPTH


def retrieval_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Unknown rows, rows with wrong settings, missing data files; empty when nothing is wrong."""
    faults: list[HippoExpError] = []
    for check in (
        *(_places, _metrics, _limit, _name),
        *(checkpoint_faults, dataset_faults, _files, _rows, _llm, _maintenance),
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
    if settings.experiment.layout in OWN_METRICS:
        return own_metric_faults(settings)
    if settings.experiment.is_about_cost:
        from hippo_exp.pipeline.cost.preflight import cost_metric_faults

        return cost_metric_faults(settings)
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
    if depth is not None and depth > DEPTH:
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


def _files(settings: RetrievalSettings) -> list[HippoExpError]:
    """Files of gold triples or of an extraction that are not there."""
    if settings.experiment.layout != "openie_quality":
        return []
    from hippo_exp.pipeline.quality import quality_faults

    return quality_faults(settings)


_WITHOUT_QUESTIONS = {"statistics": "counts", "index_cost": "indexes", "openie_quality": "triples"}
"""Layout -> what its tables are of."""


def _limit(settings: RetrievalSettings) -> list[HippoExpError]:
    """A limit where no question is scored."""
    kind = _WITHOUT_QUESTIONS.get(settings.experiment.layout)
    if settings.limit is None or kind is None:
        return []
    what = f"a limit of questions has no effect on a table of {kind}"
    return [ConfigError(what, where=f"limit={settings.limit}", fix="leave it out")]


def _llm(settings: RetrievalSettings) -> list[HippoExpError]:
    """Faults of the language model, its prompts and its demonstrations."""
    rows = selected_rows(settings)
    if settings.experiment.is_about_cost:
        from hippo_exp.pipeline.cost.preflight import cost_llm_faults

        return cost_llm_faults(settings, rows)
    if settings.llm is None and settings.reader is None and not any(row.inner for row in rows):
        return []
    from hippo_exp.pipeline.llm.rows import llm_row_faults

    return llm_row_faults(settings, rows)


def _maintenance(settings: RetrievalSettings) -> list[HippoExpError]:
    """Faults of the upkeep of an index."""
    if settings.experiment.layout != "maintenance":
        return []
    from hippo_exp.pipeline.maintenance.preflight import maintenance_faults

    return maintenance_faults(settings)


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
