"""The parts of the mass, question by question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.evaluation import evaluate
from hippo_exp.pipeline.mass.question import GoldRank, K, Part, QuestionMass
from hippo_exp.pipeline.progress import Progress
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.ranking import queries_of
from hippo_exp.retrieval import PassageNodesRetriever, PassageParts, min_max, rank_passages
from hippo_exp.retrieval.linking import DECIMALS
from hippo_exp.types import FloatArray, IntArray, Query, Question, Ranking, ScoreBlock

_BLOCK = 64
"""Questions whose whole rankings are held at once."""


def measure_masses(
    settings: RetrievalSettings, bench: Workbench, what: str
) -> tuple[QuestionMass, ...]:
    """(n_questions,) the questions of the data set under a row's settings.

    Args:
        settings: of the row, whose retriever is ``passage_nodes``.
        bench: builds the index and the retrievers.
        what: name of the row, for progress.

    Raises:
        GraphError: an expansion that is not linear in the restart weights.
    """
    measured = _Measuring(settings, bench)
    questions, found = bench.inputs.dataset.questions, []
    queries = queries_of(bench.inputs.dataset)
    with Progress(f"{what}, parts", len(queries), "questions") as progress:
        progress.start()
        for start in range(0, len(queries), _BLOCK):
            rows = slice(start, start + _BLOCK)
            found += measured.block(queries[rows], questions[rows])
            progress.advance(len(queries[rows]))
    return tuple(found)


@dataclass
class _Measuring:
    settings: RetrievalSettings
    bench: Workbench

    @cached_property
    def _row(self) -> PassageNodesRetriever:
        found = self.bench.retriever(self.settings, "passage_nodes")
        assert isinstance(found, PassageNodesRetriever)
        return found

    @cached_property
    def _gold_places(self) -> dict[str, list[int]]:
        """Match key -> its passages."""
        places: dict[str, list[int]] = {}
        for passage, key in enumerate(self.bench.inputs.dataset.match_keys):
            places.setdefault(key, []).append(passage)
        return places

    def block(self, queries: Sequence[Query], questions: Sequence[Question]) -> list[QuestionMass]:
        parts = self._row.parts(queries)
        both = self._ranked(self._row.score(queries), queries)
        hipporag = self._ranked(self.bench.hipporag(self.settings).score(queries), queries)
        recalls = [
            self._recall(rankings, questions)
            for rankings in (
                both,
                hipporag,
                self._by_part(parts.from_entities, queries),
                self._by_part(parts.from_reset, queries),
            )
        ]
        return [
            self._one(question, parts, row, (both[row], hipporag[row]), [r[row] for r in recalls])
            for row, question in enumerate(questions)
        ]

    def _ranked(self, block: ScoreBlock, queries: Sequence[Query]) -> tuple[Ranking, ...]:
        k = block.scores.shape[1]
        return rank_passages(block, queries, k=k, ties=self.settings.retriever.ties)

    def _by_part(self, part: FloatArray, queries: Sequence[Query]) -> list[Ranking]:
        """Rankings by one part; none of a question to which it sends nothing."""
        block = ScoreBlock(min_max(part), ("ok",) * len(queries))
        ranked = self._ranked(block, queries)
        return [ranking for ranking, row in zip(ranked, part, strict=True) if row.any()]

    def _recall(self, rankings: Sequence[Ranking], questions: Sequence[Question]) -> list[float]:
        keys, decimals = self.bench.inputs.dataset.match_keys, self.settings.evaluation.decimals
        found = evaluate(rankings, questions, keys, [f"recall@{K}"], decimals=decimals)
        return [float(value) for value in found.frame["value"]]

    def _one(
        self,
        question: Question,
        parts: PassageParts,
        row: int,
        ranked: tuple[Ranking, Ranking],
        recalls: Sequence[float],
    ) -> QuestionMass:
        entities, reset = 100 * parts.from_entities[row], 100 * parts.from_reset[row]
        whole = entities + reset
        gold = np.array([p for key in question.gold for p in self._gold_places.get(key, ())], int)
        rest = whole.copy()
        rest[gold] = -1.0
        best, weakest = int(np.argmax(rest)), int(gold[np.argmin(whole[gold])])
        linked = [entity for entity in parts.linked[row].entities if entity.node >= 0]
        index = self.bench.index(self.settings)
        nodes = sorted({entity.node for entity in linked})
        held = index.graph.passage_nodes[gold][:, nodes] if nodes else None
        places = [_places(ranking) for ranking in ranked]
        return QuestionMass(
            qid=question.id,
            hops=question.hops,
            linked=len(linked),
            cosine=min((round(entity.cosine, DECIMALS) for entity in linked), default=None),
            facts=float(index.facts.passage_facts[gold].sum() / gold.size),
            gold_linked=100.0 * float((held.sum(axis=1) > 0).mean()) if held is not None else 0.0,
            entity_share=100.0 * float(parts.entity_share[row]),
            reset_share=100.0 * float(parts.reset_share[row]),
            gold=Part(float(entities[gold].mean()), float(reset[gold].mean())),
            weakest=Part(float(entities[weakest]), float(reset[weakest])),
            other=Part(float(entities[best]), float(reset[best])),
            recall=recalls[0],
            hipporag=recalls[1],
            by_entities=recalls[2],
            by_reset=recalls[3],
            ranks=tuple(
                GoldRank(int(p), hipporag=int(places[1][p]), passage_nodes=int(places[0][p]))
                for p in gold
            ),
        )


def _places(ranking: Ranking) -> IntArray:
    """(n_passages,) place of each passage, from 1."""
    places = np.empty(ranking.passages.size, dtype=np.int64)
    places[ranking.passages] = np.arange(1, places.size + 1)
    return places
