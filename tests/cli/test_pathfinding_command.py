"""``hippo-exp pathfinding``: files of the tiers, their published digests, and refusals."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

import pytest

from hippo_exp.cli import pathfinding
from hippo_exp.cli.main import main
from hippo_exp.config import load_settings
from hippo_exp.config.schema import BenchmarkSettings, RetrievalSettings
from hippo_exp.config.schema.benchmark import BenchmarkCorpusSettings
from hippo_exp.errors import FaultListError
from hippo_exp.pathfinding import BenchmarkParameters
from hippo_exp.pathfinding.benchmark.checks import HOPS, MOST_SHAPES, RANGES, RATES
from hippo_exp.pipeline.source.inputs import read_inputs

MOST_GOLD = 5


def options(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    pathfinding.add_pathfinding_command(parser.add_subparsers(dest="command"))
    return parser.parse_args(["pathfinding", *arguments])


@pytest.mark.parametrize("tier", pathfinding.TIERS)
def test_the_files_of_every_tier_are_the_published_ones(
    tier: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pathfinding.run_pathfinding(options("verify", tier))
    assert capsys.readouterr().out == f"pathfinding_{tier}  7 files generated and compared\n"


@pytest.mark.parametrize("tier", pathfinding.TIERS)
def test_every_tier_has_a_thousand_path_finding_questions(tier: str) -> None:
    """With at most five gold passages each, so that the true paths have recall@5 100."""
    chosen = load_settings(RetrievalSettings, "experiment/table2", [f"dataset=pathfinding_{tier}"])
    inputs = read_inputs(chosen)
    questions = inputs.dataset.questions
    assert inputs.dataset.name == f"pathfinding_{tier}"
    assert len(questions) == 1000
    assert {question.kind for question in questions} == {"path_finding"}
    assert min(len(q.gold) for q in questions) >= 2
    assert max(len(q.gold) for q in questions) <= MOST_GOLD
    assert len(inputs.generated["generator"].passages) == len(inputs.dataset.passages)


def test_a_changed_file_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = pathfinding.tier_settings("easy").model_copy(
        update={"sha256": {"corpus.jsonl": "0" * 64, "extra.json": "1" * 64}}
    )
    monkeypatch.setattr(pathfinding, "tier_settings", lambda tier: other)
    monkeypatch.setattr(pathfinding, "_exported", lambda *_: {"corpus.jsonl": "f" * 64})
    with pytest.raises(FaultListError) as caught:
        pathfinding.verify_tiers(["easy"])
    places = [error.where for error in caught.value.errors]
    assert places == ["pathfinding_easy, corpus.jsonl", "pathfinding_easy, extra.json"]
    assert caught.value.exit_code == 7


SMALL = ("n_passages=300", "n_questions=5", "hubs=0", "hub_questions=0")


def export(folder: Path, *more: str) -> list[str]:
    axes = [part for text in SMALL for part in ("--set", text)]
    pathfinding.run_pathfinding(options("export", "easy", "--to", str(folder), *axes, *more))
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_each_layout_has_a_folder_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = export(tmp_path)
    assert found == [
        *("beir/corpus.jsonl", "beir/qrels/test.tsv", "beir/queries.jsonl"),
        *("openie/openie.json", "openie/query_ner.json"),
        *("release/pathfinding_own.json", "release/pathfinding_own_corpus.json"),
    ]
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(found) + 1
    assert printed[-1] == f"pathfinding_own (not a published corpus) written to {tmp_path}"


def test_one_folder_that_the_harness_reads(tmp_path: Path) -> None:
    assert export(tmp_path, "--format", "beir", "openie") == [
        *("corpus.jsonl", "openie.json", "qrels/test.tsv", "queries.jsonl", "query_ner.json")
    ]
    chosen = ["dataset=custom", f"dataset.dir={tmp_path}"]
    inputs = read_inputs(load_settings(RetrievalSettings, "experiment/table2", chosen))
    assert len(inputs.dataset.questions) == 5
    assert all(question.entities for question in inputs.dataset.questions)
    assert not inputs.entities_missing


def test_two_corpora_cannot_share_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path)
    code = main(["pathfinding", "export", "easy", "--to", folder, "--format", "beir", "release"])
    assert code == 2
    assert "--format all" in capsys.readouterr().err


def test_all_wrong_axes_are_reported_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = ("n_passages=3", "distractor=4", "seeds=two", "variant_rate=7", "hops=[9]")
    axes = [part for text in wrong for part in ("--set", text)]
    assert main(["pathfinding", "export", "hard", "--to", str(tmp_path / "new"), *axes]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(wrong)
    assert any("did you mean dataset.pathfinding.distractors" in line for line in lines)
    assert not (tmp_path / "new").exists()


def test_an_unknown_tier_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pathfinding", "verify", "hardest"]) == 2
    assert "choose of easy, medium, hard" in capsys.readouterr().err


def test_the_settings_of_the_tiers_are_the_generator_s_axes_with_its_ranges() -> None:
    names = [item.name for item in fields(BenchmarkParameters)]
    for tier in pathfinding.TIERS:
        settings = pathfinding.tier_settings(tier)
        assert isinstance(settings, BenchmarkSettings)
        assert list(settings.pathfinding.model_dump()) == names
        assert len(settings.sha256) == 7
    shown = BenchmarkCorpusSettings.model_json_schema()["properties"]
    for name, (low, high) in (RANGES | dict.fromkeys(RATES, (0, 1))).items():
        assert (shown[name]["minimum"], shown[name]["maximum"]) == (low, high)
    assert shown["hops"]["maxItems"] == MOST_SHAPES
    number, per_seed = shown["hops"]["items"]["anyOf"]
    assert (number["minimum"], number["maximum"]) == HOPS
    assert (per_seed["minItems"], per_seed["maxItems"]) == RANGES["seeds"]
