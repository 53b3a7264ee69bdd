"""The configuration reference is what the schema says."""

from __future__ import annotations

from pathlib import Path

from hippo_exp.config.keys import known_keys
from hippo_exp.config.reference import reference_page
from hippo_exp.config.schema import RetrievalSettings

PAGE = Path(__file__).resolve().parents[2] / "docs" / "configuration.md"


def test_the_page_is_up_to_date() -> None:
    fix = "hippo-exp settings > docs/configuration.md"
    assert PAGE.read_text("utf-8") == reference_page(), fix


def test_settings_have_values_defaults_and_words() -> None:
    text = reference_page()
    assert "| `expansion.restart_prob` | a number from 0.001 to 1 | `0.5` |" in text
    assert "| `cells.fail_fast` | true or false | `false` | the first cell that fails" in text
    assert "experiment.rows" not in text


def test_no_setting_that_can_be_set_is_left_out() -> None:
    text = reference_page()
    groups = ("cells", "cache", "evaluation", "graph", "synonymy", "retriever")
    keys = [key for key in known_keys(RetrievalSettings) if key.split(".")[0] in groups]
    leaves = [key for key in keys if not any(other.startswith(f"{key}.") for other in keys)]
    assert [key for key in leaves if f"`{key.removesuffix('.*')}`" not in text] == []
