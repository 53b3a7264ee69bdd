"""The command that a page prints: it can be typed, and shows no place of this machine."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from hippo_exp.cli.extract import command as extract_command
from hippo_exp.cli.runner import command_of
from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings


def test_the_folder_of_one_s_own_data_has_a_place_in_it(tmp_path: Path) -> None:
    made = command_of(
        "table2",
        ["dataset=custom", f"dataset.dir={tmp_path}", "dataset.name=mine", "out=x", "limit=3"],
    )
    assert made == (
        "python -m experiments.table2 dataset=custom dataset.dir=FOLDER dataset.name=mine limit=3"
    )
    typed = [text.replace("FOLDER", str(tmp_path)) for text in shlex.split(made)[3:]]
    settings = load_settings(RetrievalSettings, "experiment/table2", typed)
    assert settings.dataset.dir == str(tmp_path)


@pytest.mark.parametrize("dataset", ["synthetic", "musique_train"])
def test_shipped_data_need_none(dataset: str) -> None:
    made = command_of("table2", [f"dataset={dataset}", "dataset.dir=/data/x", "data.root=/data"])
    assert made == f"python -m experiments.table2 dataset={dataset}"


def test_of_an_extraction_too(tmp_path: Path) -> None:
    made = extract_command(["dataset=custom", f"dataset.dir={tmp_path}", "llm=local", "to=x"])
    assert made == "hippo-exp extract dataset=custom dataset.dir=FOLDER llm=local"
