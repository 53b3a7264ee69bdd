"""Settings that were changed though no chosen row reads them."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import changes, row_settings
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.pipeline.stages import SYNONYM_EDGES

_GRAPH = ("encoder", "openie", "graph", "synonymy", "expansion", "query_ner", "retriever.hipporag")
READS = {
    "bm25": ("retriever.bm25",),
    "dense": ("encoder",),
    "proposition": ("encoder", "retriever.proposition"),
    "raptor": ("encoder", "retriever.raptor"),
    "hipporag": _GRAPH,
    "hipporag_ensemble": (*_GRAPH, "retriever.ensemble"),
    "passage_nodes": (*_GRAPH, "retriever.passage_nodes", "retriever.bm25"),
    "fact_linking": (*_GRAPH, "retriever.fact_linking"),
    "score_fusion": (*_GRAPH, "retriever.fusion.weight"),
    "rank_fusion": (*_GRAPH, "retriever.fusion.k"),
}
"""Retriever -> the settings that it reads, besides those that all read."""
_SCORED = ("evaluation.decimals", "evaluation.bootstrap_resamples")
_TESTED = "evaluation.permutation_resamples"
_TIES = "retriever.ties"
_READ_BY_SOME = (
    *dict.fromkeys(key for keys in READS.values() for key in keys),
    *("llm.", "ircot.", "reader."),
    *(*_SCORED, _TESTED, _TIES),
)


def unread_faults(settings: RetrievalSettings, rows: Sequence[RowSettings]) -> list[HippoExpError]:
    """One fault for each setting that is not as shipped and that none of the rows reads.

    A row does not read what it sets itself, and no row reads the synonymy of a graph without
    synonymy edges. Chosen options (``encoder=NAME``) are not settings of their own.

    Raises:
        FaultListError: a row's own settings are wrong.
    """
    changed = [text for text in changes(settings) if "." in text.partition("=")[0]]
    if settings.query_ner != "file":
        changed.append(f"query_ner={settings.query_ner}")
    resolved = [(row, row_settings(settings, row)) for row in rows] if changed else []
    faults: list[HippoExpError] = []
    for text in changed:
        key = text.partition("=")[0]
        if not key.startswith(_READ_BY_SOME) or (key == _TESTED and _tests(settings, rows)):
            continue
        if not any(_reads(row, theirs, key) for row, theirs in resolved):
            fix = _remedy(settings, key)
            faults.append(ConfigError("no chosen row reads this setting", where=text, fix=fix))
    return faults


def _remedy(settings: RetrievalSettings, key: str) -> str:
    if settings.experiment.layout == "statistics":
        return f"leave it out; this table reads {', '.join(_counting(settings))}"
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
    off = key.startswith("synonymy.") and key != "synonymy.enabled" and not theirs.synonymy.enabled
    replaced = key.partition(".")[0] in row.use or any(_covers(item, key) for item in row.set)
    return not off and not replaced


def _read_by(row: RowSettings, theirs: RetrievalSettings) -> tuple[str, ...]:
    """The settings that a row reads: its searcher's, and those of what asks a language model."""
    if theirs.experiment.layout == "statistics":
        return _counting(theirs)
    keys = (*READS[row.searcher], _TIES) if row.searcher is not None else ()
    if row.retriever is not None:
        keys += _SCORED
    if row.retriever == "ircot":
        keys += ("ircot", "llm")
    return (*keys, "reader", "llm") if theirs.reader is not None else keys


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
