"""``hippo-exp settings``: every setting, its values and its default."""

from __future__ import annotations

import argparse

from hippo_exp.cli.parser import examples

EXAMPLES = examples("hippo-exp settings", "hippo-exp settings > docs/configuration.md")


def add_settings_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``settings`` to the command line."""
    commands.add_parser(
        "settings",
        help="every setting of the experiments, its values and its default",
        description="The configuration reference, as Markdown.",
        epilog=EXAMPLES,
    )


def run_settings(options: argparse.Namespace) -> None:
    """Print the reference."""
    from hippo_exp.config.reference import reference_page

    print(reference_page(), end="")
