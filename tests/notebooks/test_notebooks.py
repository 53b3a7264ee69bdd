"""Every committed notebook runs from top to bottom, and shows what it shows when run again."""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def texts(notebook: nbformat.NotebookNode) -> list[str]:
    """Printed text and plain values of the code cells, pictures left out.

    A kernel may send one cell's printed text in several parts, which are joined.
    """
    found: list[str] = []
    for cell in notebook.cells:
        before = ""
        for output in cell.get("outputs", []):
            if "text" in output and before == output.get("name"):
                found[-1] += output["text"]
            elif "text" in output:
                found.append(output["text"])
            elif "image/png" not in output.get("data", {}):
                found.append(output.get("data", {}).get("text/plain", ""))
            before = output.get("name", "")
    return found


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs_and_its_committed_outputs_are_current(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The kernel is this interpreter, whatever kernels the user has installed.
    kernel = tmp_path / "kernels" / "tested"
    kernel.mkdir(parents=True)
    command = f'["{sys.executable}", "-m", "ipykernel_launcher", "-f", "{{connection_file}}"]'
    (kernel / "kernel.json").write_text(
        f'{{"argv": {command}, "display_name": "tested", "language": "python"}}'
    )
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    monkeypatch.setenv("HIPPO_EXP_CACHE", str(tmp_path / "cache"))
    committed = nbformat.read(path, as_version=4)
    executed = nbformat.read(path, as_version=4)
    NotebookClient(executed, timeout=120, kernel_name="tested").execute()
    assert texts(executed) == texts(committed)
