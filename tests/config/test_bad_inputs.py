"""Bad command lines through the real command: exit code, one line per fault, nothing written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hippo_exp.cli.experiments import pathfinding_experiment, retrieval_experiment

BAD = [
    # command lines that Hydra itself cannot read
    ("a=[1", "cannot read the override", "write NAME=VALUE"),
    ("rows=[bm25", "cannot read the override", "write NAME=VALUE"),
    ("limit=3,", "cannot read the override (its value ends too early)", "write NAME=VALUE"),
    ("=3", "not a setting with a value", "write NAME=VALUE"),
    ("+x", "not a setting with a value", "write NAME=VALUE"),
    ("synthetic", "not a setting with a value", "did you mean dataset=synthetic?"),
    ("~x", "cannot be removed", "set another value"),
    ("~dataset", "cannot be removed", "set another value"),
    ("encoder@other=minilm", "one place only", "write encoder=VALUE"),
    ("seed=${oc.env:HOME}", "no value is read from elsewhere", "write the value itself"),
    ("limit=1,2", "several values without -m", "put -m first"),
    ("encoder=[char_ngram,gtr]", "no encoder is named", "there are: char_ngram"),
    ("encoder=null", "no encoder is named", "there are: char_ngram"),
    ("--frobnicate", "unrecognized arguments: --frobnicate", "see --help"),
    ("--config-name=other", "its own configuration only", "set values with NAME=VALUE"),
    # Hydra's settings, and what only looks like them
    ("hydrate=1", "unknown setting 'hydrate'", "see --help"),
    ("hydra=1", "unknown setting 'hydra'", "hydra.sweep.dir=DIR"),
    ("hydra/launcher=nope", "Could not find 'hydra/launcher/nope'", "there are: basic"),
    ("hydra.swep.dir=x", "Could not override 'hydra.swep.dir'", "see --hydra-help"),
    ("hydra.mode=FOO", "Invalid value 'FOO'", "see --hydra-help"),
    ("~hydra.foo", "'hydra.foo' does not exist", "see --hydra-help"),
    # unknown settings and what other code calls them
    ("damping=0.85", "unknown setting", "1 - damping, so expansion.restart_prob=0.15"),
    ("++ppr.damping=0.85", "unknown setting", "so expansion.restart_prob=0.15"),
    ("graph.damping=0.5", "unknown setting", "so expansion.restart_prob=0.5"),
    ("expansion.damping=high", "unknown setting", "1 - damping"),
    ("retriever.hipporag.alpha=0.9", "unknown setting", "so expansion.restart_prob=0.1"),
    ("retreiver.bm25.k1=1", "unknown setting", "did you mean retriever.bm25.k1?"),
    ("graph={normaliser: clean}", "unknown setting 'graph.normaliser'", "graph.normalizer?"),
    # labels and kinds
    ("preset.name=foo", "a label or a kind", "preset=clean or preset=recommended"),
    ("preset={name: paper}", "a label or a kind", "preset=clean or preset=recommended"),
    ("encoder.name=foo", "a label or a kind", "encoder=NAME"),
    ("encoder.kind=minilm", "a label or a kind", "encoder=NAME"),
    ("expansion.kind=query_nodes", "a label or a kind", "expansion=NAME"),
    ("dataset.name=musique", "a label or a kind", "dataset=NAME"),
    ("dataset.format=musique", "a label or a kind", "dataset=NAME"),
    ("dataset.licence=mine", "a label or a kind", "configs/dataset/NAME.yaml"),
    ("experiment.title=Other", "a label or a kind", "configs/experiment/NAME.yaml"),
    ("experiment.paper_table=table5", "a label or a kind", "configs/experiment/NAME.yaml"),
    ("experiment.layout=grid", "a label or a kind", "configs/experiment/NAME.yaml"),
    ("experiment.rows=[{id: bm25}]", "a label or a kind", "rows=[a,b]"),
    # settings of another kind, and settings that nothing reads
    ("dataset.gold_unit=title", "no effect here", "musique and supporting_facts and custom"),
    ("dataset.dir=/tmp", "no effect here", "it belongs to musique and supporting_facts and custom"),
    ("dataset.gold_source_prefix=x", "no effect here", "supporting_facts (dataset=2wiki"),
    ("dataset.paper=musique", "no effect here", "it belongs to musique and supporting_facts"),
    ("encoder.model=x", "of the kind char_ngram", "it belongs to sentence_transformer"),
    ("expansion.levels=2", "of the kind ppr", "(expansion=query_nodes_and_neighbors,"),
    ("retriever.ensemble.weight=0.2", "no chosen row reads this", "rows of hipporag_ensemble"),
    # values
    ("expansion.restart_prob=0", "greater than or equal to 0.001", "a number from 0.001 to 1"),
    ("synonymy.threshold=0", "greater than 0", "a number above 0 and at most 1"),
    ("limit=0", "greater than or equal to 1", "give a whole number from 1 or null"),
    ("seed=one", "valid integer", "a whole number from 0 below"),
    ("strict=maybe", "valid boolean", "give true or false"),
    ("synonymy.alnum=asci", "not 'asci'", "did you mean ascii? give one of ascii, unicode"),
    (
        "retriever.hipporag.node_specificity=tf",
        "not 'tf' [retriever.hipporag.node_specificity]",
        "give true or false or idf",
    ),
    ("rows=bm25", "a list, not 'bm25'", "give a list [a,b]"),
    ("rows=[bm52]", "no row is named 'bm52'", "did you mean bm25?"),
    ("rows=[passage_nodes]", "no row is named", "it is a row of preset=recommended"),
    ("rows=[]", "no row is chosen", "leave rows out"),
    ("label=a/b", "match pattern", "give a name of the pattern"),
    ("experiment.baseline=hiporag", "no row is named", "did you mean hipporag?"),
    ("experiment.baseline=nope", "no row is named 'nope'", "the rows are: bm25, dense"),
    ("experiment.against={bm25:[dense]}", "part of configs/experiment/NAME.yaml", "choose rows"),
    ("experiment.metrics=[recal@5]", "unknown measure", "did you mean recall@k?"),
    ("encoder.ngram_min=9", "exceeds ngram_max (5)", "set encoder.ngram_min to at most 5"),
    ("retriever=bm25", "is a group of settings", "retriever.bm25"),
    ("dataset.synthetic.n_passages=-1", "n_passages", "give a value from 200 to"),
    ("out=", "not a path", "write the path in full"),
]


def refused(capsys: pytest.CaptureFixture[str], command: object, *arguments: str) -> list[str]:
    """The lines of a command that must fail with code 2, before it does anything."""
    assert callable(command)
    before, sys.argv = sys.argv, ["command", *arguments]
    try:
        with pytest.raises(SystemExit) as caught:
            command()
    finally:
        sys.argv = before
    captured = capsys.readouterr()
    assert caught.value.code == 2, captured.err
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert lines
    assert all(line.startswith("error: ") for line in lines), lines
    return lines


@pytest.mark.parametrize(("override", "what", "fix"), BAD)
def test_one_line_says_what_where_and_how_to_mend_it(
    override: str,
    what: str,
    fix: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (line,) = refused(capsys, retrieval_experiment("table2"), override)
    assert what in line
    place, _, remedy = line.partition("]: ")
    assert " [" in place
    assert fix in remedy
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("override", "what", "fix"),
    [
        ("hops=[0]", "greater than or equal to 1", "a whole number from 1 to 16"),
        ("hops=[[0]]", "hops", "a list [a,b] of at least 1"),
        ("hops=[]", "at least 1 item", "a list [a,b] of at least 1"),
        ("instance.missing=1", "less than 1", "a number from 0 below 1"),
        ("instance.seed=3", "unknown setting", "did you mean instance.seeds?"),
        ("instance.hub_degree=3", "no effect without hubs", "instance.hubs=N"),
        ("damping=0.9", "unknown setting", "so restart_prob=0.1"),
        ("dataset=synthetic", "unknown setting", "see --help"),
        ("rows=[pppr]", "pppr", "did you mean ppr?"),
    ],
)
def test_the_study_refuses_in_the_same_way(
    override: str,
    what: str,
    fix: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (line,) = refused(capsys, pathfinding_experiment(), override)
    assert what in line
    assert fix in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("dataset=custom", "dataset.trim_titles=true"), "no effect here"),
        (("dataset=musique_train", "dataset.gold_source_prefix=x"), "it belongs to supporting"),
        (("dataset=musique_train", "dataset.synthetic.seed=3"), "(dataset=synthetic)"),
        (("dataset=musique_train", "dataset.split=dev"), "it belongs to custom (dataset=custom)"),
        (("dataset=custom", "dataset.name=Musique"), "the name of a shipped data set"),
        (("dataset=musique_train", "dataset.folder=/x"), "dataset.dir=FOLDER"),
        (("dataset=musique_train", "dataset.files.questions.file=/x"), "in the data set's folder"),
        (("encoder=gtr", "encoder.ngram_max=3"), "(encoder=char_ngram)"),
        (("encoder=gtr", "encoder=char_ngram"), "encoder is chosen twice"),
        (("encoder=minlm", "encoder.batch_size=3"), "did you mean minilm?"),
        (("rows=[bm25]", "encoder.ngram_max=4"), "no chosen row reads this setting"),
        (("-m", "limit=3,0"), "give a whole number from 1 or null"),
        (("--help", "encoder=minlm"), "did you mean minilm?"),
        (("--cfg", "job", "encoder=minlm"), "did you mean minilm?"),
    ],
)
def test_settings_that_do_not_go_together_are_one_fault(
    arguments: tuple[str, ...],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HIPPO_EXP_DATA", str(tmp_path / "nowhere"))
    lines = refused(capsys, retrieval_experiment("table2"), *arguments)
    # A data set without files has their faults besides.
    about = [line for line in lines if "missing data file" not in line and "a folder" not in line]
    assert len(about) == 1
    assert expected in about[0]
    assert list(tmp_path.iterdir()) == []


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HIPPO_EXP_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "experiments.pathfinding", "n_instances=2", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=folder, check=False
    )


def test_hydra_s_own_settings_still_work(tmp_path: Path) -> None:
    done = run(
        tmp_path, "-m", "hops=[1],[2]", "hydra/launcher=basic", "hydra.sweep.dir=sweeps",
        "hydra.sweep.subdir=p${hydra.job.num}", "+hydra.job.env_set.X=1", "out=out",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "out/pathfinding").iterdir())) == 2


def test_a_process_of_its_own_ends_with_the_code_too(tmp_path: Path) -> None:
    done = run(tmp_path, "hydra/launcher=nope", "damping=0.1", "hops=[0]")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 3
    assert list(tmp_path.iterdir()) == []
