"""From overrides to typed settings, with every fault reported together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.errors import HydraException
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from pydantic import BaseModel, ValidationError

from hippo_exp.config.keys import known_keys, nearest
from hippo_exp.config.overrides import check_overrides, group_options
from hippo_exp.config.paths import config_folder
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError

Model = TypeVar("Model", bound=BaseModel)

# The kinds that pydantic puts into the place of a fault inside a discriminated union.
_KINDS = (
    *("char_ngram", "minilm", "sentence_transformer"),
    *("ppr", "query_nodes", "query_nodes_and_neighbors"),
)


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
    keys = known_keys(model)
    checked = check_overrides(
        overrides, keys, group_options(config_folder(), keys), multirun=multirun
    )
    faults = checked.faults
    try:
        plain = _compose(config_name, checked.groups, checked.values)
        settings = settings_from(model, plain)
    except FaultListError as error:
        faults.extend(error.errors)
    except (HydraException, OmegaConfBaseException) as error:
        reason = str(error).splitlines()[0]
        faults.append(ConfigError(f"the configuration does not compose ({reason})"))
    if faults:
        raise FaultListError(faults)
    return settings


def settings_from(model: type[Model], plain: Mapping[str, Any]) -> Model:
    """Validate plain values.

    Raises:
        FaultListError: one :class:`ConfigError` per fault, each naming the dotted key.
    """
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        keys = known_keys(model)
        raise FaultListError(
            [_fault(dict(item), keys) for item in error.errors(include_url=False)]
        ) from error


def _compose(
    config_name: str, groups: Sequence[str], values: Mapping[str, Any]
) -> Mapping[str, Any]:
    active = GlobalHydra.instance()
    before = active.hydra
    active.clear()
    try:
        with initialize_config_dir(str(config_folder()), version_base="1.3"):
            config = compose(config_name, overrides=list(groups))
    finally:
        active.hydra = before
    OmegaConf.set_struct(config, False)
    for key, value in values.items():
        OmegaConf.update(config, key, value, merge=True, force_add=True)
    plain = OmegaConf.to_container(config, resolve=True)
    assert isinstance(plain, dict)
    return {str(key): value for key, value in plain.items()}


def _fault(item: Mapping[str, Any], keys: Sequence[str]) -> HippoExpError:
    key = ".".join(str(part) for part in item["loc"] if part not in _KINDS)
    if item["type"] == "extra_forbidden":
        near = nearest(key, [other for other in keys if other != key])
        fix = f"did you mean {near}?" if near else "remove it"
        return ConfigError("a setting that has no effect here", where=key, fix=fix)
    message = str(item["msg"]).removeprefix("Value error, ")
    given = item.get("input")
    shown = f", not {given!r}" if isinstance(given, str | int | float | bool | None) else ""
    return ConfigError(message[:1].lower() + message[1:] + shown, where=key, fix="change it")
