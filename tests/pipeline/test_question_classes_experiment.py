"""The classes of a data set's questions end to end, their evidence, and Wilson's interval."""

from __future__ import annotations

import csv
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.cli.experiments import retrieval_experiment
from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import DataError, FaultListError
from hippo_exp.evaluation import wilson_interval
from hippo_exp.pipeline.classes.run import run_classes
from hippo_exp.pipeline.planning.preflight import retrieval_faults
from hippo_exp.reporting import audit, read_cells
from hippo_exp.reporting.by_hops import read_hops
from hippo_exp.types import Cell

CLEAN = [
    f"dataset.synthetic.{name}=0"
    for name in (
        *("missing_facts", "spurious_facts", "malformed_rows", "failed_passages"),
        *("literal_facts", "variant_rate", "query_variant_rate"),
    )
]
SMALL = ["dataset=synthetic", "dataset.synthetic.n_passages=300"]
SMALL += ["dataset.synthetic.n_questions=40"]


def settings_of(*overrides: str) -> RetrievalSettings:
    return load_settings(RetrievalSettings, "experiment/question_classes", list(overrides))


def run(place: Path, *overrides: str) -> Path:
    places = [f"out={place / 'out'}", f"cache.root={place / 'cache'}", "label=here"]
    run_classes(settings_of(*places, *overrides), "test")
    return place / "out" / "question_classes" / "here"


def cells_of(folder: Path) -> dict[str, Cell]:
    return {f"{cell.row}/{cell.metric}": cell for cell in read_cells(folder / "cells.csv")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(tmp_path_factory.mktemp("classes"), *SMALL, *CLEAN)


def test_without_faults_each_question_has_the_class_it_was_made_for(folder: Path) -> None:
    found = cells_of(folder)
    assert found["names/path_finding"].measured == 50.0
    assert found["names/path_following"].measured == 50.0
    assert found["names/neither"].measured == 0.0
    assert found["names/neither"].ci_high == pytest.approx(100 * wilson_interval(0, 40)[1])


def test_each_question_has_its_evidence(folder: Path) -> None:
    with (folder / "classes.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 4 * 40
    for line in lines:
        if line["label"] == "path_finding":
            assert line["meeting"]
            assert ";" not in line["meeting"]
            assert not line["finding"]
        if line["label"] == "path_following":
            assert line["chain"].startswith("passage-")
            assert not line["following"]
            assert line["finding"]
        if line["label"] == "neither":
            assert line["following"]
            assert line["finding"]
        assert (line["followable"] == "True") == (not line["following"])


def test_the_files_are_there_and_verify(folder: Path) -> None:
    for name in ("table.md", "classes.png", "by_hops.md", "by_hops.svg", "manifest.json"):
        assert (folder / name).is_file()
    text = (folder / "table.md").read_text("utf-8")
    assert "of a share by Wilson's score" in text
    assert "bootstrap" not in text
    assert "Wilson" in (folder / "by_hops.md").read_text("utf-8")
    groups = [g for g in read_hops(folder / "by_hops.csv") if g.metric == "neither"]
    assert sum(group.n for group in groups) == 4 * 40
    root = folder.parents[2]
    (root / "results").symlink_to(folder.parents[1])
    claim = "`question_classes/here/names/neither`"
    line = f"| {claim} | 0.0 | [0.0, {100 * wilson_interval(0, 40)[1]:.1f}] |"
    table = f"| claim | value | interval |\n|---|---|---|\n{line}\n"
    (root / "FINDINGS.md").write_text(table, encoding="utf-8")
    assert list(audit(root).faults) == []


def test_the_same_command_leaves_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = run(tmp_path, *SMALL, *CLEAN)
    for path in sorted(folder.iterdir()):
        if path.name != "manifest.json":
            assert path.read_bytes() == (again / path.name).read_bytes(), path.name


def test_rows_limits_and_dry_runs_are_obeyed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = run(tmp_path, *SMALL, "rows=[names]", "limit=7")
    assert {cell.n for cell in cells_of(folder).values()} == {7}
    assert "PARTIAL n=7 of 40" in (folder / "table.md").read_text("utf-8")
    run_classes(settings_of(*SMALL, "dry_run=true", f"out={tmp_path / 'none'}"), "test")
    assert "names_any_relation" in capsys.readouterr().out
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("override", "place"),
    [
        ("classes.many=1", "classes.many"),
        ("classes.within=7", "classes.within"),
        ("classes.relations=all", "classes.relations"),
    ],
)
def test_rules_out_of_range_are_refused(override: str, place: str) -> None:
    with pytest.raises(FaultListError) as caught:
        settings_of(*SMALL, override)
    assert [fault.where for fault in caught.value.errors] == [place]


def test_metrics_of_other_tables_and_unread_settings_are_refused() -> None:
    settings = settings_of(*SMALL, "experiment.metrics=[recall@5]", "expansion.restart_prob=0.3")
    found = [str(fault) for fault in retrieval_faults(settings)]
    assert any("recall@5 is no metric of this table" in text for text in found)
    assert any("no chosen row reads this setting [expansion" in text for text in found)
    assert retrieval_faults(settings_of(*SMALL, "classes.many=4", "synonymy.threshold=0.9")) == []


def test_it_runs_as_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = [f"out={tmp_path / 'out'}", f"cache.root={tmp_path / 'cache'}"]
    arguments = ["experiments.question_classes", *SMALL, *places, "rows=[names]"]
    monkeypatch.setattr("sys.argv", arguments)
    retrieval_experiment("question_classes")()
    assert (tmp_path / "out" / "question_classes" / "synthetic" / "table.md").is_file()


@given(n=st.integers(1, 200), data=st.data())
def test_wilson_solves_its_equation(n: int, data: st.DataObject) -> None:
    """Both ends are the shares at which the observed one is z standard errors away."""
    hits = data.draw(st.integers(0, n))
    z = 1.959963984540054
    low, high = wilson_interval(hits, n)
    assert 0.0 <= low <= hits / n <= high <= 1.0
    for end in (low, high):
        if 0.0 < end < 1.0:
            assert abs(hits / n - end) == pytest.approx(z * (end * (1 - end) / n) ** 0.5)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"), [(0, 10, 0.0, 0.2775), (81, 263, 0.2553, 0.3662)]
)
def test_wilson_on_published_examples(hits: int, n: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17, 1998, table I, method 3 (81 of 263)."""
    assert wilson_interval(hits, n) == pytest.approx((low, high), abs=6e-5)


def test_wilson_covers() -> None:
    """Exact coverage at 20 trials, mean over a grid of shares, is about 95 %."""
    shares = [number / 100 for number in range(5, 96)]
    covered = [
        sum(
            comb(20, hits) * share**hits * (1 - share) ** (20 - hits)
            for hits in range(21)
            if wilson_interval(hits, 20)[0] <= share <= wilson_interval(hits, 20)[1]
        )
        for share in shares
    ]
    assert sum(covered) / len(covered) == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize(("hits", "n"), [(0, 0), (-1, 5), (6, 5)])
def test_wilson_refuses_what_is_no_share(hits: int, n: int) -> None:
    with pytest.raises(DataError, match="is no share"):
        wilson_interval(hits, n)


@pytest.mark.real_data
@pytest.mark.xdist_group("musique_train")
def test_the_tuning_split_follows_paths(tmp_path: Path, data_root: Path) -> None:
    """Of 100 questions one is path-finding: two query entities meet in its answer, Frankfurt."""
    overrides = ["dataset=musique_train", f"data.root={data_root}", "rows=[names]"]
    folder = run(tmp_path, *overrides)
    found = cells_of(folder)
    assert found["names/path_finding"].measured == 1.0
    assert found["names/path_following"].measured == 39.0
    with (folder / "classes.csv").open(encoding="utf-8", newline="") as file:
        (finding,) = [line for line in csv.DictReader(file) if line["label"] == "path_finding"]
    assert finding["qid"] == "2hop__317733_558469"
    assert finding["meeting"] == "frankfurt"
