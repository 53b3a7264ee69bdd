"""Each benchmark in its quick form, once, and what it leaves."""

from __future__ import annotations

import csv
import functools
import importlib
import importlib.util
import json
import statistics
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from benchmarks.harness.records import COLUMNS, read_cells
from hippo_exp.reporting.recheck import recheck_folder

NAMES = ("ppr", "ppr_batch", "synonymy", "end_to_end", "scale", "incremental", "beyond", "sweep")
ABSENT = "sknetwork"
ABSENT_NAME = "scikit-network"


@pytest.fixture(scope="session")
def run_quick(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Runs a benchmark once and gives its folder; the package ``sknetwork`` is hidden from it.

    OpenMP and BLAS are held to one thread, because threads that wait for a busy core are slow.
    """
    tree = tmp_path_factory.mktemp("results")
    find_spec = importlib.util.find_spec
    for package in ("igraph", "faiss", "sklearn"):
        if find_spec(package):
            importlib.import_module(package)

    @functools.cache
    def run(name: str) -> Path:
        main = importlib.import_module(f"benchmarks.{name}").main
        with pytest.MonkeyPatch.context() as patch, threadpool_limits(1):
            hide = "benchmarks.harness.method.importlib.util.find_spec"
            patch.setattr(hide, lambda module: None if module == ABSENT else find_spec(module))
            assert main(["--quick", "--runs", str(runs(name)), "--out", str(tree)]) == 0
        return tree / "benchmarks" / name

    return run


def runs(name: str) -> int:
    """How often each method is timed; in a sweep's benchmark each time is a whole command's."""
    return 1 if name == "sweep" else 2


def together(*names: str) -> list[ParameterSet]:
    """Each benchmark with a worker of its own, on which it runs once."""
    return [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names]


@pytest.fixture(params=together(*NAMES))
def folder(request: pytest.FixtureRequest, run_quick: Callable[[str], Path]) -> Path:
    return run_quick(str(request.param))


@pytest.fixture
def cells(folder: Path) -> list[Mapping[str, str]]:
    return read_cells((folder / "cells.csv").read_bytes())


def test_every_file_is_there(folder: Path) -> None:
    names = {path.name for path in folder.iterdir()}
    expected = {"cells.csv", "timings.csv", "table.md", "manifest.json"}
    assert expected | {f"{folder.name}.svg", f"{folder.name}.png"} <= names


def test_columns_and_numbers(folder: Path, cells: list[Mapping[str, str]]) -> None:
    assert cells
    for cell in cells:
        assert tuple(cell) == COLUMNS
        assert cell["benchmark"] == folder.name
        if cell["method"].endswith("(not installed)"):
            assert [cell[column] for column in COLUMNS[3:]] == ["", "", "", "", "", "0"]
            continue
        assert float(cell["median_ms"]) > 0
        assert int(cell["runs"]) == runs(cell["benchmark"])
        assert 0 <= float(cell["topk_agreement"]) <= 1
        assert float(cell["max_abs_error"]) >= 0


def test_ratios_follow_from_the_medians_and_ours_is_one(cells: list[Mapping[str, str]]) -> None:
    ours = {cell["case"]: cell for cell in cells if cell["method"] == "hippo_exp"}
    assert ours.keys() == {cell["case"] for cell in cells}
    for cell in cells:
        if cell["median_ms"]:
            ratio = float(cell["median_ms"]) / float(ours[cell["case"]]["median_ms"])
            assert float(cell["ratio_to_ours"]) == pytest.approx(ratio, rel=1e-4)
    assert {cell["ratio_to_ours"] for cell in ours.values()} == {"1"}


def test_medians_follow_from_the_runs(folder: Path, cells: list[Mapping[str, str]]) -> None:
    runs: dict[tuple[str, str], list[float]] = defaultdict(list)
    with (folder / "timings.csv").open(encoding="utf-8") as stream:
        for line in csv.DictReader(stream):
            runs[line["case"], line["method"]].append(float(line["ms"]))
    timed = [cell for cell in cells if cell["median_ms"]]
    assert len(timed) == len(runs)
    for cell in timed:
        median = statistics.median(runs[cell["case"], cell["method"]])
        assert float(cell["median_ms"]) == pytest.approx(median, rel=1e-4)


def test_ours_is_right(cells: list[Mapping[str, str]]) -> None:
    for cell in cells:
        if cell["method"] == "hippo_exp":
            assert float(cell["topk_agreement"]) == 1
            assert float(cell["max_abs_error"]) < 1e-5


def test_the_table_names_every_method(folder: Path, cells: list[Mapping[str, str]]) -> None:
    text = (folder / "table.md").read_text(encoding="utf-8")
    for cell in cells:
        assert f"| {cell['method'].removesuffix(' (not installed)')} |" in text
        assert f"## {cell['case']}" in text


def test_a_package_that_is_missing_is_listed(folder: Path, cells: list[Mapping[str, str]]) -> None:
    text = (folder / "table.md").read_text(encoding="utf-8")
    found = [cell for cell in cells if cell["method"].startswith(ABSENT_NAME)]
    if folder.name not in ("ppr", "ppr_batch", "scale"):
        assert not found
        return
    assert found
    assert all(cell["method"].endswith("(not installed)") for cell in found)
    assert f"| {ABSENT_NAME}" in text
    assert "| not installed |" in text


def test_the_manifest_describes_the_machine(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["command"].startswith(f"python -m benchmarks.{folder.name} --quick")
    assert manifest["machine"]["cores"] >= 1
    assert manifest["environment"]["cpu"]
    assert str(folder) not in json.dumps(manifest)


def test_the_folder_passes_the_check_of_results_and_a_change_does_not(folder: Path) -> None:
    assert recheck_folder(folder) == []
    path = folder / "cells.csv"
    before = path.read_bytes()
    try:
        path.write_bytes(before + b"more\n")
        changed, damaged = recheck_folder(folder)
    finally:
        path.write_bytes(before)
    assert "not the one of the manifest" in str(changed)
    assert "1 fields where the heading has 9" in str(damaged)


def test_a_benchmark_under_another_name_is_a_fault(folder: Path) -> None:
    moved = folder.with_name("other")
    folder.rename(moved)
    try:
        fault = recheck_folder(moved)[0]
    finally:
        moved.rename(folder)
    assert f"results of benchmarks/{folder.name} in another folder" in str(fault)


@pytest.mark.parametrize("name", together("ppr", "ppr_batch"))
def test_networkx_is_slower(name: str, run_quick: Callable[[str], Path]) -> None:
    cells = read_cells((run_quick(name) / "cells.csv").read_bytes())
    slower = [cell for cell in cells if cell["method"].startswith("networkx")]
    assert slower
    assert all(float(cell["ratio_to_ours"]) > 1 for cell in slower)
