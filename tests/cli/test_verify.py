"""``hippo-exp verify`` on the committed results, and on results that are damaged."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from hippo_exp.cli.verify import verify_findings
from hippo_exp.config import project_root
from hippo_exp.errors import ConfigError, FaultListError

COPIED = ("table5/synthetic", "pathfinding/instances")


def committed() -> Path:
    root = project_root()
    if root is None or not (root / "FINDINGS.md").is_file():
        pytest.skip("this installation is no checkout")
    return root


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of two committed folders, and a page that quotes one number.

    Whether the committed results are of today's code is asked of the whole tree alone.
    """
    monkeypatch.setattr("hippo_exp.pipeline.recorded.stale_faults", lambda root: [])
    for name in COPIED:
        shutil.copytree(committed() / "results" / name, tmp_path / "results" / name)
    (tmp_path / "FINDINGS.md").write_text(
        "| claim | value | interval |\n|---|---|---|\n"
        "| `pathfinding/instances:hops1/ppr/mean_rank` | 1.00 | [1.00, 1.00] |\n",
        encoding="utf-8",
    )
    return tmp_path


def faults(project: Path) -> list[str]:
    with pytest.raises(FaultListError) as caught:
        verify_findings(str(project))
    assert caught.value.exit_code == 7
    return [str(fault) for fault in caught.value.errors]


def test_the_committed_results_verify(capsys: pytest.CaptureFixture[str]) -> None:
    verify_findings(str(committed()))
    folders = sorted((committed() / "results").glob("*/*/cells.csv"))
    assert folders
    text = capsys.readouterr().out
    assert text.startswith("verified: ")
    assert "0 compared by their files" in text or f"{len(folders)} result folders" not in text


def test_a_copy_verifies_too(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verify_findings(str(project))
    expected = "verified: 1 quoted number, 2 result folders recomputed, 0 compared by their files"
    assert capsys.readouterr().out.strip() == expected


def test_a_committed_table_that_no_longer_follows_is_a_fault(project: Path) -> None:
    path = project / "results" / "table5" / "synthetic" / "per_query.csv.gz"
    lines = gzip.decompress(path.read_bytes()).decode().split("\n")
    place = next(number for number, line in enumerate(lines) if line.endswith(",100.0"))
    lines[place] = lines[place].removesuffix("100.0") + "50.0"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    found = faults(project)
    assert any("not the one of the manifest [table5/synthetic/per_query" in text for text in found)
    assert any("and the mean of its values" in text for text in found)
    assert any("the interval is [" in text and "should be [" in text for text in found)


@pytest.mark.parametrize(
    "name", ["cells.csv", "table.md", "table.csv", "manifest.json", "per_query.csv.gz"]
)
@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"x,y\n1\n", b"\x1f\x8b\x08"])
def test_damage_is_one_line_and_an_exit_code(project: Path, name: str, data: bytes) -> None:
    (project / "results" / "pathfinding" / "instances" / name).write_bytes(data)
    found = faults(project)
    assert any(f"pathfinding/instances/{name}" in text for text in found)
    assert all("\n" not in text for text in found)


@pytest.mark.parametrize("name", ["FINDINGS.md", "README.md"])
def test_a_page_that_is_no_text_is_a_fault(project: Path, name: str) -> None:
    (project / name).write_bytes(b"\xff\xfe| `a/b/c/recall@5` |")
    assert faults(project) == [f"not UTF-8 (byte 0) [{name}]: save it as UTF-8 text"]


def test_a_folder_without_results_has_nothing_to_verify(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no folder results"):
        verify_findings(str(tmp_path))
    (tmp_path / "results").mkdir()
    (text,) = faults(tmp_path)
    assert "the file is missing [FINDINGS.md]" in text


def test_an_installed_package_asks_for_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hippo_exp.cli.verify.project_root", lambda: None)
    with pytest.raises(ConfigError, match="--root FOLDER"):
        verify_findings(None)
