"""``hippo-exp verify``: every printed number still follows from the results beside it."""

from __future__ import annotations

import argparse
from pathlib import Path

from hippo_exp.cli.parser import examples
from hippo_exp.config import project_root
from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.text import counted

EXAMPLES = examples("hippo-exp verify", "hippo-exp verify --root .")


def add_verify_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``verify`` to the command line."""
    parser = commands.add_parser(
        "verify",
        help="check the committed numbers: FINDINGS.md and README.md against results/",
        description="Looks every quoted number up, and recomputes every table of the results.",
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "--root", metavar="DIR", help="the project's folder (default: the checkout)"
    )


def run_verify(options: argparse.Namespace) -> None:
    """Check everything.

    Raises:
        ConfigError: there is no project folder.
        FaultListError: numbers that do not follow, one fault each.
    """
    verify_findings(options.root)


def verify_findings(root: str | None) -> None:
    """Check FINDINGS.md, README.md and the results tree; print how much was checked.

    Results that were made with uncommitted changes, or whose recorded command gives other
    settings now, are faults too, and a report page that the results do not make.

    Raises:
        ConfigError: there is no project folder.
        FaultListError: numbers that do not follow, one fault each.
    """
    from hippo_exp.pipeline.paper.recheck import report_faults
    from hippo_exp.pipeline.progress import say
    from hippo_exp.pipeline.recorded import stale_faults
    from hippo_exp.reporting import audit
    from hippo_exp.reporting.page import stale_page_faults

    folder = Path(root).absolute() if root else project_root()
    if folder is None:
        fix = "give it: hippo-exp verify --root FOLDER"
        raise ConfigError("this installation is no checkout", where="--root", fix=fix)
    if not (folder / "results").is_dir():
        fix = "give the project's folder: hippo-exp verify --root FOLDER"
        raise ConfigError("there is no folder results", where=str(folder), fix=fix)
    found = audit(folder, tell=say)
    results = folder / "results"
    faults = [*found.faults, *report_faults(results), *stale_faults(results)]
    faults += stale_page_faults(results)
    if faults:
        raise FaultListError(faults)
    print(
        f"verified: {counted(found.claims, 'quoted number')}, "
        f"{counted(len(found.folders), 'result folder')} recomputed, "
        f"{len(found.skipped)} compared by their files"
    )
