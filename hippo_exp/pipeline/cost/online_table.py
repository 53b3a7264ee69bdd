"""Table 17: the online cost of 1,000 questions."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import cache_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.cache.cap import keep_to_cap
from hippo_exp.pipeline.cost.estimated import (
    counted_questions,
    estimates_of,
    first_step_passages,
    price_fact,
)
from hippo_exp.pipeline.cost.gaps import part_gaps, roles_for
from hippo_exp.pipeline.cost.manifest import header_of
from hippo_exp.pipeline.cost.online import QUESTIONS, measure_questions
from hippo_exp.pipeline.cost.page import paper_ranges, paper_table_of
from hippo_exp.pipeline.cost.publish import publish_costs, show_rows, unmeasurable
from hippo_exp.pipeline.cost.rows import CostRow, check_rows, cost_rows
from hippo_exp.pipeline.llm.expected import Expected, announce, permit
from hippo_exp.pipeline.llm.multi_step import step_limit
from hippo_exp.pipeline.llm.roles import Role, models_of
from hippo_exp.pipeline.llm.rows import expected_of_role
from hippo_exp.pipeline.llm.session import opened
from hippo_exp.pipeline.pages.guard import free_folder
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrieval import LESS_KEPT, results_folder
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.ranking import queries_of
from hippo_exp.pipeline.source.inputs import Inputs, read_inputs
from hippo_exp.reporting import Stopwatch
from hippo_exp.storage import Store


def run_online_cost(settings: RetrievalSettings, command: str) -> None:
    """Ask every question of every row alone, and write ``out/NAME/DATASET``.

    Raises:
        FaultListError: files are missing, or nothing can be measured or estimated.
        HippoExpError: as the stages raise them; then no result is written.
    """
    watch = Stopwatch()
    with watch.stage("load"):
        inputs = read_inputs(settings)
    rows, queries = cost_rows(settings), queries_of(inputs.dataset)
    expected = _expected(settings, rows, inputs)
    if settings.dry_run:
        show_rows(rows, inputs)
        if settings.llm is not None:
            announce(settings.llm, expected, kept=LESS_KEPT)
        return
    folder = free_folder(results_folder(settings), settings, unmeasurable(rows, inputs))
    if settings.llm is not None:
        announce(settings.llm, expected, kept=LESS_KEPT)
        permit(settings.llm, expected)
    assert settings.latency is not None
    cache = cache_root(settings.cache.root)
    store = Store(cache, waiting=say)
    with opened(settings.llm, cache) as llm:
        bench = Workbench(inputs, store, watch, llm, query_store=Store(None))
        for item in rows:
            with watch.stage(item.row.id):
                measure_questions(item, bench, queries, settings.latency.warm_up)
        _estimate(settings, rows, bench)
        check_rows(settings, rows)
        paper = paper_table_of(settings)
        for item in rows:
            item.notes += [text for text in [paper_ranges(item, paper)] if text]
        header = header_of(
            settings,
            inputs,
            command,
            n=len(inputs.dataset.questions),
            unit="question",
            facts=_facts(settings),
        )
        report = llm.report() if llm is not None else None
    publish_costs(folder, settings, inputs, rows, header, watch, command, paper=paper, llm=report)
    keep_to_cap(settings.cache)


def _expected(settings: RetrievalSettings, rows: Sequence[CostRow], inputs: Inputs) -> Expected:
    """Calls and cost of the rows that ask, at most."""
    if settings.llm is None:
        return {}
    calls: dict[Role, int] = {}
    questions = len(inputs.dataset.questions)
    for item in rows:
        if any(part_gaps(item.settings, item.row, inputs).values()):
            continue
        steps = step_limit(settings) - 1 if item.row.retriever == "ircot" else 1
        for role in roles_for(item.settings, item.row):
            calls[role] = calls.get(role, 0) + steps * questions
    return {
        role: expected_of_role(settings, role, inputs.dataset, number)
        for role, number in calls.items()
    }


def _estimate(settings: RetrievalSettings, rows: Sequence[CostRow], bench: Workbench) -> None:
    """Count the tokens of the rows that were not measured with a language model."""
    wanting = [item for item in rows if "llm_ms" in item.gaps]
    shown = None
    if any(item.row.retriever == "ircot" for item in wanting):
        shown = first_step_passages(settings, bench, queries_of(bench.inputs.dataset))
    for item in wanting:
        counts = counted_questions(item, bench, shown)
        if counts is not None:
            dataset = bench.inputs.dataset
            item.estimates += estimates_of(item, counts, dataset, times=QUESTIONS)


def _facts(settings: RetrievalSettings) -> list[tuple[str, str]]:
    assert settings.cost is not None
    assert settings.latency is not None
    facts = [
        ("calls and tokens of", "one question"),
        ("cost of", f"{QUESTIONS:,} questions"),
        ("questions at a time", "1"),
        ("warm-up", f"{settings.latency.warm_up} questions"),
    ]
    if settings.llm is not None:
        roles: tuple[Role, ...] = ("query_ner", "reasoning")
        facts.append(("language model", ", ".join(models_of(settings.llm, roles))))
    return [*facts, price_fact(settings.cost.model)]
