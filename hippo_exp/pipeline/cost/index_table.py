"""Table 18: the offline cost of an index."""

from __future__ import annotations

from hippo_exp.config import cache_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.retrievers import links_entities
from hippo_exp.llm import ReplyStore
from hippo_exp.pipeline.cost.building import build_seconds
from hippo_exp.pipeline.cost.counting import counted_extraction
from hippo_exp.pipeline.cost.estimated import counter_of, estimates_of, price_fact
from hippo_exp.pipeline.cost.gaps import fill_command, part_gaps, roles_for
from hippo_exp.pipeline.cost.kept import kept_extraction
from hippo_exp.pipeline.cost.manifest import header_of
from hippo_exp.pipeline.cost.online import NO_PRICE, NOT_COUNTED
from hippo_exp.pipeline.cost.page import paper_table_of
from hippo_exp.pipeline.cost.publish import publish_costs, show_rows, unmeasurable
from hippo_exp.pipeline.cost.rows import CostRow, check_rows, cost_rows
from hippo_exp.pipeline.cost.tokens import TokenCounts, added
from hippo_exp.pipeline.llm.prices import price_of
from hippo_exp.pipeline.llm.roles import chat_settings
from hippo_exp.pipeline.llm.session import REPLIES
from hippo_exp.pipeline.pages.guard import free_folder
from hippo_exp.pipeline.planning.file_gaps import extraction_gaps
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.pipeline.retrieval import results_folder
from hippo_exp.pipeline.source.inputs import Inputs, read_inputs
from hippo_exp.reporting import Estimate, Stopwatch
from hippo_exp.text import counted

PASSAGES = 10_000
"""Money is that of so many passages, as in the paper."""
CORPUS = "corpus"
"""Stands for an id where a value is of all passages together."""
_TOKENS = ("llm_calls", "prompt_tokens", "completion_tokens")
_SCALED = "minutes: wall time of all stages on this corpus, as if it grew linearly with passages"


def run_index_cost(settings: RetrievalSettings, command: str) -> None:
    """Build every row's index afresh, read what its extraction had taken, write the table.

    No language model is called: what an extraction took is read from the kept replies.

    Raises:
        FaultListError: files are missing, or nothing can be measured or estimated.
        HippoExpError: as the stages raise them; then no result is written.
    """
    watch = Stopwatch()
    with watch.stage("load"):
        inputs = read_inputs(settings)
    rows = cost_rows(settings)
    if settings.dry_run:
        show_rows(rows, inputs)
        return
    folder = free_folder(results_folder(settings), settings, unmeasurable(rows, inputs))
    replies = ReplyStore(cache_root(settings.cache.root) / REPLIES)
    for item in rows:
        with watch.stage(item.row.id):
            _measure_building(item, inputs)
            _measure_extraction(item, inputs, replies)
            _estimate(item, inputs)
    check_rows(settings, rows)
    header = header_of(
        settings,
        inputs,
        command,
        n=len(inputs.dataset.passages),
        unit="passage",
        facts=_facts(settings),
    )
    paper = paper_table_of(settings)
    publish_costs(folder, settings, inputs, rows, header, watch, command, paper=paper)


def _measure_extraction(item: CostRow, inputs: Inputs, replies: ReplyStore) -> None:
    """Tokens, money and time of the extraction; a row without one takes none."""
    names = (*_TOKENS, "api_usd")
    parts = part_gaps(item.settings, item.row, inputs)
    if not roles_for(item.settings, item.row):
        if not item.lacks(parts["index"], *names):
            ids = [passage.id for passage in inputs.dataset.passages]
            item.taken |= {name: dict.fromkeys(ids, 0.0) for name in names}
        return
    llm = item.settings.llm
    if item.lacks(parts["llm"], *names, "extraction_s") or llm is None:
        return
    counts = kept_extraction(llm, inputs.dataset.passages, replies)
    total = len(inputs.dataset.passages)
    if not counts.ids:
        model = chat_settings(llm, "extraction").model
        gap = Gap("llm", f"no extraction by {model} is kept", fill_command(item.settings, item.row))
        item.lacks([gap], *names, "extraction_s")
        return
    _take_over(item, counts)
    if len(counts.ids) < total:
        reason = f"kept replies are of {counted(len(counts.ids), 'passage')} of {total:,}"
        item.notes.append(reason)
        gap = Gap("llm", reason, fill_command(item.settings, item.row))
        item.lacks([gap], "extraction_s")
    else:
        item.taken["extraction_s"] = {CORPUS: added(counts.spent).seconds}


def _take_over(item: CostRow, counts: TokenCounts) -> None:
    llm = item.settings.llm
    assert llm is not None
    spent = dict(zip(counts.ids, counts.spent, strict=True))
    item.taken["llm_calls"] = {name: float(each.calls) for name, each in spent.items()}
    uncounted = [] if counts.is_counted else [NOT_COUNTED]
    if item.lacks(uncounted, "prompt_tokens", "completion_tokens", "api_usd"):
        return
    item.taken["prompt_tokens"] = {name: float(each.prompt) for name, each in spent.items()}
    item.taken["completion_tokens"] = {name: float(each.completion) for name, each in spent.items()}
    price = price_of(llm, "extraction")
    if not item.lacks([] if price else [NO_PRICE], "api_usd"):
        assert price is not None
        item.taken["api_usd"] = {name: PASSAGES * each.usd(price) for name, each in spent.items()}


def _measure_building(item: CostRow, inputs: Inputs) -> None:
    """Wall time of the stages that need no language model."""
    on_graph = links_entities(item.row.searcher)
    stages = ("encoding_s", "synonymy_s", "graph_s") if on_graph else ("encoding_s",)
    gaps = part_gaps(item.settings, item.row, inputs)["index"]
    if not item.lacks(gaps, *stages):
        found = build_seconds(item.settings, str(item.row.searcher), inputs)
        item.taken |= {name: {CORPUS: seconds} for name, seconds in found.items()}
    item.absent["minutes"] = f"wall time is that of this corpus, not of {PASSAGES:,} passages"


def _estimate(item: CostRow, inputs: Inputs) -> None:
    """Tokens where none were measured, and the minutes of the paper's number of passages."""
    extracted = bool(roles_for(item.settings, item.row)) and not extraction_gaps(item.settings)
    if extracted and "llm_calls" in item.gaps:
        counts = counted_extraction(
            inputs.dataset, inputs.extraction(item.settings), counter_of(item)
        )
        item.estimates += estimates_of(item, counts, inputs.dataset, times=PASSAGES)
    stages = [name for name in item.taken if name.endswith("_s")]
    if stages and not any(name.endswith("_s") for name in item.gaps):
        seconds = sum(item.taken[name][CORPUS] for name in stages)
        minutes = seconds / 60 * PASSAGES / len(inputs.dataset.passages)
        item.estimates.append(
            Estimate(
                experiment=item.settings.experiment.name,
                row=item.row.id,
                dataset=inputs.dataset.name,
                metric="minutes",
                estimate=minutes,
                ci_low=None,
                ci_high=None,
                basis=_SCALED,
            )
        )


def _facts(settings: RetrievalSettings) -> list[tuple[str, str]]:
    assert settings.cost is not None
    facts = [
        ("calls and tokens of", "one passage"),
        ("cost of", f"{PASSAGES:,} passages"),
        ("wall time of", "the whole corpus; of the extraction, its calls one after another"),
    ]
    if settings.llm is not None:
        facts.append(("language model", chat_settings(settings.llm, "extraction").model))
    if settings.synonymy.enabled:
        facts.append(("synonymy threshold", f"{settings.synonymy.threshold:g}"))
    return [*facts, price_fact(settings.cost.model)]
