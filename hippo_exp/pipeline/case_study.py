"""Case studies: the top passages of each row side by side, and what carried the first one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from hippo_exp.pipeline.index import Index
from hippo_exp.pipeline.plan import PlannedRow
from hippo_exp.pipeline.ranking import queries_of
from hippo_exp.pipeline.scoring import Scored
from hippo_exp.pipeline.workbench import Workbench
from hippo_exp.retrieval import Contribution, Explanation
from hippo_exp.types import Dataset, Question, Ranking

TOP = 5
TOP_FIVE = "top5.md"


def case_study_files(
    planned: Sequence[PlannedRow], scored: Scored, bench: Workbench
) -> dict[str, bytes]:
    """``top5.md`` for people and ``explanations.json`` for programs."""
    dataset = bench.inputs.dataset
    labels = {item.row.id: item.label for item in planned if not item.reason}
    item = next((p for p in planned if p.row.retriever == "hipporag" and not p.reason), None)
    pages: list[str] = []
    records: list[object] = []
    for position, question in enumerate(dataset.questions):
        best = {row: scored.rankings[row][position] for row in labels}
        pages.append(_side_by_side(dataset, question, labels, best))
        if item is not None:
            first = best[item.row.id].passages[:1].tolist()
            query = queries_of(dataset)[position]
            trace = bench.hipporag(item.settings).explain(query, passages=first)
            index = bench.index(item.settings)
            pages.append(_carried(dataset, index, trace))
            records.append({"question": question.text, "hipporag": asdict(trace)})
    return {
        TOP_FIVE: ("\n".join(pages).rstrip("\n") + "\n").encode("utf-8", "replace"),
        "explanations.json": (
            json.dumps(records, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
        ).encode("utf-8", "replace"),
    }


def _side_by_side(
    dataset: Dataset, question: Question, labels: dict[str, str], best: dict[str, Ranking]
) -> str:
    lines = [f"## {question.text}", ""]
    if question.answers:
        lines += [f"Answer: {', '.join(question.answers)}. Gold passages in **bold**.", ""]
    lines.append("| rank | " + " | ".join(labels.values()) + " |")
    lines.append("|---:|" + "---|" * len(labels))
    keys, gold = dataset.match_keys, set(question.gold)
    for rank in range(min(TOP, len(dataset.passages))):
        cells = []
        for row in labels:
            passage = int(best[row].passages[rank])
            title = _escape(_name(dataset, passage))
            cells.append(f"**{title}**" if keys[passage] in gold else title)
        lines.append(f"| {rank + 1} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _name(dataset: Dataset, position: int) -> str:
    """A passage's title, with its id where another passage has the same title."""
    passage = dataset.passages[position]
    same = sum(other.title == passage.title for other in dataset.passages)
    return f"{passage.title} (passage {passage.id})" if same > 1 else passage.title or passage.id


def _carried(dataset: Dataset, index: Index, trace: Explanation) -> str:
    lines = ["### What carried HippoRAG's first passage", ""]
    lines += ["| query entity | linked node | cosine | passages with the node | restart weight |"]
    lines += ["|---|---|---:|---:|---:|"]
    for seed in trace.seeds:
        node = _escape(seed.node) if seed.node else "– (not linkable)"
        numbers = f"{seed.cosine:.3f} | {seed.passages} | {seed.weight:.4f}"
        lines.append(f"| {_escape(seed.entity)} | {node} | {numbers} |")
    for passage in trace.passages:
        title = _name(dataset, passage.passage)
        lines += ["", f"First passage: **{_escape(title)}**, score {passage.raw:.5f}.", ""]
        lines += ["| node | facts of the passage with it | node score | share of the score |"]
        lines += ["|---|---:|---:|---:|"]
        lines += [_part(part, passage.raw) for part in passage.contributions[:TOP]]
        lines += ["", "Its facts on these nodes:", ""]
        nodes = {part.position for part in passage.contributions[:TOP]}
        lines += [f"- {_escape(fact)}" for fact in _facts(index, passage.passage, nodes)]
    return "\n".join(lines) + "\n"


def _part(part: Contribution, raw: float) -> str:
    share = 100.0 * part.amount / raw
    return f"| {_escape(part.node)} | {part.count:g} | {part.node_score:.5f} | {share:.1f} % |"


def _facts(index: Index, passage: int, nodes: set[int]) -> list[str]:
    """The passage's facts with an end among ``nodes``, in the order of the fact table."""
    matrix = index.facts.passage_facts
    row = matrix.indices[matrix.indptr[passage] : matrix.indptr[passage + 1]].tolist()
    return [
        " – ".join(index.facts.facts[fact])
        for fact in sorted(row)
        if nodes.intersection(index.facts.fact_ends[fact].tolist())
    ]


def _escape(text: str) -> str:
    return " ".join(text.replace("|", "\\|").replace("*", "\\*").split())
