"""Composition, presets, rows and faults of the configuration."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from experiments_there import settings_classes
from settings_cases import faults, load

from hippo_exp.config import config_folder, row_settings, selected_rows
from hippo_exp.config.schema import (
    PPRSettings,
    RetrievalSettings,
)
from hippo_exp.errors import FaultListError

TABLES = [name for name, model in settings_classes().items() if model is RetrievalSettings]


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
    own = path.stem in ("synthetic", "custom") or path.stem.startswith("pathfinding_")
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
