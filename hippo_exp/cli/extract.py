"""``hippo-exp extract``: triples of a corpus and entities of its questions, by a language model."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence

from hippo_exp.cli.faults import distinct, each_fault
from hippo_exp.cli.parser import examples
from hippo_exp.config import public, sound_settings
from hippo_exp.config.schema import ExtractSettings
from hippo_exp.config.schema.llm import LLM_PLACES
from hippo_exp.errors import FaultListError, HippoExpError

EXAMPLES = examples(
    "hippo-exp extract dataset=synthetic to=/tmp/trial llm=local limit_passages=20 dry_run=true",
    "hippo-exp extract dataset=custom dataset.dir=mine llm=local   # beside: hippo-exp llm serve",
    "hippo-exp extract dataset=custom dataset.dir=mine llm=openai llm.budget_usd=5 dry_run=true",
)
# Settings that say where things are, not what is extracted.
_PLACES = ("to", "data.root", "cache.root", "dataset.dir", "dry_run")


def add_extract_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``extract`` to the command line."""
    parser = commands.add_parser(
        "extract",
        help="triples and query entities by a language model",
        description="Writes openie.json and query_ner.json, which the tables read. Settings:\n"
        "configs/extract.yaml and configs/llm/*.yaml.",
        epilog=EXAMPLES,
    )
    parser.add_argument("settings", nargs="*", metavar="NAME=VALUE", help="as of an experiment")


def run_extract(options: argparse.Namespace) -> None:
    """Check every setting, then extract.

    Raises:
        FaultListError: all faults of the settings together.
        HippoExpError: what the extraction raises.
    """
    settings = checked(options.settings)
    from hippo_exp.pipeline.llm.extraction.run import run_extraction

    try:
        run_extraction(settings, command(options.settings))
    except KeyboardInterrupt:
        print("stopped: the replies so far are kept, the same command goes on", file=sys.stderr)
        sys.exit(130)


def checked(overrides: Sequence[str]) -> ExtractSettings:
    """The settings of a command line.

    Raises:
        FaultListError: everything that is wrong with them.
    """
    from hippo_exp.pipeline.llm.extraction.target import extract_faults

    sound = sound_settings(ExtractSettings, "extract", overrides)
    faults: list[HippoExpError] = list(sound.faults)
    if sound.settings is not None:
        try:
            faults += extract_faults(sound.settings)
        except HippoExpError as error:
            faults += each_fault(error)
    if faults or sound.settings is None:
        raise FaultListError(distinct(faults))
    return sound.settings


def command(overrides: Sequence[str]) -> str:
    """The command without places and money."""
    hidden = (*_PLACES, *LLM_PLACES)
    kept = [text for text in overrides if text.partition("=")[0] not in hidden]
    shown = []
    for text in kept:
        key, _, value = text.partition("=")
        shown.append(f"{key}={public(value)}")
        if text == "dataset=custom":
            shown.append("dataset.dir=FOLDER")
    return " ".join(["hippo-exp extract", *map(shlex.quote, shown)])
