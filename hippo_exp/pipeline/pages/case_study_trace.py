"""What carried a passage to its place, as a page shows it."""

from __future__ import annotations

from hippo_exp.pipeline.retrievers.index import Index
from hippo_exp.retrieval import Contribution, Explanation
from hippo_exp.types import Dataset

PARTS = 5
"""Nodes shown for a passage."""


def carried(dataset: Dataset, index: Index, trace: Explanation) -> str:
    """Seeds, and the nodes and facts that give the explained passages their scores."""
    lines = ["### What carried HippoRAG's first passage", ""]
    lines += ["| query entity | linked node | cosine | passages with the node | restart weight |"]
    lines += ["|---|---|---:|---:|---:|"]
    for seed in trace.seeds:
        node = escaped(seed.node) if seed.node else "– (not linkable)"
        numbers = f"{seed.cosine:.3f} | {seed.passages} | {seed.weight:.4f}"
        lines.append(f"| {escaped(seed.entity)} | {node} | {numbers} |")
    for passage in trace.passages:
        title = passage_name(dataset, passage.passage)
        lines += ["", f"First passage: **{escaped(title)}**, score {passage.raw:.5f}.", ""]
        lines += ["| node | facts of the passage with it | node score | share of the score |"]
        lines += ["|---|---:|---:|---:|"]
        lines += [_part(part, passage.raw) for part in passage.contributions[:PARTS]]
        lines += ["", "Its facts on these nodes:", ""]
        nodes = {part.position for part in passage.contributions[:PARTS]}
        lines += [f"- {escaped(fact)}" for fact in _facts(index, passage.passage, nodes)]
    return "\n".join(lines) + "\n"


def _part(part: Contribution, raw: float) -> str:
    share = 100.0 * part.amount / raw
    return f"| {escaped(part.node)} | {part.count:g} | {part.node_score:.5f} | {share:.1f} % |"


def _facts(index: Index, passage: int, nodes: set[int]) -> list[str]:
    """The passage's facts with an end among ``nodes``, in the order of the fact table."""
    matrix = index.facts.passage_facts
    row = matrix.indices[matrix.indptr[passage] : matrix.indptr[passage + 1]].tolist()
    return [
        " – ".join(index.facts.facts[fact])
        for fact in sorted(row)
        if nodes.intersection(index.facts.fact_ends[fact].tolist())
    ]


def passage_name(dataset: Dataset, position: int) -> str:
    """A passage's title, with its id where another passage has the same title."""
    passage = dataset.passages[position]
    same = sum(other.title == passage.title for other in dataset.passages)
    return f"{passage.title} (passage {passage.id})" if same > 1 else passage.title or passage.id


def escaped(text: str) -> str:
    """Text that fits into a cell of a Markdown table."""
    return " ".join(text.replace("|", "\\|").replace("*", "\\*").split())
