"""Case studies: the top passages of each row side by side, and what carried the first one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from hippo_exp.config import config_folder
from hippo_exp.pipeline.pages.case_study_trace import carried, escaped, passage_name
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.ranking import queries_of
from hippo_exp.pipeline.run.scoring import Scored
from hippo_exp.reporting import PaperCase, load_paper_cases
from hippo_exp.text import counted
from hippo_exp.types import Dataset, Question, Ranking

TOP = 5
TOP_FIVE = "top5.md"


def case_study_files(
    planned: Sequence[PlannedRow], scored: Scored, bench: Workbench, command: str
) -> dict[str, bytes]:
    """``top5.md`` for people and ``explanations.json`` for programs.

    Args:
        planned: the rows; the first HippoRAG row that runs is explained.
        scored: their rankings.
        bench: builds the explained retriever.
        command: what makes the page again.
    """
    dataset = bench.inputs.dataset
    labels = {item.row.id: item.label for item in planned if not item.reason}
    item = next((p for p in planned if p.row.retriever == "hipporag" and not p.reason), None)
    pages = [_opening(dataset, planned)]
    records: list[object] = []
    for position, question in enumerate(dataset.questions):
        best = {row: scored.rankings[row][position] for row in labels}
        pages.append(_side_by_side(dataset, question, labels, best))
        if item is not None:
            first = best[item.row.id].passages[:1].tolist()
            query = queries_of(dataset)[position]
            trace = bench.hipporag(item.settings).explain(query, passages=first)
            pages.append(carried(dataset, bench.index(item.settings), trace))
            records.append({"question": question.text, "hipporag": asdict(trace)})
    cases = load_paper_cases(config_folder() / "paper")
    pages += [_printed(case) for case in cases if case.dataset == dataset.name]
    pages.append(f"Made by `{command}`\n")
    return {
        TOP_FIVE: ("\n".join(pages).rstrip("\n") + "\n").encode("utf-8", "replace"),
        "explanations.json": (
            json.dumps(records, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
        ).encode("utf-8", "replace"),
    }


def _opening(dataset: Dataset, planned: Sequence[PlannedRow]) -> str:
    """Title, and where passages, triples and query entities are from."""
    options = planned[0].settings.dataset
    entries = (options.openie.get(planned[0].settings.openie.extractor), options.query_entities)
    notes = [*dataset.notes, *(entry.note for entry in entries if entry is not None)]
    lines = [f"# {dataset.name}: top {TOP} of {counted(len(dataset.passages), 'passage')}", ""]
    return "\n".join([*lines, *(f"- {note}" for note in notes if note)]) + "\n"


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
            title = escaped(passage_name(dataset, passage))
            cells.append(f"**{title}**" if keys[passage] in gold else title)
        lines.append(f"| {rank + 1} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _printed(case: PaperCase) -> str:
    """The titles in the paper, which searched another corpus with triples of its own."""
    lines = ["### What the paper prints", "", f"{case.source}: *{escaped(case.question)}*", ""]
    lines.append("| rank | " + " | ".join(case.retrieved) + " |")
    lines.append("|---:|" + "---|" * len(case.retrieved))
    for rank in range(max(len(titles) for titles in case.retrieved.values())):
        cells = [titles[rank] if rank < len(titles) else "" for titles in case.retrieved.values()]
        lines.append(f"| {rank + 1} | " + " | ".join(map(escaped, cells)) + " |")
    closing = "The paper's triples are GPT-3.5's and its encoder is another; only titles are given."
    return "\n".join([*lines, "", closing]) + "\n"
