"""Composition, presets, rows and faults of the configuration."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from experiments_there import all_keys, configurations, settings_classes
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf

from hippo_exp.config import config_folder, load_settings, row_settings, selected_rows
from hippo_exp.config.fields import find_field, kinds_of
from hippo_exp.config.keys import is_known
from hippo_exp.config.schema import (
    GeneratedSettings,
    LLMSettings,
    PathfindingSettings,
    PPRSettings,
    RetrievalSettings,
    RoleSettings,
    RolesSettings,
)
from hippo_exp.errors import FaultListError
from hippo_exp.pathfinding import SyntheticParameters

TABLES = [name for name, model in settings_classes().items() if model is RetrievalSettings]


def load(name: str, *overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, f"experiment/{name}", overrides)


def faults(name: str, *overrides: str) -> list[str]:
    model: Any = PathfindingSettings if name == "pathfinding" else RetrievalSettings
    with pytest.raises(FaultListError) as caught:
        load_settings(model, f"experiment/{name}", overrides)
    return [str(error) for error in caught.value.errors]


@pytest.mark.parametrize("name", TABLES)
def test_every_experiment_composes_and_every_row_validates(name: str) -> None:
    settings = load(name)
    ids = [row.id for row in settings.experiment.rows]
    assert len(ids) == len(dict.fromkeys(ids))
    for row in settings.experiment.rows:
        row_settings(settings, row)


@pytest.mark.parametrize("path", sorted((config_folder() / "dataset").glob("*.yaml")))
def test_every_dataset_composes(path: Path) -> None:
    settings = load("table2", f"dataset={path.stem}")
    assert settings.dataset.name == path.stem
    own = path.stem in ("synthetic", "custom")
    assert settings.preset.name == ("clean" if own else "paper")


def test_preset_paper_sets_every_difference() -> None:
    settings = load("table5", "dataset=musique_train")
    assert settings.graph.normalizer == "paper"
    assert settings.graph.fact_weight == "per_direction"
    assert settings.graph.synonym_merge == "replace"
    assert settings.synonymy.max_neighbors == 101
    assert settings.retriever.ties == "last"
    assert settings.retriever.hipporag.no_entity == "uniform"
    assert settings.evaluation.decimals == 4


def test_the_command_line_wins_over_the_dataset_s_preset() -> None:
    settings = load("table5", "dataset=musique_train", "preset=clean", "synonymy.max_neighbors=7")
    assert settings.graph.normalizer == "clean"
    assert settings.synonymy.max_neighbors == 7


def test_rows_change_only_what_they_name() -> None:
    settings = load("table5", "expansion.restart_prob=0.3")
    rows = {row.id: row_settings(settings, row) for row in settings.experiment.rows}
    assert rows["without_node_specificity"].retriever.hipporag.node_specificity is False
    assert rows["without_synonymy"].synonymy.enabled is False
    assert rows["query_nodes_only"].expansion.kind == "query_nodes"
    full = rows["hipporag"]
    assert isinstance(full.expansion, PPRSettings)
    assert full.expansion.restart_prob == 0.3
    changed = rows["without_synonymy"].model_dump()
    changed["synonymy"]["enabled"] = True
    assert changed == full.model_dump()


def test_a_bare_number_is_a_name_where_a_name_is_meant() -> None:
    assert load("table2", "dataset=custom", "dataset.name=1106").dataset.name == "1106"
    assert load("table2", "dataset=custom", "dataset.name='1106'").dataset.name == "1106"


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("dataset=musique_trian", "did you mean musique_train"),
        ("encoder=minlm", "did you mean minilm"),
        ("preset=papr", "did you mean paper"),
        ("expansion=pprr", "did you mean ppr"),
        ("openie=gpt", "there are: default, gpt35"),
        ("retreiver.bm25.k1=1", "did you mean retriever.bm25.k1"),
        ("restart_prob=0.3", "did you mean expansion.restart_prob"),
        ("+restart_prob=0.3", "did you mean expansion.restart_prob"),
        ("++damping=0.3", "unknown setting 'damping'"),
        ("threshold=0.8", "did you mean"),
        ("expansion.restart_prob=0", "greater than or equal to 0.001"),
        ("expansion.restart_prob=1.5", "less than or equal to 1"),
        ("expansion.restart_prob=half", "valid number"),
        ("expansion.restart_prob=true", "valid number"),
        ("expansion.restart_prob=null", "valid number"),
        ("expansion.levels=2", "no effect here"),
        ("synonymy.threshold=-0.5", "greater than 0"),
        ("synonymy.max_neighbors=1.5", "valid integer"),
        ("synonymy.alnum=latin", "'ascii' or 'unicode'"),
        ("retriever.bm25.b=2", "less than or equal to 1"),
        ("retriever.hipporag.no_entity=nothing", "'uniform', 'dense'"),
        ("retriever=bm25", "is a group of settings"),
        ("encoder.model=x", "no effect here"),
        ("encoder.ngram_min=9", "ngram_min (9) exceeds ngram_max (5)"),
        ("limit=0", "greater than or equal to 1"),
        ("seed=-1", "greater than or equal to 0"),
        ("seed=one", "valid integer"),
        ("label=a/b", "match pattern"),
        ("query_ner=llm", "'file' or 'capitalized'"),
        ("dataset.synthetic.n_passages=many", "valid integer"),
        ("~dataset", "cannot be removed"),
        ("rows=[bm25", "cannot read the override"),
        ("evaluation.confidence=0.9", "unknown setting"),
        ("experiment.metrics=[]", "at least 1 item"),
        ("dataset.format=musique", "choose the dataset with dataset=NAME"),
    ],
)
def test_a_bad_override_is_one_line_with_a_remedy(override: str, expected: str) -> None:
    (fault,) = faults("table2", override)
    assert expected in fault
    assert "\n" not in fault


def test_all_faults_come_together_within_a_second() -> None:
    load("table2")
    start = time.perf_counter()
    found = faults("table5", "retreiver=bm25", "+damping=0.3", "limit=0", "encoder=x", "seed=x")
    assert time.perf_counter() - start < 1.0
    assert len(found) == 5


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("hops=[0]", "greater than or equal to 1"),
        ("hops=[]", "at least 1 item"),
        ("n_instances=0", "greater than or equal to 1"),
        ("instance.missing=1", "less than 1"),
        ("instance.seed=3", "did you mean instance.seeds"),
        ("dataset=synthetic", "unknown setting 'dataset'"),
    ],
)
def test_bad_pathfinding_settings(override: str, expected: str) -> None:
    assert any(expected in fault for fault in faults("pathfinding", override))


def test_unknown_row_is_named_with_the_nearest() -> None:
    settings = load("table2", "rows=[bm52,hipporag]")
    with pytest.raises(FaultListError, match="did you mean bm25"):
        selected_rows(settings)


def test_rows_keep_the_experiment_s_order() -> None:
    settings = load("table2", "rows=[hipporag,bm25]")
    assert [row.id for row in selected_rows(settings)] == ["bm25", "hipporag"]


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


LLM_KEYS = {
    path.stem: yaml.safe_load(path.read_text()) for path in (config_folder() / "llm").glob("*.yaml")
}


@pytest.mark.parametrize("name", sorted(LLM_KEYS))
def test_every_language_model_shows_every_setting(name: str) -> None:
    """Values that a shipped file leaves out would be chosen where nobody looks."""
    assert set(LLM_KEYS[name]) == set(LLMSettings.model_fields)
    for role in RolesSettings.model_fields:
        assert set(LLM_KEYS[name]["roles"][role]) == set(RoleSettings.model_fields)
    assert LLM_KEYS[name]["name"] == name


def test_places_and_money_stand_in_no_dump() -> None:
    settings = load("table3", "llm=openai", "llm.base_url=http://10.1.2.3/v1", "llm.budget_usd=77")
    text = str(settings.model_dump(mode="json"))
    assert "gpt-3.5-turbo-1106" in text
    assert not any(part in text for part in ("10.1.2.3", "77", "OPENAI_API_KEY", "confirm"))
    row = row_settings(settings, settings.experiment.rows[3])
    assert row.llm is not None
    assert (row.llm.base_url, row.llm.budget_usd) == ("http://10.1.2.3/v1", 77.0)


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("llm=locl", "did you mean local"),
        ("llm.model=x", "no language model is chosen [llm]: add llm=local"),
        ("+llm.temperature=3", "no language model is chosen"),
        ("llm.api_key=sk-1", "did you mean llm.key_env"),
    ],
)
def test_a_language_model_that_is_not_chosen(override: str, expected: str) -> None:
    (fault,) = faults("table3", override)
    assert expected in fault
    assert "sk-1" not in fault


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("llm.key_env=sk-0123", "not the name of an environment variable (not shown"),
        ("llm.max_tokens=2000", "2000 tokens exceed max_tokens_ceiling (1024) [llm.max_tokens]"),
        ("llm.roles.reading.max_tokens=2000", "[llm.roles.reading.max_tokens]"),
        ("llm.usd_input=1", "a price has two parts [llm.usd_output]"),
        ("llm.temperature=3", "less than or equal to 2"),
        ("llm.concurrency=0", "greater than or equal to 1"),
        ("llm.format=xml", "'json_schema', 'json_object' or 'text'"),
        ("llm.mode=reply", "'call' or 'replay'"),
        ("llm.name=mine", "choose one with llm=NAME"),
        ("ircot.steps.musique=0", "greater than or equal to 1"),
        ("ircot.top_k=0", "greater than or equal to 1"),
    ],
)
def test_wrong_settings_of_a_language_model(override: str, expected: str) -> None:
    (fault,) = faults("table3", "llm=local", override)
    assert expected in fault
    assert "sk-0123" not in fault
