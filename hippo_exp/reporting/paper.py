"""The paper's tables as data: one YAML file per table, in a folder that the caller names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from hippo_exp.errors import ConfigError
from hippo_exp.reporting.decimals import exact
from hippo_exp.reporting.paper_file import parse_number_table, read_mapping

PaperValue: TypeAlias = float | tuple[float, float]
"""A printed number, or a printed range."""


@dataclass(frozen=True)
class PaperRow:
    """One row of a table of the paper.

    Attributes:
        id: row id used in settings and files.
        label: the row's name in the paper.
        kind: ``bm25``, ``dense``, ``graph``, ``llm``, …; a key of the table's tolerances.
        note: what a reader must know when comparing with this row, or empty.
        data: data set -> metric -> printed value.
    """

    id: str
    label: str
    kind: str
    note: str
    data: Mapping[str, Mapping[str, PaperValue]]


@dataclass(frozen=True)
class PaperColumn:
    """What the paper says about one data set, row by row.

    Attributes:
        numbers: row -> metric -> printed number; ranges are left out.
        tolerances: row -> tolerance stated beforehand, None for none.
    """

    numbers: Mapping[str, Mapping[str, float]]
    tolerances: Mapping[str, float | None]

    def get(self, row: str, metric: str) -> float | None:
        """The printed number, None when the paper has none."""
        return self.numbers.get(row, {}).get(metric)

    def effect(self, row: str, baseline: str, metric: str) -> float | None:
        """The printed row minus the printed baseline, None unless both exist."""
        ours, theirs = self.get(row, metric), self.get(baseline, metric)
        return None if ours is None or theirs is None else float(exact(ours) - exact(theirs))


@dataclass(frozen=True)
class Disagreement:
    """A printed figure that does not follow from the paper's own cells."""

    row: str
    dataset: str
    metric: str
    recomputed: float


@dataclass(frozen=True)
class PaperTable:
    """A table of numbers.

    Attributes:
        id: file name without suffix, for example ``table5``.
        caption: what it shows.
        source: where it is printed; says so when that is not the paper.
        metrics: metric names in printed order.
        digits: decimals that it prints.
        questions: number of questions per data set, None where that has no meaning.
        datasets: data set id -> name in print; ``average`` is the mean over data sets.
        tolerances: kind of row -> percentage points allowed for the mark ``≈``, None for none.
        rows: row id -> row, in printed order.
        notes: remarks on the whole table.
        disagreements: printed figures that do not follow from the others.
        extra: further facts of the file, unread by this package.
    """

    id: str
    caption: str
    source: str
    metrics: tuple[str, ...]
    digits: int
    questions: int | None
    datasets: Mapping[str, str]
    tolerances: Mapping[str, float | None]
    rows: Mapping[str, PaperRow]
    notes: tuple[str, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)

    def column(self, dataset: str) -> PaperColumn:
        """The printed numbers of one data set.

        Raises:
            ConfigError: the table has no such data set.
        """
        if dataset not in self.datasets:
            known = ", ".join(self.datasets)
            raise ConfigError(
                f"{self.id} has no data set {dataset!r}", where=self.id, fix=f"use one of {known}"
            )
        numbers = {
            row.id: {
                metric: value
                for metric, value in row.data.get(dataset, {}).items()
                if not isinstance(value, tuple)
            }
            for row in self.rows.values()
        }
        tolerances = {row.id: self.tolerances[row.kind] for row in self.rows.values()}
        return PaperColumn(numbers, tolerances)


def load_paper_table(folder: Path, name: str) -> PaperTable:
    """Read and check ``folder/name.yaml``, a table of numbers.

    Raises:
        ConfigError: the file is missing or is no table of numbers.
        FaultListError: it has faults; all are reported.
    """
    fields = parse_number_table(folder / f"{name}.yaml")
    rows = {key: PaperRow(id=key, **row) for key, row in fields.pop("rows").items()}
    disagreements = tuple(Disagreement(**item) for item in fields.pop("disagreements"))
    return PaperTable(rows=rows, disagreements=disagreements, **fields)


def load_paper_tables(folder: Path) -> Mapping[str, PaperTable]:
    """Every table of numbers in ``folder``, by id; files of another kind are left out."""
    names = [path.stem for path in sorted(folder.glob("*.yaml")) if "rows" in read_mapping(path)]
    if not names:
        raise ConfigError(
            "no table of the paper", where=str(folder), fix="point to the folder configs/paper"
        )
    return {name: load_paper_table(folder, name) for name in names}
