"""The configuration reference, written from the schema: every setting, its values, its default."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from hippo_exp.config.allowed import allowed_values
from hippo_exp.config.fields import kinds_of
from hippo_exp.config.keys import models_in
from hippo_exp.config.load import load_settings
from hippo_exp.config.paths import config_folder
from hippo_exp.config.rows import load_option
from hippo_exp.config.schema import PathfindingSettings, RetrievalSettings
from hippo_exp.config.schema.base import Fixed
from hippo_exp.config.schema.phases import PhaseSettings

_HEAD = """# Configuration reference

Written from the schema by `hippo-exp settings`, and compared with it in the tests. Every setting is
given as `NAME=VALUE` on the command line; a wrong name, type or range is refused before any work.
The default is that of `configs/` for `experiments.table2`; data sets and presets change some of
them, and `--cfg job` shows what a command composes.
"""
_LONGEST = 60
_PART = re.compile(r"^ {4}((?:\w+, )*\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def reference_page() -> str:
    """Markdown: one section for each group of settings of each kind of experiment."""
    table = load_settings(RetrievalSettings, "experiment/table2", [])
    parts = [_HEAD, "## Every table\n", *_top(RetrievalSettings, table.model_dump(mode="json"))]
    others: tuple[tuple[str, type[BaseModel], str], ...] = (
        ("pathfinding", PathfindingSettings, "experiments.pathfinding"),
        ("phases", PhaseSettings, "experiments.phases"),
    )
    for name, model, title in others:
        plain = load_settings(model, f"experiment/{name}", []).model_dump(mode="json")
        parts += [f"## {title}\n", *_top(model, plain)]
    return "\n".join(parts)


def _top(model: type[BaseModel], values: Mapping[str, Any]) -> Iterator[str]:
    """The settings of a class that are no group, then group after group."""
    groups = {name: field for name, field in model.model_fields.items() if _is_group(field)}
    plain = {name: field for name, field in model.model_fields.items() if name not in groups}
    yield _table(_lines(model, plain, "", values))
    kinds = kinds_of(model)
    for name, field in groups.items():
        if _is_fixed(field) or name == "experiment":
            continue
        if name in kinds:
            for kind, inner in kinds[name].models.items():
                if kind != "sentence_transformer" or name == "encoder":
                    yield f"### {name}, {kinds[name].discriminator} {kind}\n\n{_about(inner)}\n"
                    yield _table(list(_walk(inner, f"{name}.", _option(name, kind))))
            continue
        for inner in models_in(field.annotation):
            given = values.get(name)
            yield f"### {name}\n\n{_about(inner)}\n"
            yield _table(list(_walk(inner, f"{name}.", given if isinstance(given, dict) else {})))


def _option(group: str, kind: str) -> dict[str, Any]:
    """The shipped option of a kind, for its defaults; empty where several or none are."""
    path = config_folder() / group / f"{kind}.yaml"
    return load_option(group, kind) if path.is_file() and group != "dataset" else {}


def _walk(model: type[BaseModel], prefix: str, values: Mapping[str, Any]) -> Iterator[list[str]]:
    for name, field in model.model_fields.items():
        if _is_fixed(field):
            continue
        inner = list(models_in(field.annotation))
        if inner and get_origin(field.annotation) is not dict:
            given = values.get(name)
            yield from _walk(inner[0], f"{prefix}{name}.", given if isinstance(given, dict) else {})
        else:
            yield from _lines(model, {name: field}, prefix, values)


def _lines(
    model: type[BaseModel], fields: Mapping[str, FieldInfo], prefix: str, values: Mapping[str, Any]
) -> list[list[str]]:
    words = _described(model)
    return [
        [f"`{prefix}{name}`", _allowed(field), _default(field, values, name), words.get(name, "")]
        for name, field in fields.items()
        if not _is_fixed(field)
    ]


def _allowed(field: FieldInfo) -> str:
    return "names and values" if get_origin(field.annotation) is dict else allowed_values(field)


def _default(field: FieldInfo, values: Mapping[str, Any], name: str) -> str:
    if name in values:
        value = values[name]
    elif field.is_required():
        return ""
    else:
        value = field.get_default(call_default_factory=True)
    text = {None: "none", True: "true", False: "false"}.get(value) if _is_word(value) else None
    text = text or str(list(value) if isinstance(value, tuple) else value)
    return f"`{text}`" if len(text) <= _LONGEST else "see its file"


def _is_word(value: object) -> bool:
    return value is None or isinstance(value, bool)


def _is_group(field: FieldInfo) -> bool:
    return any(True for _ in models_in(field.annotation))


def _is_fixed(field: FieldInfo) -> bool:
    return any(isinstance(mark, Fixed) for mark in field.metadata)


def _about(model: type[BaseModel]) -> str:
    """The first sentence of a class's description."""
    return (model.__doc__ or "").strip().splitlines()[0] if model.__doc__ else ""


def _described(model: type[BaseModel]) -> dict[str, str]:
    """Setting -> what its class's description says of it."""
    found: dict[str, str] = {}
    for part in reversed(model.__mro__):
        _, _, attributes = inspect.cleandoc(part.__doc__ or "").partition("Attributes:")
        for match in _PART.finditer(attributes):
            for name in match[1].split(", "):
                found[name] = " ".join(match[2].split())
    return found


def _table(lines: list[list[str]]) -> str:
    if not lines:
        return ""
    head = ["setting", "values", "default", ""]
    rows = [head, ["---"] * 4, *lines]
    escaped = [[part.replace("|", "\\|") for part in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in escaped) + "\n"
