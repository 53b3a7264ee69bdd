"""``hippo-exp``: what stands beside the experiments."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from hippo_exp.cli.cache import add_cache_command, run_cache
from hippo_exp.cli.completion import add_completion_command, completion_script
from hippo_exp.cli.data import add_data_command, run_data
from hippo_exp.cli.debugging import DEBUG, debug_mode
from hippo_exp.cli.exit_codes import STOPPED, exit_codes_text
from hippo_exp.cli.explain import add_explain_command, run_explain
from hippo_exp.cli.extract import add_extract_command, run_extract
from hippo_exp.cli.faults import Defects, report
from hippo_exp.cli.graph import add_graph_command, run_graph
from hippo_exp.cli.listing import add_list_command, experiment_names, run_list
from hippo_exp.cli.llm import add_llm_command, run_llm
from hippo_exp.cli.parser import Parser, examples
from hippo_exp.cli.pathfinding import add_pathfinding_command, run_pathfinding
from hippo_exp.cli.report import add_report_command, run_report
from hippo_exp.cli.settings import add_settings_command, run_settings
from hippo_exp.cli.terminal import printable, stop_printing
from hippo_exp.cli.verify import add_verify_command, run_verify
from hippo_exp.cli.version import ShowVersion
from hippo_exp.errors import HippoExpError

_DEBUG = "--debug"
_DESCRIPTION = """Reproduction harness for HippoRAG: what stands beside the experiments.

The experiments themselves are run with python -m experiments.NAME; python -m experiments
lists them."""
_EXAMPLES = examples(
    "hippo-exp list",
    "hippo-exp explain synthetic question-001",
    "python -m experiments.table5 dataset=synthetic out=/tmp/try",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand, or print the help; return the exit code (``hippo_exp.cli.exit_codes``).

    An error that the project did not foresee is one line for whoever typed a command, and an
    exception for whoever called this function with arguments.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    printable()
    parser = command_parser()
    if not given:
        parser.print_help()
        return 0
    parsed = parse_command(parser, [text for text in given if text != _DEBUG])
    defects = Defects()
    code = 0
    with debug_mode(_DEBUG in given), defects if arguments is None else nullcontext():
        try:
            if parsed.command == "completion":
                print(completion_script(parser, parsed.shell), end="")
            else:
                _COMMANDS[parsed.command](parsed)
            sys.stdout.flush()
        except HippoExpError as error:
            code = report(error)
        except BrokenPipeError:
            stop_printing()
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
            code = STOPPED
    return defects.codes[0] if defects.codes else code


def command_parser() -> Parser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="hippo-exp",
        description=_DESCRIPTION,
        epilog=f"{exit_codes_text()}\n{_EXAMPLES}",
    )
    parser.add_argument("--version", action=ShowVersion, help="version and commit of the code")
    parser.add_argument(
        _DEBUG,
        action="store_true",
        help=f"show tracebacks, anywhere on the line; {DEBUG}=1 does so for experiments too",
    )
    commands: argparse._SubParsersAction[Any] = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND"
    )
    for add in _ADDED:
        add(commands)
    return parser


def parse_command(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments; words and options may alternate where a command takes words."""
    name = arguments[0] if arguments else ""
    if name not in _COMMANDS and name in experiment_names():
        parser.error(f"{name} is an experiment: python -m experiments.{name}")
    parsed, rest = parser.parse_known_args(arguments)
    if any(text.startswith("-") for text in rest) or (rest and not hasattr(parsed, "words")):
        Parser(prog=f"{parser.prog} {parsed.command}").error(
            f"unrecognized arguments: {' '.join(rest)}"
        )
    if rest:
        parsed.words += rest
    return parsed


_ADDED = (
    add_list_command,
    add_data_command,
    add_extract_command,
    add_llm_command,
    add_explain_command,
    add_graph_command,
    add_pathfinding_command,
    add_cache_command,
    add_report_command,
    add_verify_command,
    add_settings_command,
    add_completion_command,
)
_COMMANDS = {
    "list": run_list,
    "data": run_data,
    "extract": run_extract,
    "llm": run_llm,
    "pathfinding": run_pathfinding,
    "cache": run_cache,
    "explain": run_explain,
    "graph": run_graph,
    "report": run_report,
    "settings": run_settings,
    "verify": run_verify,
}


if __name__ == "__main__":
    sys.exit(main())
