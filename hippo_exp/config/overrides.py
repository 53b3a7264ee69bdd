"""Checking command-line overrides against groups and schema, all of them, before composition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException

from hippo_exp.config.keys import is_known
from hippo_exp.config.unknown import unknown_setting
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.text import did_you_mean


@dataclass
class CheckedOverrides:
    """Overrides sorted by kind, and the faults found on the way.

    Attributes:
        groups: ``group=option`` overrides as given, in order.
        values: dotted key -> value, in order; a value in braces is taken apart.
        hydra: overrides of Hydra's own settings.
        unchosen: groups of which no option could be chosen.
        faults: one error per override that cannot be used.
    """

    groups: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    hydra: list[str] = field(default_factory=list)
    unchosen: list[str] = field(default_factory=list)
    faults: list[HippoExpError] = field(default_factory=list)


# Folders of configurations of which a user does not choose one option.
_NOT_CHOSEN = ("experiment", "paper", "hydra", "retriever")
_QUOTING = "write NAME=VALUE; quote a value with commas, brackets or blanks for Hydra and the shell"


def group_options(folder: Path, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Configuration group -> its options, for the groups that an experiment with ``keys`` has."""
    return {
        group.name: tuple(sorted(path.stem for path in group.glob("*.yaml")))
        for group in sorted(folder.iterdir())
        if group.is_dir() and group.name in keys and group.name not in _NOT_CHOSEN
    }


def is_hydra(key: str) -> bool:
    """Whether a key is a setting of Hydra itself."""
    return key.startswith(("hydra.", "hydra/"))


def forced(text: str, groups: Mapping[str, tuple[str, ...]]) -> str:
    """An override, checked before, in the form that Hydra takes whether or not the key is set.

    A setting with a default need not stand in the composed files; ``++`` adds or replaces it.
    """
    plain = text.lstrip("+")
    key = plain.split("=")[0]
    if "=" not in text or text.startswith(("~", "-")) or is_hydra(key):
        return text
    return plain if key in groups else f"++{plain}"


def check_overrides(
    overrides: Sequence[str],
    keys: Sequence[str],
    groups: Mapping[str, tuple[str, ...]],
    *,
    multirun: bool,
) -> CheckedOverrides:
    """Sort overrides into group choices and values; an unusable one becomes a fault.

    A swept override (``a=1,2``) is checked for each of its values and stands with the first.
    """
    checked = CheckedOverrides()
    for text in overrides:
        override = _parsed(text, groups, checked.faults)
        if override is None:
            continue
        if is_hydra(override.key_or_group):
            checked.hydra.append(text)
        elif fault := _misplaced(override, text, multirun=multirun):
            checked.faults.append(fault)
        else:
            _sort(override, text, keys, groups, checked)
    return checked


def _parsed(
    text: str, groups: Mapping[str, tuple[str, ...]], faults: list[HippoExpError]
) -> Override | None:
    name = text.lstrip("+~")
    if text.startswith("~"):
        if is_hydra(name):
            return OverridesParser.create().parse_override(text)
        fix = "set another value instead; null where a setting may be empty"
        faults.append(ConfigError("a setting cannot be removed", where=text, fix=fix))
        return None
    if "=" not in name or not name.partition("=")[0].strip():
        of = [f"{group}={name}" for group, options in groups.items() if name in options]
        fix = f"did you mean {of[0]}?" if of else "write NAME=VALUE"
        faults.append(ConfigError("not a setting with a value", where=text, fix=fix))
        return None
    try:
        return OverridesParser.create().parse_override(text)
    except HydraException as error:
        said = str(error).splitlines()[0].partition(" expecting ")[0]
        reason = "its value ends too early" if "<EOF>" in said else said
        faults.append(ConfigError(f"cannot read the override ({reason})", where=text, fix=_QUOTING))
        return None


def _misplaced(override: Override, text: str, *, multirun: bool) -> HippoExpError | None:
    if override.package is not None:
        fix = f"write {override.key_or_group}=VALUE"
        return ConfigError("a setting has one place only", where=text, fix=fix)
    if "${" in text:
        fix = "write the value itself; a secret must never enter a setting"
        return ConfigError("no value is read from elsewhere", where=text, fix=fix)
    if override.is_sweep_override() and not multirun:
        fix = "put -m first to run each value, or write a list as [a,b]"
        return ConfigError("several values without -m", where=text, fix=fix)
    return None


def _sort(
    override: Override,
    text: str,
    keys: Sequence[str],
    groups: Mapping[str, tuple[str, ...]],
    checked: CheckedOverrides,
) -> None:
    key, value = override.key_or_group, _values(override)[0]
    if key in groups and not isinstance(value, dict):
        _check_group(override, key, groups[key], checked)
        return
    parts = [item for item in keys if item.startswith(f"{key}.")]
    if parts and not isinstance(value, dict) and f"{key}.*" not in parts:
        # A part that may be left out as a whole is set to null; any other has to be set in parts.
        if value is None and f"{key}.file" in parts:
            checked.values[key] = None
            return
        fault = ConfigError(f"{key} is a group of settings", where=text, fix=_part(key, parts))
        checked.faults.append(fault)
        return
    for inner, item in _flat(key, value, keys):
        if is_known(inner, keys):
            if _overlaps(inner, checked.values):
                what = f"{inner} is given twice"
                checked.faults.append(ConfigError(what, where=text, fix="give it once"))
            checked.values[inner] = item
        else:
            fault = unknown_setting(inner, item, text, [*keys, *groups])
            checked.faults.append(fault)


def _overlaps(key: str, values: Mapping[str, Any]) -> bool:
    """Whether a setting, a part of it, or what holds it, has a value already."""
    return any(
        key == other or key.startswith(f"{other}.") or other.startswith(f"{key}.")
        for other in values
    )


def _part(key: str, parts: Sequence[str]) -> str:
    return f"set one of its parts, for example {parts[0]}=VALUE; there are: " + ", ".join(
        item.removeprefix(f"{key}.") for item in parts if not item.endswith(".*")
    )


def _flat(key: str, value: Any, keys: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Dotted key and plain value of each part of a value in braces."""
    inside = any(other.startswith(f"{key}.") for other in keys) or not is_known(key, keys)
    below_names = any(key.startswith(item[:-1]) for item in keys if item.endswith(".*"))
    if isinstance(value, dict) and value and (inside or below_names):
        for name, item in value.items():
            yield from _flat(f"{key}.{name}", item, keys)
    else:
        yield key, value


def _check_group(
    override: Override, group: str, options: Sequence[str], checked: CheckedOverrides
) -> None:
    values = _values(override)
    for value in values:
        if str(value) not in options:
            fix = did_you_mean(str(value), options, all_of="there are")
            what, where = f"no {group} is named {str(value)!r}", f"{group}={value}"
            checked.faults.append(ConfigError(what, where=where, fix=fix))
            checked.unchosen.append(group)
            return
    if any(text.startswith(f"{group}=") for text in checked.groups):
        fix = "give it once"
        checked.faults.append(ConfigError(f"{group} is chosen twice", where=group, fix=fix))
        return
    checked.groups.append(f"{group}={values[0]}")


def _values(override: Override) -> list[Any]:
    """The value, or each value of a sweep."""
    if override.is_sweep_override():
        return [
            OverridesParser.create().parse_override(f"x={text}").value()
            for text in override.sweep_string_iterator()
        ]
    return [override.value()]
