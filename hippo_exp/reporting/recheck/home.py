"""A results folder under check: what its manifest says it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hippo_exp.errors import VerificationError
from hippo_exp.reporting.rows import RowReport
from hippo_exp.types import Cell

FIX = "run the experiment again; results are never edited by hand"
MANIFEST = "manifest.json"
_RANDOM = ("numpy", "scipy")
"""Packages that draw the random numbers of intervals and p-values."""


@dataclass(frozen=True)
class Home:
    """A folder with its manifest.

    Attributes:
        folder: ``results/EXPERIMENT/DATASET``.
        manifest: the contents of its ``manifest.json``.
        files: relative name -> SHA-256, as the manifest lists them.
    """

    folder: Path
    manifest: Mapping[str, object]
    files: Mapping[str, str]

    @property
    def experiment(self) -> str:
        """The experiment that the manifest names."""
        return str(self.manifest.get("experiment"))

    @property
    def datasets(self) -> tuple[str, ...]:
        """The data sets that the manifest names."""
        several = self.manifest.get("datasets")
        if isinstance(several, list) and several:
            return tuple(str(name) for name in several)
        return (str(self.manifest.get("dataset")),)

    @property
    def partial(self) -> str:
        """The label of results of a sample of the questions; empty where all were scored."""
        found = self.manifest.get("partial")
        return f"PARTIAL n={found.get('n')} of {found.get('of')}" if isinstance(found, dict) else ""

    def fault(self, what: str, place: str) -> VerificationError:
        """A fault at a place in the folder."""
        return VerificationError(what, where="/".join([*self.folder.parts[-2:], place]), fix=FIX)

    def values(self, cell: Cell, found: Mapping[str, float]) -> list[float]:
        """A cell's values: where a folder holds several data sets, ids begin ``DATASET/``."""
        if len(self.datasets) == 1:
            return list(found.values())
        return [value for qid, value in found.items() if qid.startswith(f"{cell.dataset}/")]

    def reports(self, rows: Sequence[str]) -> list[RowReport]:
        """Label and reason of each row, as the manifest has them.

        Raises:
            VerificationError: the manifest lacks a row.
        """
        known = self.manifest.get("rows")
        found = []
        for row in rows:
            entry = known.get(row) if isinstance(known, dict) else None
            if not isinstance(entry, dict):
                raise self.fault(f"the manifest has no row {row!r}", MANIFEST)
            found.append(
                RowReport(row, str(entry.get("label")), reason=str(entry.get("reason") or ""))
            )
        return found

    def random_settings(self) -> tuple[int, int, int] | None:
        """Seed, bootstrap samples and permutations of the run.

        None where the manifest does not tell them, or where the packages that draw random
        numbers are of other versions than here, so that the draws need not be the same.
        """
        seeds, config = self.manifest.get("seeds"), self.manifest.get("config")
        seed = seeds.get("seed") if isinstance(seeds, dict) else None
        nested = config.get("evaluation") if isinstance(config, dict) else None
        options = nested if isinstance(nested, dict) else config
        if not isinstance(options, dict) or not self._same_versions():
            return None
        resamples = options.get("bootstrap_resamples")
        permutations = options.get("permutation_resamples", 0)
        numbers = (seed, resamples, permutations)
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            return None
        return (int(str(seed)), int(str(resamples)), int(str(permutations)))

    def _same_versions(self) -> bool:
        environment = self.manifest.get("environment")
        packages = environment.get("packages") if isinstance(environment, dict) else None
        if not isinstance(packages, dict):
            return False
        return all(packages.get(name) == _installed(name) for name in _RANDOM)


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def is_recomputed(files: Mapping[str, str]) -> bool:
    """Whether a manifest's files allow the means to be recomputed."""
    return "per_query.csv.gz" in files
