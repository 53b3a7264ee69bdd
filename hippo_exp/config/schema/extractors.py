"""Which extraction a run reads: each data set's own, under its true name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from hippo_exp.config.schema.dataset import GENERATED_FORMATS

DEFAULT_EXTRACTOR = "default"
"""Stands for the data set's first extraction; it remains where a data set has none."""
GENERATOR = "generator"
"""The extraction of a generated data set, which no file holds."""


def extractor_names(dataset: object) -> tuple[str, ...]:
    """Names of a data set's extractions, its default one first.

    Args:
        dataset: settings of a data set, or their plain values.
    """
    if _get(dataset, "format") in GENERATED_FORMATS:
        return (GENERATOR,)
    openie = _get(dataset, "openie")
    return tuple(str(name) for name in openie) if isinstance(openie, Mapping) else ()


def resolved_extractor(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with the extraction and the rows of extractors as they are meant.

    The extractor ``default`` becomes the data set's first. A table of statistics has one row per
    extractor: those of the paper's table on the paper's data sets, those that the data set has on
    any other, so that no triples are counted under the name of an extractor that did not make them.

    Args:
        plain: the values of a ``RetrievalSettings``, not yet checked; not changed.
    """
    values = dict(plain)
    dataset, openie = values.get("dataset"), values.get("openie")
    names = extractor_names(dataset)
    if names and isinstance(openie, Mapping) and openie.get("extractor") == DEFAULT_EXTRACTOR:
        values["openie"] = {**openie, "extractor": names[0]}
    experiment = values.get("experiment")
    if not isinstance(experiment, Mapping) or experiment.get("layout") != "statistics":
        return values
    rows = experiment.get("rows")
    if isinstance(rows, list | tuple) and _get(dataset, "paper") is None:
        values["experiment"] = {**experiment, "rows": _rows(rows, dataset, names)}
    return values


def _rows(
    rows: list[Any] | tuple[Any, ...], dataset: object, names: tuple[str, ...]
) -> list[dict[str, Any]]:
    """The rows whose extractor the data set has, and one for each further extraction."""
    shipped = {_extractor(row): row for row in rows if isinstance(row, Mapping)}
    if not names:
        return [_row("no_extraction", "no extraction", DEFAULT_EXTRACTOR, "")]
    return [
        dict(shipped[name])
        if name in shipped
        else _row(f"openie_{_snake(name)}", name, name, _note(dataset, name))
        for name in names
    ]


def _row(row_id: str, label: str, extractor: str, note: str) -> dict[str, Any]:
    return {
        "id": row_id,
        "label": label,
        "retriever": "hipporag",
        "set": {"openie.extractor": extractor},
        "note": note,
    }


def _extractor(row: Mapping[str, Any]) -> str | None:
    """The extractor that a row chooses."""
    chosen = (row.get("set") or {}).get("openie.extractor")
    return chosen or (row.get("use") or {}).get("openie")


def _note(dataset: object, name: str) -> str:
    openie = _get(dataset, "openie")
    entry = openie.get(name) if isinstance(openie, Mapping) else None
    return str(_get(entry, "note") or "")


def _snake(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_") or "own"


def _get(value: object, name: str) -> Any:
    """A value of settings, or of their plain form; None where there is none."""
    if isinstance(value, BaseModel):
        return getattr(value, name, None)
    return value.get(name) if isinstance(value, Mapping) else None
