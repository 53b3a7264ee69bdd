"""The rows of the break-even table: a model's price on the tokens of both methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hippo_exp.config.schema import BreakEvenSettings
from hippo_exp.llm import Price
from hippo_exp.pipeline.cost.bills import Bills, Tokens
from hippo_exp.pipeline.cost.gaps import fill_command
from hippo_exp.pipeline.cost.online import NO_PRICE
from hippo_exp.pipeline.cost.rows import CostRow, Derived
from hippo_exp.pipeline.cost.tokens import TokenCounts
from hippo_exp.pipeline.llm.prices import price_table
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.reporting import Estimate
from hippo_exp.reporting.figures.break_even import Crossings, Totals, break_even_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PER_PASSAGE = ("crossing_per_passage", "bills_equal_per_passage")
_NEVER = "IRCoT is not the dearer one for each query"


def fill_row(
    item: CostRow, tokens: Tokens, by_calls: Mapping[int, TokenCounts], dataset: str
) -> None:
    """Work out where the bills of a row's model meet, and what they come to.

    Args:
        item: a row with a model.
        tokens: of both methods.
        by_calls: reasoning calls of IRCoT for a query -> what they take; empty where that was
            measured.
        dataset: its name.
    """
    price = price_of_row(item)
    if item.lacks([] if price else [NO_PRICE], *PER_PASSAGE) or price is None:
        return
    bills = Bills.of(tokens, price)
    figures = {
        "crossing_per_passage": bills.crossing_per_passage(),
        "bills_equal_per_passage": bills.bills_equal_per_passage(),
    }
    found = {name: value for name, value in figures.items() if value is not None}
    for name in figures.keys() - found.keys():
        item.absent[name] = _NEVER
    intervals = {name: _interval(item, bills, name) for name in found}
    if tokens.model == item.row.model:
        n = len(bills.query_usd)
        item.derived |= {name: Derived(found[name], intervals[name], n) for name in found}
    elif item.settings.llm is not None and not item.gaps:
        reason = "not all of its replies to passages and questions are kept"
        gap = Gap("llm", reason, fill_command(item.settings, item.row))
        item.lacks([gap], *PER_PASSAGE)
    estimated = {} if item.derived else dict(found)
    estimated |= _projected(item, bills, figures["crossing_per_passage"])
    estimated |= _of_calls(tokens, by_calls, price)
    item.estimates += [
        _estimate(item, dataset, name, value, intervals.get(name), tokens.basis)
        for name, value in estimated.items()
    ]


def price_of_row(item: CostRow) -> Price | None:
    """The price of the row's model in ``configs/llm_prices.yaml``."""
    return price_table().get(str(item.row.model))


def figure_of(
    rows: Sequence[CostRow], tokens: Tokens, dataset: str, n: int, passages: int
) -> Figure | None:
    """The totals of the first row's model, and every row's crossings; None without a crossing.

    Args:
        rows: filled by :func:`fill_row`.
        tokens: of both methods.
        dataset, n, passages: for the title.
    """
    crossings = [found for found in (_crossings(item) for item in rows) if found is not None]
    if not crossings:
        return None
    first = next(item for item in rows if item.label == crossings[0].model)
    options, price = _options(first), price_of_row(first)
    assert price is not None
    bills = Bills.of(tokens, price)
    totals = Totals(
        first.label, {size: bills.hipporag(size) for size in options.corpus_sizes}, bills.ircot()
    )
    kind = "measured" if tokens.model is not None else "estimated"
    return break_even_figure(
        totals,
        crossings,
        queries=(min(options.queries), max(options.queries)),
        title=(
            "HippoRAG pays for its index, IRCoT for every query\n"
            f"{dataset} ({passages:,} passages, n = {n} questions), tokens {kind}, list prices"
        ),
        caption=(
            "money for the language model alone · left: dots mark equal totals · right: by IRCoT's "
            "thoughts a query; bar: 95 % interval of the sample"
        ),
    )


def _crossings(item: CostRow) -> Crossings | None:
    found = {estimate.metric: estimate for estimate in item.estimates}
    calls = {
        int(name.partition("@")[2]): estimate.estimate
        for name, estimate in found.items()
        if name.startswith("crossing_calls@")
    }
    derived, estimated = item.derived.get(PER_PASSAGE[0]), found.get(PER_PASSAGE[0])
    if derived is not None:
        return Crossings(item.label, calls or {0: derived.value}, derived.interval)
    if estimated is None:
        return None
    low, high = estimated.ci_low, estimated.ci_high
    interval = None if low is None or high is None else (low, high)
    return Crossings(item.label, calls, interval)


def _projected(item: CostRow, bills: Bills, per_passage: float | None) -> dict[str, float]:
    """Crossings by size of the corpus, and totals by number of queries."""
    options = _options(item)
    found: dict[str, float] = {}
    if per_passage is not None:
        found |= {f"crossing@{size}": size * per_passage for size in options.corpus_sizes}
    hipporag, ircot = bills.hipporag(options.corpus_size), bills.ircot()
    found |= {f"hipporag_usd@{number}": hipporag.total(number) for number in options.queries}
    return found | {f"ircot_usd@{number}": ircot.total(number) for number in options.queries}


def _of_calls(
    tokens: Tokens, by_calls: Mapping[int, TokenCounts], price: Price
) -> dict[str, float]:
    """Crossings for each passage by the reasoning calls of IRCoT."""
    found = {}
    for calls, counts in by_calls.items():
        bills = Bills.of(Tokens(tokens.passages, tokens.hipporag, counts), price)
        value = bills.crossing_per_passage()
        if value is not None:
            found[f"crossing_calls@{calls}"] = value
    return found


def _interval(item: CostRow, bills: Bills, metric: str) -> tuple[float, float] | None:
    settings = item.settings
    return bills.interval(
        metric,
        seed=settings.seed,
        row=item.row.id,
        resamples=settings.evaluation.bootstrap_resamples,
    )


def _estimate(
    item: CostRow,
    dataset: str,
    metric: str,
    value: float,
    interval: tuple[float, float] | None,
    basis: str,
) -> Estimate:
    low, high = interval or (None, None)
    name = item.settings.experiment.name
    return Estimate(name, item.row.id, dataset, metric, value, low, high, basis)


def _options(item: CostRow) -> BreakEvenSettings:
    assert item.settings.break_even is not None
    return item.settings.break_even
