"""``hippo-exp verify``: every printed number still follows from the results beside it."""

from __future__ import annotations

from pathlib import Path

from hippo_exp.config import project_root
from hippo_exp.errors import ConfigError, FaultListError


def verify_findings(root: str | None) -> None:
    """Check FINDINGS.md, README.md and the results tree; print how much was checked.

    Raises:
        ConfigError: there is no project folder.
        FaultListError: numbers that do not follow, one fault each.
    """
    from hippo_exp.reporting import audit

    folder = Path(root).absolute() if root else project_root()
    if folder is None:
        fix = "give it: hippo-exp verify --root FOLDER"
        raise ConfigError("this installation is no checkout", where="--root", fix=fix)
    found = audit(folder)
    if found.faults:
        raise FaultListError(found.faults)
    print(
        f"verified: {found.claims} quoted numbers, {len(found.folders)} result folders recomputed, "
        f"{len(found.skipped)} compared by their files"
    )
