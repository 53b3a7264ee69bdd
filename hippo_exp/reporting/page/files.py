"""The report page of a results tree on disk, and whether it still is what the results make."""

from __future__ import annotations

from pathlib import Path

from hippo_exp.errors import HippoExpError, VerificationError
from hippo_exp.reporting.csv_files import read_text
from hippo_exp.reporting.page.document import report_page

PAGE = "report.html"
FINDINGS = "FINDINGS.md"
"""Stands beside the results tree."""


def page_bytes(results: Path) -> bytes:
    """The page of ``results`` and of the findings beside that folder, if there are any.

    Raises:
        DataError: a file is damaged.
    """
    findings = results.absolute().parent / FINDINGS
    text = read_text(findings) if findings.is_file() else ""
    return report_page(results, text).encode("utf-8")


def stale_page_faults(results: Path) -> list[HippoExpError]:
    """A page in ``results`` that is not what its results and the findings make; none without one.

    Args:
        results: the results tree.
    """
    path = results / PAGE
    if not path.is_file():
        return []
    try:
        same = path.read_bytes() == page_bytes(results)
    except HippoExpError as error:
        what, fix = f"its results cannot be read: {error.what}", "mend them first"
        return [VerificationError(what, where=PAGE, fix=fix)]
    if same:
        return []
    what = "the page is not what the results and FINDINGS.md make"
    return [VerificationError(what, where=PAGE, fix="make it again: hippo-exp report")]
