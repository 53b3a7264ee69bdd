"""Faults of settings that do not exist, are not to be set, or belong to another kind."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml
from pydantic import BaseModel

from hippo_exp.config.fields import Kinds, find_field, kinds_of
from hippo_exp.config.keys import CONTINUING, meant_key
from hippo_exp.config.paths import config_folder
from hippo_exp.errors import ConfigError

_SECRET = re.compile(r"(key|secret|password)$", re.IGNORECASE)
"""What may hold a secret is not shown."""


def unknown_setting(key: str, value: Any, text: str, names: Sequence[str]) -> ConfigError:
    """The fault of a key that no settings class has.

    Args:
        key: dotted.
        value: as given.
        text: the override.
        names: all settings and groups.
    """
    near = meant_key(key, [name for name in names if name != key])
    if _SECRET.search(key):
        text, near = f"{key}=…", "llm.key_env, the NAME of the variable that holds the key"
    fix = f"did you mean {near}?" if near else "see --help for the settings"
    if key == "hydra":
        fix = "set one of Hydra's own, for example hydra.sweep.dir=DIR; see --hydra-help"
    if key.rsplit(".", 1)[-1] in CONTINUING and near:
        fix = _restart_advice(near, value)
    return ConfigError(f"unknown setting {key!r}", where=text, fix=fix)


def kind_faults(
    model: type[BaseModel],
    values: Mapping[str, Any],
    chosen: Mapping[str, str],
    unchosen: Sequence[str],
) -> dict[str, ConfigError | None]:
    """What is wrong with setting each key, given the kinds of the groups.

    Args:
        model: the settings class.
        values: dotted key -> value, keys that some kind has.
        chosen: group -> kind.
        unchosen: groups whose kind is not known.

    Returns:
        Key -> its fault; None where its group is not known, so that nothing can be said.
    """
    faults: dict[str, ConfigError | None] = {}
    for key, value in values.items():
        if key.partition(".")[0] in unchosen:
            faults[key] = None
            continue
        place = find_field(model, key, chosen)
        where = f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        if place is None:
            faults[key] = _elsewhere(model, key, where, chosen)
        elif place.fixed is not None:
            what = f"{key} is a label or a kind, not a setting"
            faults[key] = ConfigError(what, where=where, fix=place.fixed.fix)
    return faults


def _elsewhere(
    model: type[BaseModel], key: str, where: str, chosen: Mapping[str, str]
) -> ConfigError:
    group = key.partition(".")[0]
    kinds = kinds_of(model).get(group)
    if kinds is None:
        return ConfigError("a setting that has no effect here", where=where, fix="leave it out")
    tags = [tag for tag in kinds.models if find_field(model, key, {**chosen, group: tag})]
    what = f"a setting that has no effect here, where the {group} is of the {kinds.discriminator}"
    options = _options(group, kinds, tags)
    fix = f"it belongs to {' and '.join(tags)} ({group}={', '.join(options)})"
    return ConfigError(f"{what} {chosen[group]}", where=where, fix=fix)


def _options(group: str, kinds: Kinds, tags: Sequence[str]) -> list[str]:
    """The shipped options of some kinds."""
    found = []
    for path in sorted((config_folder() / group).glob("*.yaml")):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        section = content.get(group, content)
        if section.get(kinds.discriminator) in tags:
            found.append(path.stem)
    return found


def _restart_advice(near: str, value: Any) -> str:
    rule = f"the setting is {near}, the probability of going back: 1 - damping"
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1:
        return f"{rule}, so {near}={round(1 - value, 12):g} for a damping of {value:g}"
    return rule
