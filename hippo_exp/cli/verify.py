"""``hippo-exp verify``: every printed number still follows from the results beside it."""

from __future__ import annotations

from pathlib import Path

from hippo_exp.config import project_root
from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.text import counted


def verify_findings(root: str | None) -> None:
    """Check FINDINGS.md, README.md and the results tree; print how much was checked.

    Results that were made with uncommitted changes, or whose recorded command gives other
    settings now, are faults too.

    Raises:
        ConfigError: there is no project folder.
        FaultListError: numbers that do not follow, one fault each.
    """
    from hippo_exp.pipeline.paper.recheck import report_faults
    from hippo_exp.pipeline.recorded import stale_faults
    from hippo_exp.reporting import audit

    folder = Path(root).absolute() if root else project_root()
    if folder is None:
        fix = "give it: hippo-exp verify --root FOLDER"
        raise ConfigError("this installation is no checkout", where="--root", fix=fix)
    found = audit(folder)
    results = folder / "results"
    faults = [*found.faults, *report_faults(results), *stale_faults(results)]
    if faults:
        raise FaultListError(faults)
    print(
        f"verified: {counted(found.claims, 'quoted number')}, "
        f"{counted(len(found.folders), 'result folder')} recomputed, "
        f"{len(found.skipped)} compared by their files"
    )
