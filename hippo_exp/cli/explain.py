"""``hippo-exp explain``: why passages rank as they do for one question."""

from __future__ import annotations

import argparse
import shutil
import sys

from hippo_exp.cli.parser import examples
from hippo_exp.cli.terminal import is_coloured
from hippo_exp.cli.words import Words, made_by, read_words
from hippo_exp.config import absolute

EXAMPLES = examples(
    "hippo-exp explain synthetic question-001",
    "hippo-exp explain synthetic question-001 --method passage_nodes --html question.html",
    'hippo-exp explain synthetic "Who founded Thornfowick Shipyard?" expansion.restart_prob=0.3',
)
_ABOUT = """Linked entities, mass of the nodes and where it is from, parts of the scores, and why
gold passages are missing.

A question that the data set has not is searched with the entities of --entity, or those of the
capitalised-words rule. Settings are those of a table (see README)."""
METHODS_HELP = (
    "hipporag (default), hipporag_ensemble, score_fusion, rank_fusion, passage_nodes, "
    "fact_linking, bm25, dense, proposition or raptor"
)
UNUSED = ("limit", "seed", "strict", "evaluation", "llm", "ircot", "reader")
"""Settings of a table, besides those of ``one_method.TABLE_ONLY``, that explain nothing."""


def add_explain_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``explain`` to the command line."""
    parser = commands.add_parser(
        "explain",
        help="why passages rank as they do for one question",
        description=_ABOUT,
        usage="hippo-exp explain DATASET QUESTION [NAME=VALUE ...] [options]",
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "words", nargs="+", metavar="DATASET QUESTION", help="id, or text in quotes"
    )
    parser.add_argument("--method", default="hipporag", metavar="NAME", help=METHODS_HELP)
    parser.add_argument(
        "--entity", action="append", metavar="NAME", help="a query entity; may be repeated"
    )
    parser.add_argument("--top", type=int, default=5, help="passages shown (5)")
    parser.add_argument("--nodes", type=int, default=10, help="nodes shown (10)")
    parser.add_argument("--html", metavar="FILE", help="write a page with the subgraph drawn")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def run_explain(options: argparse.Namespace) -> None:
    """Explain one question.

    Raises:
        HippoExpError: wrong settings, an unknown question, or what the stages raise.
    """
    from hippo_exp.pipeline.explain.asked import ask
    from hippo_exp.pipeline.explain.run import explain_question
    from hippo_exp.pipeline.planning.one_method import TABLE_ONLY, method_settings, opened_bench
    from hippo_exp.reporting.explain import explained_html, explained_json, explained_text
    from hippo_exp.storage import write_atomic

    words = read_words(options.words)
    page = absolute(options.html, "--html") if options.html is not None else None
    settings = method_settings(options.method, words.overrides, unused=(*TABLE_ONLY, *UNUSED))
    bench = opened_bench(settings)
    asked = ask(bench.inputs.dataset, words.text, options.entity)
    explained = explain_question(
        bench,
        settings,
        options.method,
        asked,
        depth=options.top,
        n_nodes=options.nodes,
        command=_command(words, options),
    )
    if page is not None:
        write_atomic(page, explained_html(explained).encode("utf-8", "replace"))
    if options.json:
        print(explained_json(explained), end="")
    elif page is None:
        color, width = _terminal()
        print(explained_text(explained, color=color, width=width), end="")
    if page is not None:
        print(f"written to {page}", file=sys.stderr)


def _command(words: Words, options: argparse.Namespace) -> str:
    chosen = [f"--method={options.method}"] if options.method != "hipporag" else []
    chosen += [f"--entity={name}" for name in options.entity or ()]
    chosen += [f"--top={options.top}"] if options.top != 5 else []
    chosen += [f"--nodes={options.nodes}"] if options.nodes != 10 else []
    return made_by("explain", words, chosen)


def _terminal() -> tuple[bool, int]:
    """Whether to colour, and the width: 100 columns, fewer on a narrower terminal."""
    if not sys.stdout.isatty():
        return False, 100
    return is_coloured(sys.stdout), min(shutil.get_terminal_size().columns, 100)
