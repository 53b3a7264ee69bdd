"""``hippo-exp cache``: what is kept of earlier runs, how much it is, and what of it is deleted."""

from __future__ import annotations

import argparse
import math

from hippo_exp.cli.parser import examples
from hippo_exp.config import cache_root
from hippo_exp.errors import ConfigError

EXAMPLES = examples(
    "hippo-exp cache list",
    "hippo-exp cache prune --max-gb 20 --dry-run",
    "hippo-exp cache verify",
)
_LIST = examples("hippo-exp cache list", "hippo-exp cache list --root /tmp/try")
_SIZE = examples("hippo-exp cache size", "hippo-exp cache size --root /tmp/try")
_PRUNE = examples(
    "hippo-exp cache prune --max-gb 20 --dry-run",
    "hippo-exp cache prune --older-than 30",
    "hippo-exp cache prune --stage synonymy",
    "hippo-exp cache prune --failed",
)
_VERIFY = examples("hippo-exp cache verify", "hippo-exp cache verify --delete")
PRUNE = """--stage, --failed and --replies say what goes; without any of them, --older-than
means all stage outputs and cells. What killed processes left (temporary files, locks) always
goes. Nothing that is in use, no link, and no file that is not the cache's own is touched."""


def add_cache_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``cache`` and its subcommands to the command line."""
    cache = commands.add_parser(
        "cache",
        help="what is kept of earlier runs: list, size, prune, verify",
        description="Stage outputs, cells and model replies that are kept of earlier runs.",
        epilog=EXAMPLES,
    )
    actions = cache.add_subparsers(dest="action", required=True, metavar="ACTION")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--root", help="the cache (default: HIPPO_EXP_CACHE, or the user cache)")
    about = "stages, cells by state, model replies"
    actions.add_parser("list", parents=[common], help=about, epilog=_LIST)
    actions.add_parser("size", parents=[common], help="bytes by kind, and in all", epilog=_SIZE)
    prune = actions.add_parser(
        "prune", parents=[common], help="delete", description=PRUNE, epilog=_PRUNE
    )
    prune.add_argument(
        "--max-gb",
        type=_amount,
        metavar="GB",
        help="least recently used stage outputs, until the rest has at most GB x 10^9 bytes",
    )
    prune.add_argument("--stage", metavar="NAME", help="outputs of this stage")
    prune.add_argument("--failed", action="store_true", help="failed and interrupted cells")
    prune.add_argument(
        "--older-than", type=_amount, metavar="DAYS", help="only what was not used for so long"
    )
    prune.add_argument(
        "--replies", action="store_true", help="model replies: they are paid for a second time"
    )
    prune.add_argument("--dry-run", action="store_true", help="print what would go")
    verify = actions.add_parser(
        "verify", parents=[common], help="read everything; name damage", epilog=_VERIFY
    )
    verify.add_argument("--delete", action="store_true", help="delete what is damaged")


def run_cache(options: argparse.Namespace) -> None:
    """Run one subcommand of ``cache``.

    Raises:
        ConfigError: a folder or a stage that there is not.
        FaultListError: damaged entries or cells, one fault each.
        StoreError: a folder cannot be read, or a file cannot be deleted.
    """
    from hippo_exp.cli import cache_actions

    root = cache_root(options.root)
    if options.root is not None and not root.is_dir():
        raise ConfigError("no such folder", where=f"--root {options.root}", fix="check the path")
    if options.action == "list":
        cache_actions.list_cache(root)
    elif options.action == "size":
        cache_actions.show_size(root)
    elif options.action == "prune":
        cache_actions.prune(root, options)
    else:
        cache_actions.verify(root, delete=options.delete)


def _amount(text: str) -> float:
    """A number of gigabytes or days."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 upwards")
    return number
