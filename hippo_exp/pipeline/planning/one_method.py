"""The settings of one method outside a table: explained, exported, or called from Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hippo_exp.config import cache_root, sound_settings
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.config.schema.retrievers import METHODS, links_entities
from hippo_exp.errors import ConfigError, DataError, FaultListError, HippoExpError
from hippo_exp.pipeline.planning.availability import encoder_gaps, row_gaps
from hippo_exp.pipeline.planning.checkpoints import checkpoint_faults
from hippo_exp.pipeline.planning.file_gaps import extraction_gaps
from hippo_exp.pipeline.planning.gaps import reason_of, remedy_of
from hippo_exp.pipeline.planning.places import cache_faults
from hippo_exp.pipeline.planning.unread import unread_faults
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.source.files import dataset_faults
from hippo_exp.pipeline.source.inputs import Inputs, read_inputs
from hippo_exp.storage import Store
from hippo_exp.text import did_you_mean

TABLE_ONLY = ("out", "label", "rows", "dry_run", "overwrite", "cells", "experiment")
"""Settings that mean something to a table alone."""
INDEX_ONLY = ("limit", "seed", "strict", "evaluation", "llm", "ircot", "reader", "expansion")
"""Settings, besides, that no index depends on."""
_BASE = "experiment/table2"


def method_row(method: str) -> RowSettings:
    """A method as a row of its own.

    Raises:
        ConfigError: there is no such method.
    """
    if method not in METHODS:
        fix = did_you_mean(method, METHODS, all_of="there are")
        raise ConfigError(f"no method is named {method!r}", where="method", fix=fix)
    return RowSettings.model_validate({"id": method, "label": method, "retriever": method})


def method_settings(
    method: str | None,
    overrides: Sequence[str],
    *,
    unused: Sequence[str] = TABLE_ONLY,
    files: bool = True,
) -> RetrievalSettings:
    """The settings for a method on a data set, with every fault found before any work.

    Args:
        method: None where several may be asked for later; then settings that only some of them
            read are accepted.
        overrides: ``key=value``, the data set among them.
        unused: settings, or groups of them, that have no effect here and so are refused.
        files: whether the files of the data set must be there; not for one that is in memory.

    Raises:
        FaultListError: everything that is wrong, files that are missing included.
    """
    faults: list[HippoExpError] = [
        ConfigError("it has no effect here", where=text, fix="leave it out")
        for text in overrides
        if _key(text).split(".")[0] in unused
    ]
    kept = [text for text in overrides if _key(text).split(".")[0] not in unused]
    rows: list[RowSettings] = []
    try:
        rows = [method_row(name) for name in ([method] if method is not None else METHODS)]
    except ConfigError as error:
        faults.append(error)
    sound = sound_settings(RetrievalSettings, _BASE, kept)
    faults += sound.faults
    if sound.settings is not None:
        found = _other_faults(sound.settings, rows, files=files)
        if "dataset" in sound.unchosen:
            found = [fault for fault in found if not isinstance(fault, DataError)]
        faults += found
    if faults or sound.settings is None:
        raise FaultListError(list({str(fault): fault for fault in faults}.values()))
    return sound.settings


def _key(override: str) -> str:
    return override.lstrip("+~").split("=")[0]


def _other_faults(
    settings: RetrievalSettings, rows: Sequence[RowSettings], *, files: bool
) -> list[HippoExpError]:
    """Faults besides those of single settings."""
    checks: list[Callable[[RetrievalSettings], Sequence[HippoExpError]]] = [
        *(cache_faults, checkpoint_faults),
        *([dataset_faults] if files else []),
        *([lambda found: unread_faults(found, rows)] if rows else []),
    ]
    faults: list[HippoExpError] = []
    for check in checks:
        try:
            faults += check(settings)
        except FaultListError as error:
            faults += error.errors
        except HippoExpError as error:
            faults.append(error)
    return faults


def check_method(
    settings: RetrievalSettings, method: str, inputs: Inputs, *, own_entities: bool = False
) -> None:
    """Refuse a method that cannot run here.

    Args:
        settings: resolved.
        method: its name.
        inputs: the data set as read.
        own_entities: whether the question brings its query entities, so that those of the data
            set need not be there.

    Raises:
        DataError: everything that it lacks, and what fills it.
    """
    if settings.dataset.format == "custom" and settings.openie.extractor in inputs.generated:
        gaps = tuple(encoder_gaps(settings))  # a corpus in memory: its triples were given
    elif own_entities and links_entities(method):
        gaps = (*encoder_gaps(settings), *extraction_gaps(settings))
    else:
        gaps = row_gaps(settings, method_row(method), inputs)
    if gaps:
        what = f"{method} cannot run on {settings.dataset.name}: {reason_of(gaps)}"
        raise DataError(what, fix=remedy_of(gaps))


def opened_bench(settings: RetrievalSettings) -> Workbench:
    """The data set read, and everything that is made of it kept in the cache.

    Raises:
        HippoExpError: as reading raises it.
    """
    return Workbench(read_inputs(settings), Store(cache_root(settings.cache.root)))


def has_graph(settings: RetrievalSettings) -> bool:
    """Whether the data set has triples and the encoder can be loaded."""
    return not (*encoder_gaps(settings), *extraction_gaps(settings))
