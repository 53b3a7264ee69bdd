"""``hippo-exp``: what stands beside the experiments."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from hippo_exp import __version__
from hippo_exp.cli.data import add_data_command, run_data
from hippo_exp.cli.extract import add_extract_command, run_extract
from hippo_exp.cli.faults import printable, report
from hippo_exp.cli.listing import add_list_command, run_list
from hippo_exp.cli.llm import add_llm_command, run_llm
from hippo_exp.cli.verify import verify_findings
from hippo_exp.errors import HippoExpError

EXAMPLES = """examples:
  hippo-exp list
  hippo-exp data fetch musique
  hippo-exp llm serve
  hippo-exp extract dataset=custom dataset.dir=my_corpus llm=local
  hippo-exp verify
  python -m experiments.table5 dataset=synthetic
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; return the exit code (0 fine, otherwise as in ``hippo_exp.errors``)."""
    parser = argparse.ArgumentParser(
        prog="hippo-exp",
        description="Reproduction harness for HippoRAG.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"hippo-exp {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add_list_command(commands)
    verify = commands.add_parser(
        "verify", help="check the committed numbers: FINDINGS.md and README.md against results/"
    )
    verify.add_argument("--root", default=None, help="the project's folder (default: the checkout)")
    add_data_command(commands)
    add_extract_command(commands)
    add_llm_command(commands)
    printable()
    parsed = parser.parse_args(arguments)
    try:
        if parsed.command == "verify":
            verify_findings(parsed.root)
        else:
            _COMMANDS[parsed.command](parsed)
    except HippoExpError as error:
        return report(error)
    return 0


_COMMANDS = {"list": run_list, "data": run_data, "extract": run_extract, "llm": run_llm}


if __name__ == "__main__":
    sys.exit(main())
