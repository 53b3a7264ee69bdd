"""Settings that another setting switches off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hippo_exp.config.schema import RetrievalSettings, RowSettings

_PASSAGE_NODES = "retriever.passage_nodes"


@dataclass(frozen=True)
class Switch:
    """What is read only under a value of another setting.

    Attributes:
        keys: the settings that are switched; prefixes of names.
        needs: the value that switches them on, as it is typed.
        on: whether a row's resolved settings have it.
        of: retrievers whose rows it holds for; empty for all.
    """

    keys: tuple[str, ...]
    needs: str
    on: Callable[[RetrievalSettings], bool]
    of: tuple[str, ...] = ()


def _nodes(*names: str) -> tuple[str, ...]:
    return tuple(f"{_PASSAGE_NODES}.{name}" for name in names)


def _normalization(value: str) -> Callable[[RetrievalSettings], bool]:
    return lambda settings: settings.retriever.passage_nodes.normalization == value


_OF_NODES = ("passage_nodes",)
SWITCHES = (
    Switch(
        tuple(
            f"synonymy.{name}"
            for name in ("threshold", "max_neighbors", "min_alnum", "alnum", "memory_mb")
        ),
        "synonymy.enabled=true",
        lambda settings: settings.synonymy.enabled,
    ),
    Switch(
        _nodes("reset_weight", "normalization", "temperature", "m", "relative"),
        f"{_PASSAGE_NODES}.reset=dense",
        lambda settings: settings.retriever.passage_nodes.reset != "none",
        _OF_NODES,
    ),
    Switch(
        _nodes("temperature"),
        f"{_PASSAGE_NODES}.normalization=softmax",
        _normalization("softmax"),
        _OF_NODES,
    ),
    Switch(
        _nodes("m"), f"{_PASSAGE_NODES}.normalization=top_m", _normalization("top_m"), _OF_NODES
    ),
    Switch(
        ("retriever.bm25",),
        f"{_PASSAGE_NODES}.reset=bm25",
        lambda settings: settings.retriever.passage_nodes.reset == "bm25",
        _OF_NODES,
    ),
    Switch(
        ("retriever.hipporag", "query_ner", *_nodes("relative")),
        f"{_PASSAGE_NODES}.use_entities=true",
        lambda settings: settings.retriever.passage_nodes.use_entities,
        _OF_NODES,
    ),
    Switch(
        ("retriever.bm25",),
        "retriever.perfect_reader.inner=bm25",
        lambda settings: (
            settings.retriever.perfect_reader is not None
            and settings.retriever.perfect_reader.inner == "bm25"
        ),
        ("perfect_reader",),
    ),
)
"""All that there are."""


def switched_off(row: RowSettings, theirs: RetrievalSettings, key: str) -> str:
    """What would switch a setting on that a row does not read now; empty where it reads it.

    Args:
        row: of the table.
        theirs: its resolved settings.
        key: name of the setting, with dots.
    """
    for switch in SWITCHES:
        held = not switch.of or row.searcher in switch.of
        if held and _is_under(key, switch.keys) and not switch.on(theirs):
            return switch.needs
    return ""


def _is_under(key: str, names: tuple[str, ...]) -> bool:
    return any(key == name or key.startswith(f"{name}.") for name in names)
