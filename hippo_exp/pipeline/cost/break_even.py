"""Which costs moved offline, and from how many queries on that pays: HippoRAG against IRCoT."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hippo_exp.config import cache_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.llm import ReplyStore, TokenCounter, token_counter
from hippo_exp.pipeline.cache.cap import keep_to_cap
from hippo_exp.pipeline.cost.bills import Tokens
from hippo_exp.pipeline.cost.break_even_rows import figure_of, fill_row
from hippo_exp.pipeline.cost.counting import counted_extraction, counted_ircot, counted_query_ner
from hippo_exp.pipeline.cost.estimated import first_step_passages
from hippo_exp.pipeline.cost.gaps import part_gaps
from hippo_exp.pipeline.cost.kept import kept_extraction, kept_ircot, kept_query_ner
from hippo_exp.pipeline.cost.manifest import header_of
from hippo_exp.pipeline.cost.publish import publish_costs, show_rows, unmeasurable
from hippo_exp.pipeline.cost.rows import check_rows, cost_rows
from hippo_exp.pipeline.cost.tokens import Spent, TokenCounts
from hippo_exp.pipeline.llm.multi_step import step_limit
from hippo_exp.pipeline.llm.session import REPLIES
from hippo_exp.pipeline.pages.guard import free_folder
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrieval import results_folder
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.ranking import queries_of
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.reporting import Stopwatch
from hippo_exp.storage import Store
from hippo_exp.types import Passage

_INNER = "dense"
"""What IRCoT searches with."""


def run_break_even(settings: RetrievalSettings, command: str) -> None:
    """Price the tokens of both methods, write table and figure to ``out/NAME/DATASET``.

    No language model is called: tokens are those of kept replies where there are any, else counted.

    Raises:
        FaultListError: files are missing, or nothing can be worked out.
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
    cache = cache_root(settings.cache.root)
    bench = Workbench(inputs, Store(cache, waiting=say), watch)
    for item in rows:
        parts = part_gaps(item.settings, item.row, inputs)
        item.lacks((*parts["tokens"], *parts["llm"]), *settings.experiment.metrics)
    lacking = part_gaps(settings, rows[0].row, inputs)["tokens"]
    figures, n = {}, len(inputs.dataset.questions)
    facts = [("money of", "the language model")]
    if not lacking:
        with watch.stage("tokens"):
            source = _Source(settings, bench, ReplyStore(cache / REPLIES))
            tokens = source.tokens()
            by_calls = source.by_calls(tokens)
        facts += _facts(settings, tokens)
        with watch.stage("bills"):
            for item in rows:
                fill_row(item, tokens, by_calls, inputs.dataset.name)
        n, passages = len(tokens.hipporag.ids), len(inputs.dataset.passages)
        figure = figure_of(rows, tokens, inputs.dataset.name, n, passages)
        figures = {} if figure is None else {"break_even": figure}
    check_rows(settings, rows)
    header = header_of(settings, inputs, command, n=n, unit="question", facts=facts)
    publish_costs(folder, settings, inputs, rows, header, watch, command, figures=figures)
    keep_to_cap(settings.cache)


@dataclass(frozen=True)
class _Source:
    """Where the tokens of a data set come from.

    Attributes:
        settings: of the experiment.
        bench: passages, questions, extraction, and the retriever that IRCoT searches with.
        store: of kept replies.
    """

    settings: RetrievalSettings
    bench: Workbench
    store: ReplyStore

    def tokens(self) -> Tokens:
        """Measured where replies are kept, else counted; of the same questions for both methods."""
        hipporag, ircot = self._hipporag(), self._ircot()
        shared = _shared(hipporag, ircot)
        if not shared:
            hipporag, ircot = self._counted_hipporag(), self._counted_ircot()
            shared = _shared(hipporag, ircot)
        return Tokens(self._passages(), hipporag.only(shared), ircot.only(shared))

    def by_calls(self, tokens: Tokens) -> Mapping[int, TokenCounts]:
        """Thoughts for a question -> what they take; empty where that was measured."""
        if tokens.ircot.model is not None:
            return {}
        return {
            thoughts: self._counted_ircot(thoughts).only(tokens.ircot.ids)
            for thoughts in range(1, step_limit(self.settings))
        }

    def _passages(self) -> TokenCounts:
        dataset, settings = self.bench.inputs.dataset, self.settings
        if settings.llm is not None:
            kept = kept_extraction(settings.llm, dataset.passages, self.store)
            if kept.ids and kept.is_counted:
                return kept
        return counted_extraction(dataset, self.bench.inputs.extraction(settings), self._counter)

    def _hipporag(self) -> TokenCounts:
        settings, queries = self.settings, queries_of(self.bench.inputs.dataset)
        if settings.query_ner == "capitalized":
            spent = tuple(Spent() for _ in queries)
            basis = "HippoRAG's questions: no call, as entities are found by rule"
            return TokenCounts(tuple(query.id for query in queries), spent, basis)
        if settings.llm is not None:
            kept = kept_query_ner(settings, queries, self.store)
            if kept.ids and kept.is_counted:
                return kept
        return self._counted_hipporag()

    def _ircot(self) -> TokenCounts:
        settings, bench = self.settings, self.bench
        if settings.llm is not None:
            dataset = bench.inputs.dataset
            retriever, queries = bench.retriever(settings, _INNER), queries_of(dataset)
            kept = kept_ircot(settings, _INNER, retriever, dataset, queries, self.store)
            if kept.ids and kept.is_counted:
                return kept
        return self._counted_ircot()

    def _counted_hipporag(self) -> TokenCounts:
        counts = counted_query_ner(self.bench.inputs.dataset.questions, self._counter)
        assert counts is not None  # a row without query entities has not come so far
        return counts

    def _counted_ircot(self, thoughts: int | None = None) -> TokenCounts:
        questions = self.bench.inputs.dataset.questions
        return counted_ircot(
            self.settings, questions, self._shown, self._counter, thoughts=thoughts
        )

    @cached_property
    def _shown(self) -> list[list[Passage]]:
        queries = queries_of(self.bench.inputs.dataset)
        shown = first_step_passages(self.settings, self.bench, queries)
        assert shown is not None  # the encoder is there, or no row has come so far
        return shown

    @cached_property
    def _counter(self) -> TokenCounter:
        assert self.settings.cost is not None
        return token_counter(self.settings.cost.model)


def _shared(hipporag: TokenCounts, ircot: TokenCounts) -> tuple[str, ...]:
    known = dict.fromkeys(ircot.ids)
    return tuple(name for name in hipporag.ids if name in known)


def _facts(settings: RetrievalSettings, tokens: Tokens) -> list[tuple[str, str]]:
    assert settings.break_even is not None
    parts = {
        "tokens of a passage": tokens.passages,
        "of a query of HippoRAG": tokens.hipporag,
        "of a query of IRCoT": tokens.ircot,
    }
    found = [(name, _text(counts)) for name, counts in parts.items()]
    return [*found, ("totals of", f"{settings.break_even.corpus_size:,} passages")]


def _text(counts: TokenCounts) -> str:
    means = counts.means()
    prompt, reply = means["prompt_tokens"], means["completion_tokens"]
    kind = "measured" if counts.model is not None else "estimate"
    return (
        f"{prompt:,.0f} + {reply:,.0f} in {means['llm_calls']:.2g} calls "
        f"({kind}, n = {len(counts.ids):,})"
    )
