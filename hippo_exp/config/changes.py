"""How settings differ from the shipped ones: what labels say, taken from values, not from words.

A preset's or encoder's name stands for the values in its file. Where the values are others, every
label says so, whichever way they were set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from hippo_exp.config.load import load_settings
from hippo_exp.config.paths import config_folder
from hippo_exp.config.rows import load_option
from hippo_exp.config.schema import CustomSettings, PathfindingSettings, RetrievalSettings
from hippo_exp.config.schema.checkpoints import resolved_encoder

COST_ONLY = ("batch_size", "memory_mb")
"""Settings that change cost or memory, never a result: in the manifest, in no identity or label."""
# Of the run, not of the method; a table shows them otherwise where they matter.
_RUN = (
    *("out", "label", "rows", "limit", "strict", "dry_run", "overwrite"),
    *("data", "cache", "cells"),
)
_SHOWN = (
    *("experiment", "query_ner", "checkpoints", "gold", "extraction"),
    *("hops", "n_instances", "restart_prob"),
)
_DESCRIPTION = ("name", "about", "source", "licence", "citation")
# Groups whose option has no name among the settings.
_UNNAMED = ("expansion", "openie")
_METHOD = ("graph", "synonymy", "expansion", "retriever", "openie", "evaluation.decimals")
_LISTED = 2


def changes(settings: RetrievalSettings | PathfindingSettings) -> tuple[str, ...]:
    """``key=value`` for every setting that is not as shipped, in the schema's order.

    Compared is with the experiment, data set, preset and encoder that the settings name; places
    (folders, a data set's ``dir``) and settings of cost are left out.
    """
    ours, path = settings.model_dump(mode="json"), config_folder() / "experiment"
    if isinstance(settings, PathfindingSettings):
        shipped = load_settings(PathfindingSettings, "experiment/pathfinding", [])
        return _differences(shipped.model_dump(mode="json"), ours)
    name = settings.experiment.name
    if not (path / f"{name}.yaml").is_file():
        return ()
    base = load_settings(RetrievalSettings, f"experiment/{name}", _named_options(settings))
    theirs, chosen = base.model_dump(mode="json"), []
    for group in _UNNAMED:
        option = _nearest(group, theirs[group], ours[group])
        if option is not None:
            theirs[group] = load_option(group, option)
            chosen.append(f"{group}={option}")
    # Notes are labels themselves.
    theirs["dataset"]["notes"] = ours["dataset"]["notes"]
    found = _differences(theirs, ours)
    if isinstance(settings.dataset, CustomSettings):
        own = tuple(f"dataset.{part}=" for part in _DESCRIPTION)
        found = tuple(text for text in found if not text.startswith(own))
    return (*chosen, *found)


def preset_label(settings: RetrievalSettings, changed: Sequence[str]) -> str:
    """The preset, with what is changed of the method, for example ``paper + graph.x=y``.

    Args:
        settings: of the run.
        changed: see :func:`changes`.
    """
    method = [text for text in changed if text.startswith(_METHOD)]
    return _with_changes(settings.preset.name, method)


def encoder_label(settings: RetrievalSettings) -> str:
    """The encoder's name, with what is changed of it, for example ``char_ngram + ngram_max=4``."""
    name = settings.encoder.name
    if not (config_folder() / "encoder" / f"{name}.yaml").is_file():
        return name
    shipped = {"encoder": load_option("encoder", name), "preset": {"name": settings.preset.name}}
    ours = settings.encoder.model_dump(mode="json")
    return _with_changes(name, _differences(resolved_encoder(shipped)["encoder"], ours))


def _named_options(settings: RetrievalSettings) -> list[str]:
    """Choices of the options that the settings name, where they are shipped."""
    dataset = "custom" if settings.dataset.format == "custom" else settings.dataset.name
    named = {"dataset": dataset, "preset": settings.preset.name, "encoder": settings.encoder.name}
    if settings.llm is not None:
        named["llm"] = settings.llm.name
    folder = config_folder()
    return [
        f"{group}={name}"
        for group, name in named.items()
        if (folder / group / f"{name}.yaml").is_file()
    ]


def _nearest(group: str, base: Mapping[str, Any], ours: Mapping[str, Any]) -> str | None:
    """The shipped option with fewer differences than the experiment's own; None for the latter."""
    options = sorted(path.stem for path in (config_folder() / group).glob("*.yaml"))
    loaded = {option: load_option(group, option) for option in options}
    alike = {name: values for name, values in loaded.items() if values.keys() == ours.keys()}
    counts: dict[str | None, int] = {None: len(_differences(base, ours))}
    counts |= {name: len(_differences(values, ours)) for name, values in alike.items()}
    return min(counts, key=lambda name: (counts[name], name is not None))


def _differences(
    before: Mapping[str, Any], now: Mapping[str, Any], prefix: str = ""
) -> tuple[str, ...]:
    found: list[str] = []
    for key, new in now.items():
        old = before.get(key)
        if key in COST_ONLY or (not prefix and key in (*_RUN, *_SHOWN)) or old == new:
            continue
        if isinstance(new, Mapping) and new:
            found += _differences(old if isinstance(old, Mapping) else {}, new, f"{prefix}{key}.")
        else:
            found.append(f"{prefix}{key}={_shown(new)}")
    gone = [key for key in before if key not in now and prefix]
    return (*found, *(f"{prefix}{key}=null" for key in gone))


def _with_changes(name: str, changed: Sequence[str]) -> str:
    if not changed:
        return name
    listed = ", ".join(changed) if len(changed) <= _LISTED else f"{len(changed)} changes"
    return f"{name} + {listed}"


def _shown(value: object) -> str:
    """A value as one writes it; of a path on this machine the name alone."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return f"[{','.join(_shown(item) for item in value)}]"
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}: {_shown(item)}" for key, item in value.items()) + "}"
    return public(str(value))


def public(text: str) -> str:
    """A text without folders of this machine: of a path in full ``FOLDER/`` and its last name."""
    windows = PureWindowsPath(text)
    if text.startswith(("/", "~", "./", "../")):
        return f"FOLDER/{PurePosixPath(text).name}"
    return f"FOLDER/{windows.name}" if windows.drive else text
