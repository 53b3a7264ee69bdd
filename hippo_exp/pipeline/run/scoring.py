"""Running the rows: rankings, per-question values, outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.evaluation import Evaluation, check_above_chance, evaluate
from hippo_exp.evaluation.answers import ReadAnswer
from hippo_exp.pipeline.llm.answering import (
    ANSWER_METRICS,
    joined,
    read_answers,
    score_answers,
)
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.identity import method_identity
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.choosing import choose_rows
from hippo_exp.pipeline.run.graph_report import check_graph_counts
from hippo_exp.pipeline.run.ranking import (
    BLOCK,
    LLM_BLOCK,
    outcome_counts,
    queries_of,
    rank_questions,
)
from hippo_exp.pipeline.source.inputs import GRAPH_RETRIEVERS
from hippo_exp.reporting import RowReport, Stopwatch
from hippo_exp.storage import digest_json
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
) -> Scored:
    """Run every row that can run; rows of one method identity are ranked once.

    A row that fails does not take the others with it: it keeps its reason, and the run ends with
    the faults of all such rows after the results of the rest are written.

    Raises:
        FaultListError: no row has numbers.
        HippoExpError: a row failed under ``strict=true``.
    """
    import pandas as pd

    scorer = _Scorer(bench, tuple(metrics))
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
        except HippoExpError as error:
            if item.settings.strict:
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
    rankings: dict[str, tuple[Ranking, ...]] = field(default_factory=dict)
    graphs: dict[str, dict[str, int]] = field(default_factory=dict)
    answers: dict[str, dict[str, ReadAnswer]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    _values: dict[str, pd.DataFrame] = field(default_factory=dict)
    _by_method: dict[str, tuple[Ranking, ...]] = field(default_factory=dict)

    def score(self, item: PlannedRow) -> Evaluation:
        """Rank the questions under a row's settings, unless its method was ranked, and score.

        Raises:
            DataError: counts that are not the paper's under ``strict=true``.
        """
        dataset = self.bench.inputs.dataset
        if item.row.searcher in GRAPH_RETRIEVERS:
            counts = dict(self.bench.index(item.settings).graph.counts)
            check_graph_counts(item.settings, counts, item.row.id)
            self.graphs[item.row.id] = counts
        ranked = [name for name in self.metrics if name not in ANSWER_METRICS]
        found = []
        if item.row.searcher is not None:
            self.rankings[item.row.id] = self._chosen(item) or self._rank(item)
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
        if len(ranked) < len(self.metrics):
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
        return tuple(self.rankings[row][place] for place, row in enumerate(choice.rows))

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

        Raises:
            DataError: its index and the questions do not match.
        """
        by_metric = evaluation.frame.groupby("metric")["value"]
        check_above_chance(
            {str(metric): values.to_numpy(np.float64) for metric, values in by_metric},
            n_passages=len(self.bench.inputs.dataset.passages),
            where=item.row.id,
        )

    def _rank(self, item: PlannedRow) -> tuple[Ranking, ...]:
        name = item.row.method
        key = digest_json(method_identity(item.settings, name))
        if key not in self._by_method:
            retriever = self.bench.retriever(item.settings, name)
            with self.bench.watch.stage("ranking"):
                self._by_method[key] = rank_questions(
                    retriever,
                    queries_of(self.bench.inputs.dataset),
                    ties=item.settings.retriever.ties,
                    what=item.label,
                    block=LLM_BLOCK if item.row.retriever == "ircot" else BLOCK,
                )
        return self._by_method[key]


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
