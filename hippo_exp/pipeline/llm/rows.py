"""Rows of a table that ask a language model: what they lack, and what they are going to cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.errors import ConfigError, FaultListError, HippoExpError
from hippo_exp.llm import ChatRequest, Estimate, estimate
from hippo_exp.llm.address import normalize_base_url
from hippo_exp.llm.secret import Secret
from hippo_exp.openie.extract import show_demonstrations, show_passages
from hippo_exp.pipeline.llm.answering import reader_identity
from hippo_exp.pipeline.llm.expected import Expected
from hippo_exp.pipeline.llm.multi_step import (
    asks_for_entities,
    ircot_identity,
    query_step,
    step_limit,
    thinker_of,
)
from hippo_exp.pipeline.llm.prices import price_of
from hippo_exp.pipeline.llm.prompts import demonstrations_of, prompt_of
from hippo_exp.pipeline.llm.roles import Role, base_url_of, chat_settings
from hippo_exp.types import Dataset, Passage

_SAMPLE = 50
"""Questions by which the length of prompts is estimated."""


def asks_llm(settings: RetrievalSettings, row: RowSettings) -> bool:
    """Whether a row cannot be measured without a language model of its own."""
    return row.retriever == "ircot" or settings.reader is not None


def roles_of(settings: RetrievalSettings, row: RowSettings) -> tuple[Role, ...]:
    """The roles in which a row asks."""
    roles: list[Role] = []
    if row.retriever == "ircot":
        roles.append("reasoning")
        if asks_for_entities(settings, str(row.inner)):
            roles.append("query_ner")
    if settings.reader is not None:
        roles.append("reading")
    return tuple(roles)


def llm_command(settings: RetrievalSettings) -> str:
    """The command that fills rows without a language model."""
    name, dataset = settings.experiment.name, settings.dataset
    chosen = "custom dataset.dir=FOLDER" if dataset.format == "custom" else dataset.name
    return f"python -m experiments.{name} dataset={chosen} llm=local"


def llm_row_faults(settings: RetrievalSettings, rows: Sequence[RowSettings]) -> list[HippoExpError]:
    """A language model that no row asks; an address, key, prompt or demonstration that is none."""
    asking = [row for row in rows if asks_llm(settings, row)]
    llm = settings.llm
    if llm is not None and not asking:
        what = "no chosen row asks a language model"
        return [ConfigError(what, where=f"llm={llm.name}", fix="leave it out")]
    faults: list[HippoExpError] = []
    for row in asking:
        try:
            if row.inner is not None:
                ircot_identity(settings, row.inner)
            if settings.reader is not None:
                reader_identity(settings)
            for role in roles_of(settings, row) if llm is not None else ():
                assert llm is not None
                normalize_base_url(base_url_of(llm, role))
                if llm.mode == "call" and not settings.dry_run:
                    Secret(llm.key_env)
        except FaultListError as error:
            faults += error.errors
        except HippoExpError as error:
            faults.append(error)
    return list({str(fault): fault for fault in faults}.values())


def expected_calls(
    settings: RetrievalSettings, rows: Sequence[RowSettings], dataset: Dataset
) -> Expected:
    """Calls and cost of rows, at most: every step is made, no reply is kept from before.

    Args:
        settings: the common ones, with a language model.
        rows: those that can run, one of each method.
        dataset: its passages stand for those that will be found.
    """
    counts: dict[Role, int] = {}
    answered = sum(bool(question.answers) for question in dataset.questions)
    steps = (step_limit(settings) - 1) * len(dataset.questions) if settings.ircot else 0
    for row in rows:
        for role in roles_of(settings, row):
            counts[role] = counts.get(role, 0) + (answered if role == "reading" else steps)
    return {role: expected_of_role(settings, role, dataset, n) for role, n in counts.items()}


def expected_of_role(
    settings: RetrievalSettings, role: Role, dataset: Dataset, calls: int
) -> Estimate:
    """What so many calls of a role may take, by the prompts of some questions."""
    return _scaled(settings, role, _sample(settings, role, dataset), calls)


def _sample(settings: RetrievalSettings, role: Role, dataset: Dataset) -> list[ChatRequest]:
    """Requests for some questions, with passages from all over the corpus."""
    assert settings.llm is not None
    step = max(len(dataset.questions) // _SAMPLE, 1)
    texts = [question.text for question in dataset.questions[::step]]
    if role == "query_ner":
        made = query_step(settings)
        prompts = [made.prompt.render(question=text) for text in texts]
    elif role == "reasoning":
        thinker, top_k = thinker_of(settings), settings.ircot.top_k if settings.ircot else 1
        shown = _spread(dataset.passages, top_k)
        prompts = [thinker.messages(text, shown, (text,)) for text in texts]
    else:
        assert settings.reader is not None
        prompt = prompt_of("qa", settings.reader.prompt, "reader.prompt")
        demonstrations = show_demonstrations(demonstrations_of(settings, settings.reader))
        passages = show_passages(_spread(dataset.passages, settings.reader.n_passages))
        prompts = [
            prompt.render(demonstrations=demonstrations, passages=passages, question=text)
            for text in texts
        ]
    chat = chat_settings(settings.llm, role)
    return [chat.request(messages) for messages in prompts]


def _spread(passages: Sequence[Passage], count: int) -> Sequence[Passage]:
    return passages[:: max(len(passages) // count, 1)][:count]


def _scaled(
    settings: RetrievalSettings, role: Role, sample: Sequence[ChatRequest], calls: int
) -> Estimate:
    """The estimate of a sample for as many calls as there are."""
    assert settings.llm is not None
    price, concurrency = price_of(settings.llm, role), settings.llm.concurrency
    seen = estimate(sample, concurrency, price)
    share = calls / len(sample)
    return replace(
        seen,
        calls=calls,
        prompt_tokens=round(seen.prompt_tokens * share),
        completion_tokens=round(seen.completion_tokens * share),
        usd=None if seen.usd is None else seen.usd * share,
        seconds=seen.seconds * share,
    )
