"""Questions given one at a time, each stage timed."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.llm.multi_step import make_ircot
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.stages import DEPTH
from hippo_exp.reporting import Stopwatch
from hippo_exp.retrieval import HippoRAGRetriever, Retriever, rank_passages
from hippo_exp.types import Query, ScoreBlock

_PPR = "ppr"


@dataclass(frozen=True)
class Asked:
    """What one question took of the retriever.

    Attributes:
        stages: name of a stage with ``_ms`` -> milliseconds.
        outcome: see ``ScoreBlock``.
    """

    stages: Mapping[str, float]
    outcome: str


class Ask(Protocol):
    """Answers one question and times its stages."""

    def __call__(self, query: Query) -> Asked:
        """Retrieve for one question."""
        ...


@dataclass(frozen=True)
class AskDense:
    """One question to a retriever without stages: all of it is scoring, encoding included."""

    retriever: Retriever
    settings: RetrievalSettings

    def __call__(self, query: Query) -> Asked:
        """Score and rank."""
        start = time.perf_counter()
        block = self.retriever.score([query])
        _rank(block, query, self.settings)
        spent = _ms(start)
        return Asked({"scoring_ms": spent, "retrieval_ms": spent}, block.outcomes[0])


@dataclass(frozen=True)
class AskHippoRAG:
    """One question to HippoRAG: linking, Personalized PageRank, scoring.

    Linking encodes the query entities and finds their nodes; scoring is what is left: restart
    vector, passage scores, ranking, and the fallback where no entity is linked.

    Attributes:
        retriever: whose expansion is timed by ``watch`` as the stage ``ppr``.
        settings: the row's.
        watch: of the retriever.
    """

    retriever: HippoRAGRetriever
    settings: RetrievalSettings
    watch: Stopwatch

    def __call__(self, query: Query) -> Asked:
        """Link, expand, score and rank."""
        before = len(self.watch.records)
        start = time.perf_counter()
        linked = self.retriever.link([query])
        linking = _ms(start)
        start = time.perf_counter()
        block = self.retriever.score_linked(linked)
        _rank(block, query, self.settings)
        rest = _ms(start)
        records = self.watch.records[before:]
        ppr = 1000.0 * sum(item.seconds for item in records if item.stage.split("/")[-1] == _PPR)
        stages = {
            "linking_ms": linking,
            "ppr_ms": ppr,
            "scoring_ms": max(rest - ppr, 0.0),
            "retrieval_ms": linking + rest,
        }
        return Asked(stages, block.outcomes[0])


@dataclass
class TimedRetriever:
    """A retriever that adds up how long it takes.

    Attributes:
        inner: does the work.
        milliseconds: since it was last set to 0.
    """

    inner: Retriever
    milliseconds: float = field(default=0.0)

    def score(self, queries: Sequence[Query]) -> ScoreBlock:
        """As ``inner``."""
        start = time.perf_counter()
        block = self.inner.score(queries)
        self.milliseconds += _ms(start)
        return block


class AskIRCoT:
    """One question to IRCoT: the retrievals of all its steps; thoughts are timed by their replies.

    Args:
        settings: the row's.
        inner: name of the retriever that it searches with.
        bench: has that retriever, and the language model.
    """

    def __init__(self, settings: RetrievalSettings, inner: str, bench: Workbench) -> None:
        assert bench.llm is not None
        self.retriever = TimedRetriever(bench.retriever(settings, inner))
        dataset = bench.inputs.dataset
        self.ircot = make_ircot(settings, inner, self.retriever, dataset, bench.llm)

    def __call__(self, query: Query) -> Asked:
        """All steps."""
        self.retriever.milliseconds = 0.0
        block, _ = self.ircot.run([query])
        spent = self.retriever.milliseconds
        return Asked({"scoring_ms": spent, "retrieval_ms": spent}, block.outcomes[0])


def _rank(block: ScoreBlock, query: Query, settings: RetrievalSettings) -> None:
    rank_passages(block, [query], k=DEPTH, ties=settings.retriever.ties)


def _ms(start: float) -> float:
    return 1000.0 * (time.perf_counter() - start)
