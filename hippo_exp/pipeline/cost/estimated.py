"""Counted tokens and their price, in place of what no language model was asked for here."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.llm import Price, TokenCounter, token_counter
from hippo_exp.pipeline.cost.counting import counted_ircot, counted_query_ner
from hippo_exp.pipeline.cost.rows import CostRow
from hippo_exp.pipeline.cost.tokens import TokenCounts
from hippo_exp.pipeline.llm.prices import price_table
from hippo_exp.pipeline.planning.availability import encoder_gaps
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.reporting import Estimate
from hippo_exp.retrieval import rank_passages
from hippo_exp.types import Dataset, Passage, Query

_BLOCK = 256


def model_of(item: CostRow) -> str:
    """Whose prices and tokens a row is estimated with: its own model's, else ``cost.model``'s."""
    if item.row.model is not None:
        return item.row.model
    assert item.settings.cost is not None
    return item.settings.cost.model


def estimates_of(
    item: CostRow, counts: TokenCounts, dataset: Dataset, *, times: int
) -> list[Estimate]:
    """Mean calls and tokens, and the money for ``times`` passages or questions.

    Without a price there is no money.
    """
    model = model_of(item)
    price = price_table().get(model)
    numbers = counts.means()
    if price is not None and counts.spent:
        numbers["api_usd"] = times * float(counts.usd(price).mean())
    return [
        Estimate(
            experiment=item.settings.experiment.name,
            row=item.row.id,
            dataset=dataset.name,
            metric=metric,
            estimate=value,
            ci_low=None,
            ci_high=None,
            basis=counts.basis,
        )
        for metric, value in numbers.items()
    ]


def price_fact(model: str) -> tuple[str, str]:
    """A model and its price, for a table's header."""
    price = price_table().get(model)
    return "priced as", f"{model} ({_text(price)})"


def counter_of(item: CostRow) -> TokenCounter:
    """The counter of the tokens of :func:`model_of`."""
    return token_counter(model_of(item))


def first_step_passages(
    settings: RetrievalSettings, bench: Workbench, queries: Sequence[Query]
) -> list[list[Passage]] | None:
    """(n_questions, top_k) what IRCoT's first step finds with the chosen encoder's dense retriever.

    None where that encoder cannot run here.
    """
    assert settings.ircot is not None
    if encoder_gaps(settings):
        return None
    retriever, passages = bench.dense(settings), bench.inputs.dataset.passages
    found: list[list[Passage]] = []
    for start in range(0, len(queries), _BLOCK):
        part = queries[start : start + _BLOCK]
        rankings = rank_passages(
            retriever.score(part), part, k=settings.ircot.top_k, ties=settings.retriever.ties
        )
        found += [[passages[place] for place in item.passages.tolist()] for item in rankings]
    return found


def counted_questions(
    item: CostRow, bench: Workbench, shown: Sequence[Sequence[Passage]] | None
) -> TokenCounts | None:
    """What a row's questions are expected to take; None where that cannot be counted.

    Args:
        item: a row of HippoRAG or IRCoT.
        bench: has the questions.
        shown: see :func:`first_step_passages`.
    """
    questions = bench.inputs.dataset.questions
    if item.row.retriever == "ircot":
        if shown is None:
            return None
        return counted_ircot(item.settings, questions, shown, counter_of(item))
    return counted_query_ner(questions, counter_of(item))


def _text(price: Price | None) -> str:
    if price is None:
        return "no price"
    return f"{price.input:g} and {price.output:g} USD per million tokens of prompts and replies"
