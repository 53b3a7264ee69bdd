"""From overrides to typed settings, with every fault reported together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from omegaconf import OmegaConf
from pydantic import BaseModel, ValidationError

from hippo_exp.config.compose import plain_config
from hippo_exp.config.fields import kinds_of
from hippo_exp.config.invalid import invalid_settings
from hippo_exp.config.keys import known_keys
from hippo_exp.config.overrides import check_overrides, group_options
from hippo_exp.config.paths import config_folder
from hippo_exp.config.unknown import kind_faults
from hippo_exp.errors import FaultListError, HippoExpError

Model = TypeVar("Model", bound=BaseModel)


def load_settings(
    model: type[Model], config_name: str, overrides: Sequence[str], *, multirun: bool = False
) -> Model:
    """Compose a configuration and validate it.

    Args:
        model: the settings class of the experiment.
        config_name: for example ``experiment/table2``.
        overrides: Hydra overrides; of a swept one the first value is used.
        multirun: whether several values of one setting are a sweep, or a fault.

    Raises:
        FaultListError: all unknown keys, wrong options, wrong types and bad ranges together.
    """
    sound = sound_settings(model, config_name, overrides, multirun=multirun)
    if sound.faults:
        raise FaultListError(sound.faults)
    assert sound.settings is not None
    return sound.settings


@dataclass(frozen=True)
class Sound(Generic[Model]):
    """What can be told of a command line, wrong or not.

    Attributes:
        settings: the settings, with every wrong one as shipped, so that the rest can be checked;
            None where that is not possible.
        faults: of the wrong ones.
        unchosen: configuration groups of which no option could be chosen.
    """

    settings: Model | None
    faults: list[HippoExpError]
    unchosen: tuple[str, ...]


def sound_settings(
    model: type[Model], config_name: str, overrides: Sequence[str], *, multirun: bool = False
) -> Sound[Model]:
    """Compose and validate as :func:`load_settings`, with what is wrong left as shipped."""
    keys = known_keys(model)
    checked = check_overrides(
        overrides, keys, group_options(config_folder(), keys), multirun=multirun
    )
    faults, unchosen = checked.faults, tuple(checked.unchosen)
    try:
        plain = plain_config(config_name, checked.groups)
    except FaultListError as error:
        return Sound(None, [*faults, *error.errors], unchosen)
    try:
        if checked.hydra:
            plain_config(config_name, [*checked.groups, *checked.hydra])
    except FaultListError as error:
        faults.extend(error.errors)
    wrong = kind_faults(model, checked.values, _chosen(model, plain), checked.unchosen)
    faults.extend(fault for fault in wrong.values() if fault is not None)
    values = {key: value for key, value in checked.values.items() if key not in wrong}
    while True:
        try:
            settings = settings_from(model, _with_values(plain, values))
            return Sound(settings, faults, unchosen)
        except FaultListError as error:
            faults.extend(error.errors)
            places = [fault.where for fault in error.errors]
            kept = {key: value for key, value in values.items() if not _at(key, places)}
            if len(kept) == len(values):
                return Sound(None, faults, unchosen)
            values = kept


def _at(key: str, places: Sequence[str]) -> bool:
    """Whether a fault's place is the setting, a part of it, or what holds it."""
    return any(
        key == place or key.startswith(f"{place}.") or place.startswith(f"{key}.")
        for place in places
    )


def settings_from(model: type[Model], plain: Mapping[str, Any]) -> Model:
    """Validate plain values.

    Raises:
        FaultListError: one :class:`ConfigError` per fault, each naming the dotted key.
    """
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        raise FaultListError(invalid_settings(model, error)) from error


def _chosen(model: type[BaseModel], plain: Mapping[str, Any]) -> dict[str, str]:
    """Group -> its kind in the composed configuration."""
    return {group: plain[group][kinds.discriminator] for group, kinds in kinds_of(model).items()}


def _with_values(plain: Mapping[str, Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
    """A composed configuration with some values in place of its own; not to be changed."""
    if not values:
        return plain
    groups = dict.fromkeys(key.partition(".")[0] for key in values)
    if "${" in str(values):  # may name any other setting
        groups = dict.fromkeys([*plain, *groups])
    config = OmegaConf.create({group: plain[group] for group in groups if group in plain})
    for key, value in values.items():
        OmegaConf.update(config, key, value, merge=True, force_add=True)
    changed = OmegaConf.to_container(config, resolve=True)
    assert isinstance(changed, dict)
    return {**plain} | {str(key): value for key, value in changed.items()}
