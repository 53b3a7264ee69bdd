"""The settings of one row: the common ones with what the row changes."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from hippo_exp.config.load import settings_from
from hippo_exp.config.paths import config_folder
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.text import did_you_mean

_COMMON = (
    *("dataset", "experiment", "preset", "evaluation", "llm", "ircot", "reader"),
    *("cost", "latency", "break_even", "errors", "quality", "gold", "extraction"),
    *("query_ner", "limit", "seed", "strict", "data", "checkpoints"),
)
"""Groups of settings that a row does not change."""


def selected_rows(settings: RetrievalSettings) -> tuple[RowSettings, ...]:
    """The rows to run, in the experiment's order.

    Raises:
        FaultListError: ``rows`` names one that the experiment has not, one twice, or none at all.
    """
    rows = settings.experiment.rows
    if settings.rows is None:
        return rows
    ids = [row.id for row in rows]
    faults: list[HippoExpError] = [
        ConfigError(f"no row is named {name!r}", where="rows", fix=_row_fix(settings, name, ids))
        for name in settings.rows
        if name not in ids
    ]
    faults += repeated(settings.rows, "rows")
    if not settings.rows:
        faults.append(
            ConfigError("no row is chosen", where="rows", fix="leave rows out for all of them")
        )
    if faults:
        raise FaultListError(faults)
    return tuple(row for row in rows if row.id in settings.rows)


def preset_rows(experiment: str) -> dict[str, str]:
    """Row id -> preset, of the rows that an experiment has under one preset only."""
    path = config_folder() / "experiment" / f"{experiment}.yaml"
    rows = _loaded(path).get("experiment", {}).get("rows", []) if path.is_file() else []
    return {row["id"]: row["preset"] for row in rows if row.get("preset")}


def _row_fix(settings: RetrievalSettings, name: str, ids: list[str]) -> str:
    preset = preset_rows(settings.experiment.name).get(name)
    return f"it is a row of preset={preset}" if preset else _near(name, ids)


def repeated(names: Sequence[str], where: str) -> list[HippoExpError]:
    """One fault for each name that stands in a list more than once."""
    return [
        ConfigError(f"{name!r} is named twice", where=where, fix="name it once")
        for name in dict.fromkeys(names)
        if list(names).count(name) > 1
    ]


def row_settings(settings: RetrievalSettings, row: RowSettings) -> RetrievalSettings:
    """The resolved settings of a row: group options first, then its dotted values.

    Raises:
        FaultListError: the row's own settings are wrong; each key is named.
    """
    plain = settings.model_dump(mode="json")
    for group, option in row.use.items():
        plain[group] = load_option(group, option)
    for key, value in row.set.items():
        if key.split(".")[0] in _COMMON:
            fix = "leave it out; the rows of a table share their data and their measures"
            raise ConfigError("not a setting of a row", where=f"{row.id}, set {key}", fix=fix)
        _assign(plain, key.split("."), value)
    # Data set and language model are those of all rows; their places, which no dump holds, come
    # with them.
    common = {"dataset": settings.dataset, "llm": settings.llm}
    return settings_from(RetrievalSettings, plain | common)


def load_option(group: str, option: str) -> dict[str, Any]:
    """The values of one configuration group's option.

    Raises:
        ConfigError: there is no such option.
    """
    path = config_folder() / group / f"{option}.yaml"
    if not path.is_file():
        options = sorted(item.stem for item in path.parent.glob("*.yaml"))
        raise ConfigError(
            f"no {group} is named {option!r}", where=f"use {group}", fix=_near(option, options)
        )
    return deepcopy(_loaded(path))


@cache
def _loaded(path: Path) -> dict[str, Any]:
    """A configuration file, read once; not to be changed."""
    loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def _assign(plain: dict[str, Any], parts: list[str], value: object) -> None:
    node: Any = plain
    for part in parts[:-1]:
        node = node.setdefault(part, {}) if isinstance(node, dict) else None
    if not isinstance(node, dict):
        key = ".".join(parts)
        fix = "name a setting of the experiment"
        raise ConfigError("not a setting", where=f"experiment.rows, set {key}", fix=fix)
    node[parts[-1]] = value


def _near(name: str, names: list[str]) -> str:
    return did_you_mean(name, names, all_of="there are")
