"""Checks of one YAML file of the paper's numbers; every fault is reported at once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.reporting.metrics import metric_style
from hippo_exp.text import did_you_mean

_REQUIRED = ("id", "caption", "source", "metrics", "digits", "datasets", "tolerances", "rows")
_OPTIONAL = ("questions", "notes", "disagreements")
_EXTRA = ("setup", "ppr_query", "gold")
_ROW = ("label", "kind", "note")


def read_mapping(path: Path) -> dict[str, Any]:
    """The mapping at the top of a YAML file.

    Raises:
        ConfigError: the file is missing, is no YAML, or holds no mapping.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(
            "no such table of the paper", where=str(path), fix="see configs/paper for the names"
        ) from error
    except yaml.YAMLError as error:
        raise ConfigError(f"not valid YAML, {error}", where=str(path), fix="correct it") from error
    if not isinstance(content, dict):
        raise ConfigError("no mapping at the top", where=str(path), fix="write key: value lines")
    return {str(key): value for key, value in content.items()}


def parse_number_table(path: Path) -> dict[str, Any]:
    """Fields of ``PaperTable`` with plain rows and disagreements, all checked.

    Raises:
        ConfigError: the file cannot be read.
        FaultListError: the faults found in it.
    """
    content = read_mapping(path)
    faults = [
        ConfigError(f"missing key {key!r}", where=path.name, fix="add it")
        for key in _REQUIRED
        if key not in content
    ]
    faults += _unknown(content, (*_REQUIRED, *_OPTIONAL, *_EXTRA), path.name)
    if faults:
        raise FaultListError(faults)
    faults += _heading_faults(content, path)
    rows: dict[str, dict[str, Any]] = {}
    for key, row in content["rows"].items():
        found, parsed = _row(f"{path.name}: {key}", row, content)
        faults += found
        rows[str(key)] = parsed
    faults += _disagreement_faults(content, path)
    if faults:
        raise FaultListError(faults)
    return {
        **{key: content[key] for key in ("id", "caption", "source", "digits", "datasets")},
        "metrics": tuple(content["metrics"]),
        "questions": content.get("questions"),
        "tolerances": content["tolerances"],
        "rows": rows,
        "notes": tuple(content.get("notes", ())),
        "disagreements": content.get("disagreements", ()),
        "extra": {key: content[key] for key in _EXTRA if key in content},
    }


def _unknown(mapping: Mapping[str, Any], known: tuple[str, ...], where: str) -> list[ConfigError]:
    return [
        ConfigError(
            f"unknown key {key!r}",
            where=where,
            fix=did_you_mean(str(key), known, cutoff=0.0),
        )
        for key in mapping
        if key not in known
    ]


def _heading_faults(content: Mapping[str, Any], path: Path) -> list[ConfigError]:
    faults = []
    if content["id"] != path.stem:
        fix = f"write id: {path.stem}"
        faults.append(ConfigError(f"id is {content['id']!r}", where=path.name, fix=fix))
    for metric in content["metrics"]:
        try:
            metric_style(metric)
        except ConfigError as error:
            faults.append(ConfigError(error.what, where=path.name, fix=error.fix))
    return faults


def _row(
    where: str, row: Mapping[str, Any], content: Mapping[str, Any]
) -> tuple[list[ConfigError], dict[str, Any]]:
    faults = _unknown(row, (*_ROW, *content["datasets"]), where)
    if row.get("kind") not in content["tolerances"]:
        kind = row.get("kind")
        fix = f"use one of {', '.join(content['tolerances'])}"
        faults.append(ConfigError(f"row kind {kind!r} has no tolerance", where=where, fix=fix))
    data = {name: row[name] for name in content["datasets"] if name in row}
    if not row.get("label") or not data:
        faults.append(ConfigError("a row needs a label and a data set", where=where, fix="add it"))
    parsed: dict[str, dict[str, float | tuple[float, float]]] = {}
    for name, values in data.items():
        parsed[name] = {}
        faults += _unknown(values, tuple(content["metrics"]), f"{where}: {name}")
        for metric, value in values.items():
            if _is_value(value):
                parsed[name][metric] = tuple(value) if isinstance(value, list) else value
            else:
                place = f"{where}: {name}: {metric}"
                fix = "write a number or [low, high]"
                faults.append(ConfigError(f"{value!r} is no number", where=place, fix=fix))
    label, kind, note = str(row.get("label")), str(row.get("kind")), str(row.get("note", ""))
    return faults, {"label": label, "kind": kind, "note": note, "data": parsed}


def _is_value(value: object) -> bool:
    if isinstance(value, list):
        return len(value) == 2 and all(_is_value(end) for end in value) and value[0] <= value[1]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value)  # type: ignore[arg-type]


def _disagreement_faults(content: Mapping[str, Any], path: Path) -> list[ConfigError]:
    faults = []
    for item in content.get("disagreements", ()):
        row = content["rows"].get(item.get("row"), {})
        if item.get("metric") not in row.get(item.get("dataset"), {}):
            faults.append(
                ConfigError(
                    f"disagreement names no printed figure: {item}",
                    where=path.name,
                    fix="name a row, data set and metric of this table",
                )
            )
    return faults
