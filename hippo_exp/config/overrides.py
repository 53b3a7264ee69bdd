"""Checking command-line overrides against groups and schema, all of them, before composition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException

from hippo_exp.config.keys import is_known, nearest
from hippo_exp.errors import ConfigError, HippoExpError


@dataclass
class CheckedOverrides:
    """Overrides sorted by kind, and the faults found on the way.

    Attributes:
        groups: ``group=option`` overrides as given, in order.
        values: dotted key -> value, in order.
        faults: one error per override that cannot be used.
    """

    groups: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    faults: list[HippoExpError] = field(default_factory=list)


# Folders of configurations of which a user does not choose one option.
_NOT_CHOSEN = ("experiment", "paper", "hydra", "retriever")


def group_options(folder: Path, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Configuration group -> its options, for the groups that an experiment with ``keys`` has."""
    return {
        group.name: tuple(sorted(path.stem for path in group.glob("*.yaml")))
        for group in sorted(folder.iterdir())
        if group.is_dir() and group.name in keys and group.name not in _NOT_CHOSEN
    }


def forced(text: str, groups: Mapping[str, tuple[str, ...]]) -> str:
    """An override, checked before, in the form that Hydra takes whether or not the key is set.

    A setting with a default need not stand in the composed files; ``++`` adds or replaces it.
    """
    key = text.split("=")[0]
    plain = "=" in text and not text.startswith(("+", "~", "-")) and "@" not in key
    return f"++{text}" if plain and key not in groups and not key.startswith("hydra") else text


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
        try:
            override = OverridesParser.create().parse_override(text)
        except HydraException as error:
            reason = str(error).splitlines()[0]
            checked.faults.append(
                ConfigError(
                    f"cannot read the override ({reason})",
                    where=text,
                    fix="write key=value; quote a value with commas or brackets for the shell",
                )
            )
            continue
        if "${oc." in text:
            fix = "write the value itself; a secret must never enter a setting"
            checked.faults.append(
                ConfigError("no value is read from elsewhere", where=text, fix=fix)
            )
            continue
        if override.is_sweep_override() and not multirun:
            fix = "put -m first to run each value, or write a list as [a,b]"
            checked.faults.append(ConfigError("several values without -m", where=text, fix=fix))
            continue
        if override.key_or_group != "hydra" and not override.key_or_group.startswith("hydra"):
            _sort(override, text, keys, groups, checked)
    return checked


def _sort(
    override: Override,
    text: str,
    keys: Sequence[str],
    groups: Mapping[str, tuple[str, ...]],
    checked: CheckedOverrides,
) -> None:
    key = override.key_or_group
    if override.is_delete():
        fix = "set another value instead; null where a setting may be empty"
        checked.faults.append(ConfigError("a setting cannot be removed", where=text, fix=fix))
    elif key in groups:
        _check_group(override, key, groups[key], checked)
    elif any(other.startswith(f"{key}.") for other in keys) and not isinstance(
        override.value(), dict
    ):
        fix = (
            f"set one of its parts, for example {next(k for k in keys if k.startswith(f'{key}.'))}"
        )
        fault = ConfigError(f"{key} is a group of settings", where=text, fix=fix)
        checked.faults.append(fault)
    elif is_known(key, keys):
        for value in reversed(_values(override)):
            checked.values[key] = value
    else:
        names = [*keys, *groups]
        near = nearest(key, names)
        fix = f"did you mean {near}?" if near else "see --help for the settings"
        checked.faults.append(ConfigError(f"unknown setting {key!r}", where=text, fix=fix))


def _check_group(
    override: Override, group: str, options: Sequence[str], checked: CheckedOverrides
) -> None:
    for value in _values(override):
        if str(value) in options:
            continue
        near = nearest(str(value), options)
        hint = f"did you mean {near}? " if near else ""
        checked.faults.append(
            ConfigError(
                f"no {group} is named {str(value)!r}",
                where=f"{group}={value}",
                fix=f"{hint}there are: {', '.join(options)}",
            )
        )
        return
    checked.groups.append(f"{group}={_values(override)[0]}")


def _values(override: Override) -> list[Any]:
    """The value, or each value of a sweep."""
    if override.is_sweep_override():
        return [
            OverridesParser.create().parse_override(f"x={text}").value()
            for text in override.sweep_string_iterator()
        ]
    return [override.value()]
