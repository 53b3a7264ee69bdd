"""What questions take, one at a time: calls, tokens, money, the time of each stage."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.openie.extract import FAILURES
from hippo_exp.pipeline.cost.gaps import part_gaps, roles_for
from hippo_exp.pipeline.cost.meter import Meter
from hippo_exp.pipeline.cost.rows import CostRow
from hippo_exp.pipeline.cost.timing import Ask, AskDense, AskHippoRAG, AskIRCoT
from hippo_exp.pipeline.cost.tokens import Spent
from hippo_exp.pipeline.llm.multi_step import query_step
from hippo_exp.pipeline.llm.prices import price_of
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.pipeline.progress import track
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.types import Query

QUESTIONS = 1000
"""Money and minutes are those of so many questions, as in the paper."""
NO_PRICE = Gap("llm", "the model has no price (configs/llm_prices.yaml, llm.usd_input=)")
NOT_COUNTED = Gap("llm", "the server does not say how many tokens it has read and written")
_WITH_LLM = ("llm_calls", "prompt_tokens", "completion_tokens", "api_usd", "total_ms", "minutes")
"""Values that are known only where the language model is."""


def measure_questions(
    item: CostRow, bench: Workbench, queries: Sequence[Query], warm_up: int
) -> None:
    """Fill a row with what each question takes, or with why that cannot be measured here.

    The first ``warm_up`` questions are asked once before, unrecorded: kernels are compiled and
    arrays are in memory then.

    Raises:
        LLMFatalError: no request can succeed.
        HippoExpError: what building the retriever raises.
    """
    parts = part_gaps(item.settings, item.row, bench.inputs)
    retrieval, llm = parts["retrieval"], parts["llm"]
    if item.row.retriever == "ircot":  # without thoughts there is no retrieval either
        retrieval = (*retrieval, *llm)
    item.lacks(retrieval, *_stages(item))
    with_llm = not item.lacks((*retrieval, *llm), *_with_llm(item))
    if retrieval:
        return
    ask = AskRow(item, bench, with_llm=with_llm)
    bench.watch.memory = False  # reading it takes longer than some stages
    for query in queries[:warm_up]:
        ask(query)
    for query in track(queries, total=len(queries), what=item.label, unit="questions"):
        values, outcomes = ask(query)
        for name, value in values.items():
            item.taken.setdefault(name, {})[query.id] = value
        for outcome in outcomes:
            item.outcomes[outcome] = item.outcomes.get(outcome, 0) + 1
    bench.watch.memory = True
    _drop_uncounted(item)


class AskRow:
    """One question to a row: what it takes of the retriever and of the language model.

    Args:
        item: the row.
        bench: its retrievers, and the language model.
        with_llm: whether the language model is asked, or no question needs it.
    """

    def __init__(self, item: CostRow, bench: Workbench, *, with_llm: bool) -> None:
        self._retrieve = _ask(item, bench)
        self._with_llm = with_llm
        roles = roles_for(item.settings, item.row) if with_llm else ()
        self._meter = Meter(bench.llm, roles) if roles and bench.llm is not None else None
        self._priced = True
        if self._meter is not None and bench.llm is not None:
            self._priced = all(price_of(bench.llm.settings, role) for role in roles)
        item.lacks([] if self._priced else [NO_PRICE], "api_usd")
        self._step = None
        if self._meter is not None and bench.llm is not None and item.row.retriever != "ircot":
            self._step = query_step(item.settings)
            self._model = bench.llm.model("query_ner")

    def __call__(self, query: Query) -> tuple[dict[str, float], list[str]]:
        """Name of values -> value, and outcomes."""
        if self._meter is not None:
            self._meter.lap()
        asked = self._retrieve(query)
        values, outcomes = dict(asked.stages), [asked.outcome]
        if self._step is not None:
            status = self._step.entities(self._model, question=query.text).parsed.status
            outcomes += [f"ner_{status}"] if status in FAILURES else []
        if self._with_llm:
            values |= self._spent(values["retrieval_ms"])
        return values, outcomes

    def _spent(self, retrieval_ms: float) -> dict[str, float]:
        spent, usd = self._meter.lap() if self._meter is not None else (Spent(), 0.0)
        total = retrieval_ms + 1000.0 * spent.seconds
        values = {
            "llm_calls": float(spent.calls),
            "prompt_tokens": float(spent.prompt),
            "completion_tokens": float(spent.completion),
            "total_ms": total,
            "minutes": QUESTIONS * total / 60_000.0,
        }
        values |= {"api_usd": QUESTIONS * usd} if self._priced else {}
        return values | ({"llm_ms": 1000.0 * spent.seconds} if self._meter is not None else {})


def _drop_uncounted(item: CostRow) -> None:
    """Take back tokens and money where the server has not counted."""
    calls, prompts = item.taken.get("llm_calls", {}), item.taken.get("prompt_tokens", {})
    if any(calls[name] and not prompts[name] for name in calls):
        names = ("prompt_tokens", "completion_tokens", "api_usd")
        item.lacks([NOT_COUNTED], *names)
        for name in names:
            item.taken.pop(name, None)


def _ask(item: CostRow, bench: Workbench) -> Ask:
    settings, row = item.settings, item.row
    if row.retriever == "ircot":
        return AskIRCoT(settings, str(row.inner), bench)
    if row.retriever == "hipporag":
        return AskHippoRAG(bench.hipporag(settings), settings, bench.watch)
    return AskDense(bench.retriever(settings, row.method), settings)


def _stages(item: CostRow) -> tuple[str, ...]:
    """The stages that a row's retrieval has."""
    own = ("linking_ms", "ppr_ms") if item.row.retriever == "hipporag" else ()
    return (*own, "scoring_ms", "retrieval_ms")


def _with_llm(item: CostRow) -> tuple[str, ...]:
    return (*_WITH_LLM, *(["llm_ms"] if roles_for(item.settings, item.row) else []))
