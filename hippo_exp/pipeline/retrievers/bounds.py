"""Bounds and the plainest ranking, from settings: what methods are compared with.

Of them the oracle and the perfect reader are told the gold passages. It is the pipeline that tells
them; no retriever sees a question's labels.
"""

from __future__ import annotations

from typing import Protocol

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.evaluation import rng_for
from hippo_exp.pipeline.retrievers.entities import Indexed, entity_identity, passage_names
from hippo_exp.retrieval import MentionCountRetriever, Retriever
from hippo_exp.retrieval.oracle import (
    OracleRetriever,
    PerfectReaderRetriever,
    RandomRetriever,
    chain_of,
)
from hippo_exp.text import NORMALIZERS


class Bench(Indexed, Protocol):
    """What the retrievers here are made of; the workbench has it."""

    def retriever(self, settings: RetrievalSettings, name: str) -> Retriever:
        """Any retriever by its name."""
        ...


def mention_count(bench: Bench, settings: RetrievalSettings) -> Retriever:
    """Passages by how many query entities they name."""
    contents = [passage.contents for passage in bench.inputs.dataset.passages]
    return MentionCountRetriever(contents, NORMALIZERS[settings.graph.normalizer])


def random_order(bench: Bench, settings: RetrievalSettings) -> Retriever:
    """Passages in an order drawn anew for each question."""
    seed = settings.seed
    n_passages = len(bench.inputs.dataset.passages)
    return RandomRetriever(n_passages, lambda question: rng_for(seed, "random order", question))


def oracle(bench: Bench, settings: RetrievalSettings) -> Retriever:
    """The gold passages first."""
    sought = {question.id: question.gold for question in bench.inputs.dataset.questions}
    return OracleRetriever(
        {qid: bench.inputs.positions(keys) for qid, keys in sought.items()},
        len(bench.inputs.dataset.passages),
    )


def perfect_reader(bench: Bench, settings: RetrievalSettings) -> Retriever:
    """Steps of retrieval, each told the next entity of the gold chain once it was found."""
    options, inputs = settings.retriever.perfect_reader, bench.inputs
    assert options is not None
    names = passage_names(inputs.extraction(settings), entity_identity(bench, settings))
    chains = {
        question.id: chain_of(inputs.chain_positions(question), names)
        for question in inputs.dataset.questions
    }
    return PerfectReaderRetriever(
        bench.retriever(settings, options.inner),
        names,
        chains,
        max_steps=options.max_steps,
        top_k=options.top_k,
        ties=settings.retriever.ties,
        order=options.order,
    )
