"""Running the rows: rankings, per-question values, outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from hippo_exp.config.schema.retrievers import on_graph
from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.evaluation import Evaluation, check_above_chance, evaluate
from hippo_exp.evaluation.answers import ReadAnswer
from hippo_exp.pipeline.cells.keeper import CellKeeper, NotRunError
from hippo_exp.pipeline.cells.outcome import Outcome
from hippo_exp.pipeline.llm.answering import (
    ANSWER_METRICS,
    joined,
    read_answers,
    score_answers,
)
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.choosing import choose_rows, chosen_values
from hippo_exp.pipeline.run.expected import AT_CHANCE, expectation
from hippo_exp.pipeline.run.graph_report import check_graph_counts
from hippo_exp.pipeline.run.ranking import (
    BLOCK,
    LLM_BLOCK,
    outcome_counts,
    queries_of,
    rank_questions,
)
from hippo_exp.pipeline.run.whole import WholeValues, whole_frame, whole_measures
from hippo_exp.reporting import RowReport, Stopwatch
from hippo_exp.types import Ranking

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Scored:
    """What all rows gave.

    Attributes:
        frame: columns ``row, qid, metric, value``; one line per row that ran, question, measure.
        reports: one per row, those that did not run included.
        rankings: row id -> (n_questions,) rankings.
        graphs: row id -> statistics of the row's knowledge graph, for rows that have one.
        answers: row id -> question id -> answer, for rows that are read from.
        failures: why rows failed that could run.
    """

    frame: pd.DataFrame
    reports: tuple[RowReport, ...]
    rankings: dict[str, tuple[Ranking, ...]]
    graphs: dict[str, dict[str, int]]
    answers: dict[str, dict[str, ReadAnswer]] = field(default_factory=dict)
    failures: tuple[HippoExpError, ...] = ()


def score_rows(
    planned: Sequence[PlannedRow],
    bench: Workbench,
    metrics: Sequence[str],
    watch: Stopwatch,
    keeper: CellKeeper,
) -> Scored:
    """Run every row that can run; what is kept of it, or of a row of its method, is not run again.

    A row that fails does not take the others with it: it keeps its reason, and the run ends with
    the faults of all such rows after the results of the rest are written.

    Raises:
        FaultListError: no row has numbers.
        HippoExpError: a row failed under ``strict=true`` or ``cells.fail_fast=true``.
    """
    import pandas as pd

    scorer = _Scorer(bench, tuple(metrics), keeper)
    frames: list[pd.DataFrame] = []
    reports: list[RowReport] = []
    failures: list[HippoExpError] = []
    for item in planned:
        if item.reason:
            reports.append(_report(item))
            continue
        try:
            with watch.stage(item.row.id):
                evaluation = scorer.score(item)
            scorer.check_above_chance(item, evaluation)
        except NotRunError as error:
            reports.append(replace(_report(item), reason=str(error)))
            continue
        except HippoExpError as error:
            if item.settings.strict or item.settings.cells.fail_fast:
                raise
            scorer.rankings.pop(item.row.id, None)
            failures.append(error)
            reports.append(replace(_report(item), reason=f"FAILED: {error}"))
            continue
        frames.append(evaluation.frame.assign(row=item.row.id))
        report = _report(item, scorer.outcomes(item), evaluation.failed)
        reports.append(replace(report, note=scorer.notes.get(item.row.id, report.note)))
    if not frames:
        idle = [DataError(report.reason, where=report.row) for report in reports]
        raise FaultListError(failures or idle)
    frame = pd.concat(frames, ignore_index=True)[["row", "qid", "metric", "value"]]
    return Scored(
        frame, tuple(reports), scorer.rankings, scorer.graphs, scorer.answers, tuple(failures)
    )


@dataclass
class _Scorer:
    """Ranks and scores rows, and remembers what rows share."""

    bench: Workbench
    metrics: tuple[str, ...]
    keeper: CellKeeper
    rankings: dict[str, tuple[Ranking, ...]] = field(default_factory=dict)
    graphs: dict[str, dict[str, int]] = field(default_factory=dict)
    answers: dict[str, dict[str, ReadAnswer]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    _values: dict[str, pd.DataFrame] = field(default_factory=dict)
    _by_method: dict[str, Outcome] = field(default_factory=dict)
    _chosen_rows: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def score(self, item: PlannedRow) -> Evaluation:
        """Rank the questions under a row's settings, unless its method was ranked, and score.

        Raises:
            DataError: counts that are not the paper's under ``strict=true``.
        """
        dataset, whole = self.bench.inputs.dataset, whole_measures(self.metrics)
        ranked = [name for name in self.metrics if name not in (*ANSWER_METRICS, *whole)]
        found = []
        if item.row.searcher is not None:
            self.rankings[item.row.id] = self._chosen(item) or self._ranked(item)
        if item.row.searcher == "random":
            known = expectation(dataset, self.metrics)
            self.notes[item.row.id] = "; ".join(text for text in (item.note, known) if text)
        if ranked:
            with self.bench.watch.stage("scoring"):
                found.append(
                    evaluate(
                        self.rankings.get(item.row.id, ()),
                        dataset.questions,
                        dataset.match_keys,
                        ranked,
                        decimals=item.settings.evaluation.decimals,
                    )
                )
        if whole:
            found.append(Evaluation(self._whole(item, whole), (), ()))
        if len(ranked) + len(whole) < len(self.metrics):
            found.append(self._answers(item))
        evaluation = joined(found, self.metrics)
        self._values[item.row.id] = evaluation.frame
        return evaluation

    def _chosen(self, item: PlannedRow) -> tuple[Ranking, ...]:
        """The rankings of a row that chooses among others; none for one that does not."""
        if item.row.choose is None:
            return ()
        choice = choose_rows(item.row.choose, self._values, seed=item.settings.seed)
        self.notes[item.row.id] = choice.note
        self._chosen_rows[item.row.id] = choice.rows
        return tuple(self.rankings[row][place] for place, row in enumerate(choice.rows))

    def _whole(self, item: PlannedRow, names: Sequence[str]) -> pd.DataFrame:
        """Values of whole rankings: those of the row chosen for each question, or the row's own."""
        if item.row.choose is not None:
            return chosen_values(self._chosen_rows[item.row.id], self._values, names)
        qids = [ranking.question_id for ranking in self.rankings[item.row.id]]
        return whole_frame(self._by_method[item.work_id].whole, qids)

    def _answers(self, item: PlannedRow) -> Evaluation:
        """Read answers from the row's passages, and score them."""
        session, dataset = self.bench.llm, self.bench.inputs.dataset
        assert session is not None
        rankings = self.rankings.get(item.row.id, ())
        with self.bench.watch.stage("reading"):
            answers = read_answers(item.settings, session, dataset, rankings, what=item.label)
        self.answers[item.row.id] = answers
        return score_answers(item.settings, dataset, answers)

    def outcomes(self, item: PlannedRow) -> Mapping[str, int]:
        """What happened to a row's questions in retrieval and, beside ``ok``, in reading."""
        counts = dict(outcome_counts(self.rankings.get(item.row.id, ())))
        for answer in self.answers.get(item.row.id, {}).values():
            if answer.status != "ok":
                name = f"answer_{answer.status}"
                counts[name] = counts.get(name, 0) + 1
        return counts

    def check_above_chance(self, item: PlannedRow, evaluation: Evaluation) -> None:
        """Refuse a row whose recall is at the level of chance.

        Not so where answers are sought: path-finding questions are made so that a sound method may
        find none of a few.

        Raises:
            DataError: its index and the questions do not match.
        """
        if item.row.searcher in AT_CHANCE or item.settings.experiment.sought == "answer":
            return
        by_metric = evaluation.frame.groupby("metric")["value"]
        check_above_chance(
            {str(metric): values.to_numpy(np.float64) for metric, values in by_metric},
            n_passages=len(self.bench.inputs.dataset.passages),
            where=item.row.id,
        )

    def _ranked(self, item: PlannedRow) -> tuple[Ranking, ...]:
        """A row's rankings: of a row of its method, kept from an earlier run, or made now."""
        if item.work_id not in self._by_method:
            name = self.bench.inputs.dataset.name
            work = partial(self._work, item)
            outcome = self.keeper.outcome(item.work_id, item.row.id, name, work)
            self.bench.recall_solves(item.settings, str(item.row.searcher), outcome.solves)
            self._by_method[item.work_id] = outcome
        outcome = self._by_method[item.work_id]
        if outcome.graph:
            check_graph_counts(item.settings, outcome.graph, item.row.id)
            self.graphs[item.row.id] = dict(outcome.graph)
        return outcome.rankings

    def _work(self, item: PlannedRow) -> Outcome:
        """Rank the questions by a row's method.

        Raises:
            DataError: counts that are not the paper's under ``strict=true``.
        """
        settings, counts = item.settings, {}
        if on_graph(item.row.searcher):
            counts = dict(self.bench.index(settings).graph.counts)
            check_graph_counts(settings, counts, item.row.id)
        dataset = self.bench.inputs.dataset
        retriever = self.bench.retriever(settings, item.row.method)
        whole = WholeValues(dataset, whole_measures(self.metrics))
        with self.bench.watch.stage("ranking"):
            rankings = rank_questions(
                retriever,
                queries_of(dataset),
                ties=settings.retriever.ties,
                what=item.label,
                block=LLM_BLOCK if item.row.retriever == "ircot" else BLOCK,
                measure=whole.take if whole.names else None,
            )
        solves = self.bench.solves(settings, str(item.row.searcher))
        return Outcome(rankings, counts, solves, whole.values())


def _report(
    item: PlannedRow,
    outcomes: Mapping[str, int] = MappingProxyType({}),
    failed: tuple[str, ...] = (),
) -> RowReport:
    return RowReport(
        row=item.row.id,
        label=item.label,
        cell_id=next(iter(item.cell_ids.values())),
        reason=item.reason,
        command=item.command,
        note=item.note,
        outcomes=outcomes,
        failed=failed,
    )
