"""``hippo-exp data``: the data sets, where they come from, and whether they are intact."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hippo_exp.cli.parser import examples
from hippo_exp.config import data_root
from hippo_exp.errors import ConfigError

if TYPE_CHECKING:
    from hippo_exp.datasets import RegisteredDataset

EXAMPLES = examples(
    "hippo-exp data list",
    "hippo-exp data fetch musique",
    "hippo-exp data verify musique",
)
_OF_ACTION = {
    "list": examples("hippo-exp data list", "hippo-exp data list --root /tmp/try"),
    "fetch": examples(
        "hippo-exp data fetch musique 2wikimultihopqa hotpotqa",
        "hippo-exp data fetch musique --parts questions corpus",
    ),
    "verify": examples("hippo-exp data verify", "hippo-exp data verify musique --strict"),
    "path": examples("hippo-exp data path", "hippo-exp data path musique"),
    "card": examples("hippo-exp data card musique", "hippo-exp data card case_study_books"),
    "build": examples(
        "hippo-exp data build musique --questions 2000",
        "hippo-exp data build hotpotqa --questions 500 --seed 1 --out my_sample",
    ),
}
MIRROR_VARIABLE = "HIPPO_EXP_MIRROR"


def add_data_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``data`` and its subcommands to the command line."""
    data = commands.add_parser(
        "data",
        help="fetch, verify and describe the data sets",
        description="Fetch, verify and describe the data sets.",
        epilog=EXAMPLES,
    )
    actions = data.add_subparsers(dest="action", required=True, metavar="ACTION")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--root", help="the data root (default: HIPPO_EXP_DATA, or the user cache)")
    common.add_argument(
        "--index",
        type=Path,
        help="file list of another release: columns path and git_blob_sha1, separated by tabs",
    )

    def add(name: str, help: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, parents=[common], help=help, epilog=_OF_ACTION[name])

    add("list", help="the data sets, and what is there of each")
    _add_fetch(add("fetch", help="download what is missing"))
    verify = add("verify", help="check the files and the counts")
    verify.add_argument("names", nargs="*", metavar="NAME", help="default: those that are there")
    verify.add_argument("--parts", nargs="+", metavar="PART", help="only these files")
    verify.add_argument(
        "--strict", action="store_true", help="counts that differ from the paper's are errors"
    )
    path = add("path", help="print the folder")
    path.add_argument("name", nargs="?", metavar="NAME", help="default: the data root")
    card = add("card", help="print a data set's card")
    card.add_argument("name", metavar="NAME")
    _add_build(add("build", help="sample a public hub copy"))


def run_data(options: argparse.Namespace) -> None:
    """Run one subcommand of ``data``.

    Raises:
        HippoExpError: what is wrong with the command, the files or their source.
    """
    from hippo_exp.cli import data_actions, data_fetch, data_verify

    root = data_root(options.root)
    datasets = _datasets(options.index)
    if options.action == "list":
        data_actions.list_datasets(datasets, root)
    elif options.action == "fetch":
        chosen = _chosen(datasets, options.names)
        data_fetch.fetch(chosen, root, options.mirror, options.parts, replace=options.replace)
    elif options.action == "verify":
        names = options.names or [item.name for item in datasets if (root / item.folder).is_dir()]
        if not names:
            fix = "fetch some: hippo-exp data fetch NAME"
            raise ConfigError("no data set is there", where=str(root), fix=fix)
        data_verify.verify(
            _chosen(datasets, names), datasets, root, options.parts, strict=options.strict
        )
    elif options.action == "path":
        name = options.name
        print(root / _chosen(datasets, [name])[0].folder if name else root)
    elif options.action == "card":
        data_actions.show_card(_chosen(datasets, [options.name])[0])
    else:
        data_actions.build(_chosen(datasets, [options.name])[0], root, options)


def _add_fetch(parser: argparse.ArgumentParser) -> None:
    from hippo_exp.datasets.registry import RELEASE

    parser.add_argument("names", nargs="+", metavar="NAME", help="data sets, or all")
    parser.add_argument("--parts", nargs="+", metavar="PART", help="only these files")
    parser.add_argument(
        "--mirror",
        default=os.environ.get(MIRROR_VARIABLE) or RELEASE,
        help=f"http(s) address or folder with the release's layout, or with that of a data root "
        f"(default: {MIRROR_VARIABLE}, or the official release at its pinned commit)",
    )
    parser.add_argument(
        "--replace", action="store_true", help="replace files that are not the released ones"
    )


def _add_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="musique, 2wikimultihopqa or hotpotqa")
    parser.add_argument("--questions", type=int, required=True, help="how many to draw")
    parser.add_argument("--seed", type=int, default=0, help="of the draw (default: 0)")
    parser.add_argument("--split", help="of the copy (default: validation)")
    parser.add_argument("--out", type=Path, help="folder (default: below the data root)")
    parser.add_argument("--repository", help="another hub copy, or a local folder")
    parser.add_argument("--revision", help="another revision of the copy")


def _datasets(index: Path | None) -> tuple[RegisteredDataset, ...]:
    from hippo_exp.datasets.registry_index import apply_index, read_index
    from hippo_exp.pipeline.source.registry import registered_datasets

    datasets = registered_datasets()
    return datasets if index is None else apply_index(datasets, read_index(index))


def _chosen(
    datasets: Sequence[RegisteredDataset], names: Sequence[str]
) -> tuple[RegisteredDataset, ...]:
    from hippo_exp.datasets.registry import choose_datasets

    return choose_datasets(datasets, names)
