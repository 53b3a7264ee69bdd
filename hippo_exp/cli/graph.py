"""``hippo-exp graph export``: the index of a data set, for other programs."""

from __future__ import annotations

import argparse

from hippo_exp.cli.parser import examples
from hippo_exp.cli.words import made_by, read_words
from hippo_exp.config import absolute
from hippo_exp.errors import ConfigError

EXAMPLES = examples(
    "hippo-exp graph export synthetic --to synthetic.graphml",
    "hippo-exp graph export synthetic --to with_passages.graphml --with-passages",
    "hippo-exp graph export musique_train --to musique.graphml synonymy.threshold=0.9",
)
SUFFIXES = (".graphml", ".xml")


def add_graph_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``graph`` and its subcommands to the command line."""
    graph = commands.add_parser(
        "graph",
        help="export the graph of a data set",
        description="The graph that HippoRAG searches, for networkx, igraph, Gephi and others.",
        epilog=EXAMPLES,
    )
    actions = graph.add_subparsers(dest="action", required=True, metavar="ACTION")
    export = actions.add_parser(
        "export",
        help="write it as GraphML",
        usage="hippo-exp graph export DATASET --to FILE.graphml [NAME=VALUE ...] [options]",
        epilog=EXAMPLES,
    )
    export.add_argument("words", nargs="+", metavar="DATASET", help="and settings of the index")
    export.add_argument("--to", required=True, metavar="FILE", help="a .graphml file")
    export.add_argument(
        "--with-passages", action="store_true", help="passages as nodes, as in passage_nodes"
    )


def run_graph(options: argparse.Namespace) -> None:
    """Write the graph.

    Raises:
        HippoExpError: wrong settings or files, or what the stages raise.
    """
    words = read_words(options.words)
    target = absolute(options.to, "--to")
    if target.suffix.lower() not in SUFFIXES:
        fix = "name a file that ends in .graphml"
        raise ConfigError("GraphML is written only", where=f"--to {options.to}", fix=fix)
    if words.text:
        fix = "write settings as NAME=VALUE"
        raise ConfigError("not a setting with a value", where=words.text, fix=fix)
    from hippo_exp.pipeline.explain.export import export_graph

    flags = ["--with-passages"] if options.with_passages else []
    command = made_by("graph export", words, ["--to", target.name, *flags])
    print(export_graph(words.overrides, target, command, with_passages=options.with_passages))
