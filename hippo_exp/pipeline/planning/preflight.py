"""What stands in the way of a retrieval experiment, found without reading any data."""

from __future__ import annotations

from hippo_exp.config import (
    cache_root,
    config_folder,
    load_option,
    results_root,
    row_settings,
    selected_rows,
)
from hippo_exp.config.schema import PaperSettings, RetrievalSettings
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.evaluation import parse_measure
from hippo_exp.pipeline.llm.answering import ANSWER_METRICS
from hippo_exp.pipeline.llm.rows import llm_row_faults
from hippo_exp.pipeline.planning.unread import unread_faults
from hippo_exp.pipeline.source.files import dataset_faults
from hippo_exp.pipeline.stages import DEPTH
from hippo_exp.text import did_you_mean


def retrieval_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Unknown rows, rows with wrong settings, missing data files; empty when nothing is wrong."""
    faults: list[HippoExpError] = []
    for check in (_places, _metrics, _name, checkpoint_faults, dataset_faults, _rows, _llm):
        try:
            faults += check(settings)
        except FaultListError as error:
            faults += error.errors
        except HippoExpError as error:
            faults.append(error)
    return faults


def _places(settings: RetrievalSettings) -> list[HippoExpError]:
    """Raises for a folder setting that is no path."""
    results_root(settings.out)
    cache_root(settings.cache.root)
    return []


def checkpoint_faults(settings: RetrievalSettings | PaperSettings) -> list[HippoExpError]:
    """Folders of weights for encoders that there are not, or that have none."""
    known = sorted(path.stem for path in (config_folder() / "encoder").glob("*.yaml"))
    weighed = [name for name in known if "model" in load_option("encoder", name)]
    return [
        ConfigError(
            f"no encoder with weights is named {name!r}",
            where=f"checkpoints.{name}",
            fix=did_you_mean(name, weighed, all_of="there are"),
        )
        for name in settings.checkpoints
        if name not in weighed
    ]


def _metrics(settings: RetrievalSettings) -> list[HippoExpError]:
    """Raises for an unknown metric, or one deeper than the rankings kept."""
    if settings.experiment.layout == "statistics":
        return []
    for name in settings.experiment.metrics:
        if name in ANSWER_METRICS:
            if settings.reader is None:
                what = f"{name} is of answers, which no row of this table has"
                fix = "use experiments.table4, or a measure such as recall@5"
                raise ConfigError(what, where="experiment.metrics", fix=fix)
            continue
        depth = parse_measure(name).k
        if depth is None or depth > DEPTH:
            what = f"{name} needs more of a ranking than the {DEPTH} passages kept"
            fix = f"use a measure at k up to {DEPTH}"
            raise ConfigError(what, where="experiment.metrics", fix=fix)
    return []


def _rows(settings: RetrievalSettings) -> list[HippoExpError]:
    """Settings that no row reads; raises for an unknown row, or one with wrong settings."""
    rows = selected_rows(settings)
    for row in rows:
        row_settings(settings, row)
    return unread_faults(settings, rows)


def _llm(settings: RetrievalSettings) -> list[HippoExpError]:
    """Faults of the language model, its prompts and its demonstrations."""
    return llm_row_faults(settings, selected_rows(settings))


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
