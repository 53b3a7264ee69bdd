"""The growing index as a file of numbers and as a page."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.pipeline.maintenance.growing import Step
from hippo_exp.reporting.records import records_to_csv
from hippo_exp.text import counted

GROWTH, GROWTH_PAGE = "growth.csv", "growth.md"
_HEADINGS = (
    ("passages", "passages"),
    ("nodes", "nodes"),
    ("edges", "edges"),
    ("new_nodes", "new nodes"),
    ("specificities", "node specificities"),
    ("idfs", "IDFs"),
    ("pairs", "edge weights"),
    ("searched", "nodes searched"),
    ("built_triples", "triples read"),
    ("built_pairs", "edge weights"),
    ("built_searched", "nodes searched"),
)
_LEVELS = ("index", "index", "index", *["one passage more"] * 5, *["from scratch"] * 3)


def growth_csv(steps: Sequence[Step]) -> bytes:
    """The bytes of ``growth.csv``; the columns are the fields of :class:`Step`."""
    return records_to_csv(steps, Step)


def growth_page(steps: Sequence[Step], n_added: int, *, dataset: str, command: str) -> str:
    """Markdown: the steps, and how to read them."""
    headings = [
        f"{level}: {heading}" for level, (_, heading) in zip(_LEVELS, _HEADINGS, strict=True)
    ]
    lines = [
        f"# One passage more, {dataset}",
        "",
        f"What a passage changes in an index that is kept up to date: the mean of "
        f"{counted(n_added, 'passage')}, each added to the index and removed again. Passages come "
        "in a random order. A node specificity is 1 / n, so that it changes for the passage's own "
        "nodes; an IDF has the number of passages in it, so that it changes for every node. Nodes "
        "are searched for synonyms among all nodes. No time stands here: it would be another at "
        "every run; `python -m benchmarks.incremental` measures it.",
        "",
        "| " + " | ".join(headings) + " |",
        "|" + "---:|" * len(headings),
    ]
    for step in steps:
        values = (getattr(step, name) for name, _ in _HEADINGS)
        texts = [f"{value:,}" if isinstance(value, int) else f"{value:,.1f}" for value in values]
        lines.append("| " + " | ".join(texts) + " |")
    return "\n".join([*lines, "", f"Made by `{command}`", ""])
