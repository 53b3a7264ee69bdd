"""The schema and the shipped configurations agree: settings, defaults, fixed names."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from experiments_there import all_keys, configurations
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf
from settings_cases import load

from hippo_exp.config import config_folder
from hippo_exp.config.fields import find_field, kinds_of
from hippo_exp.config.keys import is_known
from hippo_exp.config.schema import (
    GeneratedSettings,
    RetrievalSettings,
)
from hippo_exp.pathfinding import SyntheticParameters


def shipped(group: str) -> dict[str, dict[str, Any]]:
    """Option -> its own section, for one group of the shipped configurations."""
    found = {}
    for path in sorted((config_folder() / group).glob("*.yaml")):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        found[path.stem] = content.get(group, content)
    return found


@pytest.mark.parametrize("group", sorted(kinds_of(RetrievalSettings)))
def test_every_kind_has_exactly_the_keys_of_its_shipped_files(group: str) -> None:
    """Both ways: no setting of the schema that no file shows, none in a file that nobody reads."""
    kinds = kinds_of(RetrievalSettings)[group]
    keys: dict[str, set[str]] = {}
    for option, section in shipped(group).items():
        kind = section[kinds.discriminator]
        unknown = section.keys() - kinds.models[kind].model_fields.keys()
        assert not unknown, f"{group}={option} has {unknown}"
        keys.setdefault(kind, set()).update(section)
    assert keys == {kind: set(model.model_fields) for kind, model in kinds.models.items()}


def test_every_key_of_the_schema_stands_in_the_shipped_configurations_and_the_reverse() -> None:
    """The groups without kinds and the settings at the top, of all settings classes."""
    leaves: set[str] = set()
    for name, model in configurations().items():
        llm = [f"llm={path.stem}" for path in sorted((config_folder() / "llm").glob("*.yaml"))]
        for choice in llm if "llm" in model.model_fields else [""]:
            leaves |= _leaves(_composed(name, [choice] if choice else []))
    known = all_keys()
    kinds = tuple(f"{group}." for group in kinds_of(RetrievalSettings))
    groups = {key.rpartition(".")[0] for key in known if not key.endswith(".*")}
    names = [key for key in known if not key.startswith(kinds) and not key.endswith(".*")]
    filled = {leaf.rpartition(".")[0] for leaf in leaves}
    assert {key for key in names if key not in groups} - leaves - filled == set()
    assert {key for key in leaves if not is_known(key, known)} == set()


def _composed(name: str, overrides: list[str]) -> dict[str, Any]:
    with initialize_config_dir(str(config_folder()), version_base="1.3"):
        plain = OmegaConf.to_container(compose(name, overrides=overrides))
    assert isinstance(plain, dict)
    return {str(key): value for key, value in plain.items()}


def _leaves(plain: dict[str, Any], prefix: str = "") -> set[str]:
    found: set[str] = set()
    for key, value in plain.items():
        inner = _leaves(value, f"{prefix}{key}.") if isinstance(value, dict) else set()
        found |= inner or {f"{prefix}{key}"}
    return found


def test_the_synthetic_data_set_s_defaults_are_the_generator_s() -> None:
    settings = load("table2").dataset
    assert isinstance(settings, GeneratedSettings)
    assert SyntheticParameters(**settings.synthetic.model_dump()) == SyntheticParameters()


def test_no_option_can_be_given_another_s_name() -> None:
    """What a table shows as a name is fixed, for every kind; one's own data have one's own name."""
    for group, kinds in kinds_of(RetrievalSettings).items():
        for kind, model in kinds.models.items():
            chosen = {"dataset": "musique", "encoder": "minilm", "expansion": "ppr", group: kind}
            for name in {kinds.discriminator, "name"} & model.model_fields.keys():
                place = find_field(RetrievalSettings, f"{group}.{name}", chosen)
                assert place is not None
                assert (place.fixed is None) == ((kind, name) == ("custom", "name"))
