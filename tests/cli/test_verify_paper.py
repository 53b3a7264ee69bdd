"""``results/paper`` is checked against the tables' own results, line by line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from toy_release import SIZES, write_release

from hippo_exp.cli.main import main
from hippo_exp.config import load_settings
from hippo_exp.config.schema import PaperSettings
from hippo_exp.pipeline.paper.cost import cost_sentence
from hippo_exp.pipeline.paper.recheck import report_faults
from hippo_exp.pipeline.paper.run import run_paper
from hippo_exp.pipeline.recorded import stale_faults
from hippo_exp.storage import digest_bytes

COMMAND = (
    "python -m experiments.paper 'rows=[bm25,raptor]' 'tables=[table2,table8]' "
    "bootstrap_resamples=200 permutation_resamples=199"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A results tree with a report, made from a toy release."""
    folder = tmp_path_factory.mktemp("paper")
    index = write_release(folder)
    fetched = ["data", "fetch", *SIZES, "--root", folder / "data"]
    fetched += ["--mirror", folder, "--index", index]
    assert main(list(map(str, fetched))) == 0
    places = [f"out={folder / 'out'}", f"cache.root={folder / 'cache'}"]
    choice = ["rows=[bm25,raptor]", "tables=[table2,table8]", f"data.root={folder / 'data'}"]
    quick = ["bootstrap_resamples=200", "permutation_resamples=199"]
    settings = load_settings(PaperSettings, "experiment/paper", [*choice, *quick, *places])
    run_paper(settings, COMMAND)
    return folder / "out"


@pytest.fixture
def results(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "results")


def texts(results: Path) -> list[str]:
    return [str(fault) for fault in report_faults(results)]


def change(results: Path, name: str, before: str, after: str) -> None:
    """Change a file of the report, and its digest in the manifest with it."""
    path = results / name
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    manifest = results / "paper/manifest.json"
    content = json.loads(manifest.read_text(encoding="utf-8"))
    if name.startswith("paper/"):
        content["files"][path.name] = digest_bytes(path.read_bytes())
        manifest.write_text(json.dumps(content), encoding="utf-8")


def test_what_was_made_verifies(results: Path) -> None:
    assert texts(results) == []
    manifest = json.loads((results / "paper/manifest.json").read_text(encoding="utf-8"))
    assert manifest["command"] == COMMAND
    assert manifest["folders"] == [f"table2/{name}-paper" for name in SIZES]
    assert set(manifest["files"]) == {"cells.csv", "report.md"}


def test_a_table_without_rows_is_not_shown(results: Path) -> None:
    page = (results / "paper/report.md").read_text(encoding="utf-8")
    assert "## Table 2" in page
    assert "Table 8" not in page
    assert "| row |  |" not in page


def test_the_cost_of_a_language_model_is_told_with_its_source(results: Path) -> None:
    page = (results / "paper/report.md").read_text(encoding="utf-8")
    assert "unknown" not in page
    assert "gpt-3.5-turbo-1106 costs 1 USD per million tokens of prompts and 2 USD" in page
    found = cost_sentence(["ircot_bm25", "ircot_hipporag_colbertv2"])
    assert found.startswith(
        "Money and time: 1 to 3 USD and 20 to 40 minutes (IRCoT, 1,000 queries, the paper's "
        "table 17); 0 USD and 7 minutes (IRCoT, 10,000 passages, the paper's table 18)"
    )


def test_a_changed_cell_of_a_table_is_found(results: Path) -> None:
    name = f"table2/{next(iter(SIZES))}-paper/cells.csv"
    change(results, name, ",75.0,", ",76.0,")
    assert any(
        "is not that of the table's own results [paper/cells.csv]" in x for x in texts(results)
    )


def test_a_changed_average_is_found(results: Path) -> None:
    lines = (results / "paper/cells.csv").read_text(encoding="utf-8").splitlines()
    line = next(line for line in lines if ",average," in line and ",75.0," in line)
    change(results, "paper/cells.csv", line, line.replace("75.0", "50.0"))
    assert any("the averages of table2 are not those of its cells" in x for x in texts(results))


def test_a_changed_line_of_the_report_is_found(results: Path) -> None:
    change(results, "paper/report.md", "| BM25 | 56.3", "| BM25 | 98.0")
    (fault,) = texts(results)
    assert "the report lacks the line '| BM25 | 56.3" in fault
    assert "[paper/report.md]" in fault


def test_a_file_that_is_not_the_manifest_s_is_found(results: Path) -> None:
    path = results / "paper/report.md"
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    (fault,) = texts(results)
    assert "not the one of the manifest [paper/report.md]" in fault


def test_a_report_without_a_manifest_is_found(results: Path) -> None:
    (results / "paper/manifest.json").unlink()
    assert len(texts(results)) == 1


def test_stale_results_are_told_by_their_command(results: Path) -> None:
    for path in results.rglob("manifest.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        content["environment"]["git"] = {"commit": "0" * 40, "dirty": False}
        path.write_text(json.dumps(content), encoding="utf-8")
    assert stale_faults(results) == []
    path = results / f"table2/{next(iter(SIZES))}-paper/manifest.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["config"]["retriever"]["bm25"]["k1"] = 9.0
    content["environment"]["git"]["dirty"] = True
    path.write_text(json.dumps(content), encoding="utf-8")
    dirty, stale = map(str, stale_faults(results))
    assert "uncommitted changes (dirty: true) [table2/" in dirty
    assert "stale: its command gives other settings now (retriever.bm25.k1) [table2/" in stale


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("python -m experiments.pathfinding", ""),
        ("python -m experiments.pathfinding n_instances=7", "settings now (n_instances)"),
        ("python -m experiments.pathfinding n_insances=7", "its command is refused now"),
        ("python -m experiments.table2 checkpoints.gtr=FOLDER/gtr", ""),
    ],
)
def test_a_command_is_compared_with_the_settings_beside_it(
    tmp_path: Path, command: str, expected: str
) -> None:
    from hippo_exp.config.schema import PathfindingSettings
    from hippo_exp.pipeline.pages.guard import recorded_settings

    settings = load_settings(PathfindingSettings, "experiment/pathfinding", [])
    folder = tmp_path / "pathfinding/instances"
    folder.mkdir(parents=True)
    manifest = {"schema": "hippo_exp.results/1", "command": command}
    manifest |= {"config": recorded_settings(settings), "environment": {"git": None}}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    found = [str(fault) for fault in stale_faults(tmp_path)]
    assert len(found) == bool(expected)
    assert not expected or expected in found[0]
