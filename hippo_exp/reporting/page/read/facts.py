"""What a manifest tells, as text; what it does not tell is empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_DATES = ("date", "started", "finished")
"""Keys under which a manifest may say when it was made."""


@dataclass(frozen=True)
class Facts:
    """A manifest, read tolerantly.

    Attributes:
        manifest: its contents.
    """

    manifest: Mapping[str, object] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """What makes the results again."""
        return str(self.manifest.get("command") or "")

    @property
    def date(self) -> str:
        """When they were made."""
        found = (self.manifest.get(key) for key in _DATES)
        return next((value for value in found if isinstance(value, str)), "")

    @property
    def commit(self) -> str:
        """Ten digits of the commit; changes that were not committed are named."""
        git = self.at("environment", "git")
        if not isinstance(git, Mapping) or not git.get("commit"):
            return ""
        return str(git["commit"])[:10] + (" and changes" if git.get("dirty") else "")

    @property
    def partial(self) -> str:
        """How many questions of how many were scored, where not all were."""
        found = self.manifest.get("partial")
        return f"PARTIAL: {found['n']} of {found['of']}" if isinstance(found, dict) else ""

    @property
    def seconds(self) -> float | None:
        """Wall time of the outermost stages; None where none was timed."""
        times = [stage["seconds"] for stage in self._stages() if "/" not in stage["stage"]]
        return float(sum(times)) if times else None

    @property
    def peak_mb(self) -> float | None:
        """Largest resident memory of a stage, in MiB; None where none was read."""
        peaks = [stage["peak_mb"] for stage in self._stages() if stage["peak_mb"]]
        return float(max(peaks)) if peaks else None

    @property
    def rows(self) -> Mapping[str, Mapping[str, Any]]:
        """Row -> label, reason, outcomes."""
        found = self.manifest.get("rows")
        return found if isinstance(found, dict) else {}

    def label(self, row: str) -> str:
        """The row's name, its id where the manifest has none."""
        return str(self.rows.get(row, {}).get("label") or row)

    def at(self, *path: str) -> object:
        """What stands under a path of keys, None where there is nothing."""
        found: object = self.manifest
        for key in path:
            found = found.get(key) if isinstance(found, Mapping) else None
        return found

    def text(self, *path: str) -> str:
        """A plain value under a path of keys, as text."""
        found = self.at(*path)
        return str(found) if isinstance(found, str | int | float) else ""

    def _stages(self) -> list[dict[str, Any]]:
        found = self.manifest.get("stages")
        return (
            [stage for stage in found if isinstance(stage, dict)] if isinstance(found, list) else []
        )
