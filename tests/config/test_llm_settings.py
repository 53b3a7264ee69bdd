"""Settings of language models, and what no dump holds."""

from __future__ import annotations

import pytest
import yaml
from settings_cases import faults, load

from hippo_exp.config import config_folder, row_settings
from hippo_exp.config.schema import (
    LLMSettings,
    RoleSettings,
    RolesSettings,
)

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
