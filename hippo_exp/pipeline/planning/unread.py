"""Settings that were changed though no chosen row reads them."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import changes, row_settings
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.config.schema.retrievers import READS
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.pipeline.planning.switches import switched_off
from hippo_exp.pipeline.stages import SYNONYM_EDGES

_SCORED = ("evaluation.decimals", "evaluation.bootstrap_resamples")
_TESTED = "evaluation.permutation_resamples"
_TIES = "retriever.ties"
_READ_BY_SOME = (
    *dict.fromkeys(key for keys in READS.values() for key in keys),
    *("llm.", "ircot.", "reader.", "errors.", "classes.", "quality.", "gold", "extraction"),
    *(*_SCORED, _TESTED, _TIES),
)


def unread_faults(settings: RetrievalSettings, rows: Sequence[RowSettings]) -> list[HippoExpError]:
    """One fault for each setting that is not as shipped and that none of the rows reads.

    A row does not read what it sets itself, nor what another setting switches off (the threshold
    of a graph without synonymy edges). Chosen options (``encoder=NAME``) are no settings of their
    own.

    Raises:
        FaultListError: a row's own settings are wrong.
    """
    changed = [text for text in changes(settings) if "." in text.partition("=")[0]]
    if settings.query_ner != "file":
        changed.append(f"query_ner={settings.query_ner}")
    files = {"gold": settings.gold, "extraction": settings.extraction}
    changed += [f"{name}={file}" for name, file in files.items() if file is not None]
    resolved = [(row, row_settings(settings, row)) for row in rows] if changed else []
    faults: list[HippoExpError] = []
    for text in changed:
        key = text.partition("=")[0]
        if not key.startswith(_READ_BY_SOME) or (key == _TESTED and _tests(settings, rows)):
            continue
        if not any(_reads(row, theirs, key) for row, theirs in resolved):
            fix = _switch(resolved, key) or _remedy(settings, key)
            faults.append(ConfigError("no chosen row reads this setting", where=text, fix=fix))
    return faults


def _switch(rows: Sequence[tuple[RowSettings, RetrievalSettings]], key: str) -> str:
    """What would make a row read a setting that is switched off; empty where nothing would."""
    of = [(row, theirs) for row, theirs in rows if key.startswith(_read_by(row, theirs))]
    needed = [need for row, theirs in of if (need := switched_off(row, theirs, key))]
    return f"leave it out, or set {needed[0]}, which it belongs to" if needed else ""


def _remedy(settings: RetrievalSettings, key: str) -> str:
    if settings.experiment.layout == "statistics":
        return f"leave it out; this table reads {', '.join(_counting(settings))}"
    if settings.experiment.is_about_cost:
        return "leave it out: these rows cost the same with any value of it"
    if key == _TESTED:
        return "leave it out; rows are tested only against a baseline that is among them"
    readers = [name for name, keys in READS.items() if key.startswith(keys)]
    if not readers:
        return "leave it out"
    return f"leave it out, or choose rows of {', '.join(readers)} that do not set it"


def _tests(settings: RetrievalSettings, rows: Sequence[RowSettings]) -> bool:
    """Whether any row is tested against the baseline."""
    baseline = settings.experiment.baseline
    counts = settings.experiment.layout == "statistics"
    return not counts and len(rows) > 1 and baseline in [row.id for row in rows]


def _reads(row: RowSettings, theirs: RetrievalSettings, key: str) -> bool:
    if not key.startswith(_read_by(row, theirs)):
        return False
    replaced = key.partition(".")[0] in row.use or any(_covers(item, key) for item in row.set)
    return not replaced and not switched_off(row, theirs, key)


def _read_by(row: RowSettings, theirs: RetrievalSettings) -> tuple[str, ...]:
    """The settings that a row reads: its searcher's, and those of what asks a language model."""
    if theirs.experiment.layout == "statistics":
        return _counting(theirs)
    if theirs.experiment.is_about_cost:
        return _about_cost(row, theirs)
    if theirs.experiment.layout == "openie_quality":
        own = ("openie", "graph.odd_parts", "quality", "gold", "extraction")
        return (*own, "evaluation.bootstrap_resamples")
    if theirs.experiment.layout == "classes":
        return ("encoder", "openie", "graph", "synonymy", "query_ner", "classes")
    keys = (*READS[row.searcher], _TIES) if row.searcher is not None else ()
    if row.retriever is not None:
        keys += _SCORED
    if row.retriever == "ircot":
        keys += ("ircot", "llm")
    if theirs.errors is not None:
        keys += ("errors",)
    return (*keys, "reader", "llm") if theirs.reader is not None else keys


def _about_cost(row: RowSettings, settings: RetrievalSettings) -> tuple[str, ...]:
    """The settings that a row about cost reads."""
    layout = settings.experiment.layout
    common = ("evaluation.bootstrap_resamples", "llm")
    if layout == "break_even":
        return (*common, *("encoder", "openie", "graph.odd_parts", "query_ner", "ircot", _TIES))
    if row.searcher is None:
        return common
    if layout == "online_cost":
        return (*common, *READS[row.searcher], _TIES, *(["ircot"] if row.inner else []))
    built = ("openie", "graph", "synonymy") if "openie" in READS[row.searcher] else ()
    return (*common, "encoder", *built)


def _counting(settings: RetrievalSettings) -> tuple[str, ...]:
    """The settings that a table of counts reads."""
    metrics = settings.experiment.metrics
    synonymy = any(metric.endswith(SYNONYM_EDGES) for metric in metrics)
    return (
        *("openie", "graph"),
        *(["synonymy"] if synonymy else []),
        *(["encoder"] if SYNONYM_EDGES in metrics else []),
    )


def _covers(item: str, key: str) -> bool:
    """Whether a row's own setting takes the place of ``key``."""
    return key == item or key.startswith(f"{item}.")
