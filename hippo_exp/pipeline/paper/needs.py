"""What the cells that cannot be measured here need: files, weights, an LLM."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.datasets.registry import RELEASE, ReleaseFile
from hippo_exp.pipeline.paper.plan import PaperRun
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.pipeline.source.registry import registered_datasets
from hippo_exp.text import counted


@dataclass(frozen=True)
class Need:
    """One thing that is lacking.

    Attributes:
        gap: what it is.
        cells: number of cells that lack it.
        rows: ids of the rows that lack it.
    """

    gap: Gap
    cells: int
    rows: tuple[str, ...]


@dataclass(frozen=True)
class MissingFile:
    """A released file that is not there.

    Attributes:
        file: of the registry.
        path: where it has to stand.
        cells: number of cells that lack it.
    """

    file: ReleaseFile
    path: Path
    cells: int

    @property
    def address(self) -> str:
        """Where it comes from."""
        return f"{RELEASE}/{self.file.upstream}"


def needs_of(runs: Sequence[PaperRun]) -> tuple[Need, ...]:
    """Everything that is lacking, in the order of the runs, each with the cells that lack it."""
    found: dict[Gap, list[str]] = {}
    for run in runs:
        for (row, _), gaps in run.gaps.items():
            for gap in gaps:
                found.setdefault(gap, []).append(row)
    return tuple(Need(gap, len(rows), tuple(dict.fromkeys(rows))) for gap, rows in found.items())


def missing_released(needs: Sequence[Need], root: Path) -> list[MissingFile]:
    """The released files among the needs, with source, checksum and place.

    Args:
        needs: see :func:`needs_of`.
        root: the data root.
    """
    known = {
        (dataset.name, file.part): file
        for dataset in registered_datasets()
        for file in dataset.files
    }
    return [
        MissingFile(known[need.gap.fetch], root / known[need.gap.fetch].path, need.cells)
        for need in needs
        if need.gap.fetch in known
    ]


def missing_message(files: Sequence[MissingFile], root: Path) -> str:
    """One message: what is missing, where it comes from, its checksum, where to put it."""
    names = dict.fromkeys(item.file.path.partition("/")[0] for item in files)
    lines = [
        f"{counted(len(files), 'file')} missing below the data root {root} "
        "(HIPPO_EXP_DATA or data.root=)",
        f"fetch them: hippo-exp data fetch {' '.join(names)}",
        f"or put them there by hand, from {RELEASE}/",
    ]
    lines += [
        f"  {item.path} <- {item.file.upstream} (git blob {item.file.git_blob_sha1})"
        for item in files
    ]
    return "\n".join(lines)
