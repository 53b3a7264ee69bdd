"""``hippo-exp report``: the results tree as one page that opens in a browser."""

from __future__ import annotations

import argparse

from hippo_exp.cli.parser import examples
from hippo_exp.config import absolute, results_root
from hippo_exp.errors import ConfigError

EXAMPLES = examples("hippo-exp report", "hippo-exp report --results results --to /tmp/report.html")


def add_report_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``report`` to the command line."""
    parser = commands.add_parser(
        "report",
        help="the results as one page for a browser",
        description="Writes one self-contained HTML file: the paper's tables cell by cell, every\n"
        "table and figure of the results, and the findings of FINDINGS.md beside them.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--results", metavar="DIR", help="the results tree (default: results/)")
    parser.add_argument("--to", metavar="FILE", help="the page (default: DIR/report.html)")


def run_report(options: argparse.Namespace) -> None:
    """Write the page.

    Raises:
        ConfigError: there are no results.
        DataError: a file of the results is damaged.
        StoreError: the page cannot be written.
    """
    from hippo_exp.reporting.page import PAGE, page_bytes
    from hippo_exp.storage import write_atomic

    folder = absolute(options.results, "--results") if options.results else results_root(None)
    target = absolute(options.to, "--to") if options.to else folder / PAGE
    if not any(folder.glob("*/*/cells.csv")):
        fix = "run an experiment first, or name the folder with --results"
        raise ConfigError("no results are there", where=str(folder), fix=fix)
    page = page_bytes(folder)
    write_atomic(target, page)
    print(f"written to {target} ({len(page) / 1e6:.2f} MB)")
