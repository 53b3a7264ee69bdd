"""Running the rows: rankings, per-question values, outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from hippo_exp.errors import DataError, FaultListError
from hippo_exp.evaluation import Evaluation, check_above_chance, evaluate
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.identity import method_identity
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.graph_report import check_counts
from hippo_exp.pipeline.run.ranking import outcome_counts, queries_of, rank_questions
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
    """

    frame: pd.DataFrame
    reports: tuple[RowReport, ...]
    rankings: dict[str, tuple[Ranking, ...]]
    graphs: dict[str, dict[str, int]]


def score_rows(
    planned: Sequence[PlannedRow],
    bench: Workbench,
    metrics: Sequence[str],
    watch: Stopwatch,
) -> Scored:
    """Run every row that can run; rows of one method identity are ranked once."""
    import pandas as pd

    scorer = _Scorer(bench, tuple(metrics))
    frames: list[pd.DataFrame] = []
    reports: list[RowReport] = []
    for item in planned:
        if item.reason:
            reports.append(_report(item))
            continue
        with watch.stage(item.row.id):
            evaluation = scorer.score(item)
        fault = scorer.at_chance(item, evaluation)
        if fault:
            reports.append(replace(_report(item), reason=fault))
            continue
        frames.append(evaluation.frame.assign(row=item.row.id))
        reports.append(_report(item, scorer.rankings[item.row.id], evaluation.failed))
    if not frames:
        raise FaultListError([DataError(report.reason, where=report.row) for report in reports])
    frame = pd.concat(frames, ignore_index=True)[["row", "qid", "metric", "value"]]
    return Scored(frame, tuple(reports), scorer.rankings, scorer.graphs)


@dataclass
class _Scorer:
    """Ranks and scores rows, and remembers what rows share."""

    bench: Workbench
    metrics: tuple[str, ...]
    rankings: dict[str, tuple[Ranking, ...]] = field(default_factory=dict)
    graphs: dict[str, dict[str, int]] = field(default_factory=dict)
    _by_method: dict[str, tuple[Ranking, ...]] = field(default_factory=dict)

    def score(self, item: PlannedRow) -> Evaluation:
        """Rank the questions under a row's settings, unless its method was ranked, and score.

        Raises:
            DataError: counts that are not the paper's under ``strict=true``.
        """
        dataset = self.bench.inputs.dataset
        if item.row.retriever in ("hipporag", "hipporag_ensemble"):
            counts = dict(self.bench.index(item.settings).graph.counts)
            check_counts(item.settings, counts, item.row.id)
            self.graphs[item.row.id] = counts
        self.rankings[item.row.id] = self._rank(item)
        with self.bench.watch.stage("scoring"):
            return evaluate(
                self.rankings[item.row.id],
                dataset.questions,
                dataset.match_keys,
                self.metrics,
                decimals=item.settings.evaluation.decimals,
            )

    def at_chance(self, item: PlannedRow, evaluation: Evaluation) -> str:
        """Why a row's numbers cannot be shown: recall at the level of chance; empty otherwise."""
        dataset = self.bench.inputs.dataset
        by_metric = evaluation.frame.groupby("metric")["value"]
        try:
            check_above_chance(
                {str(metric): values.to_numpy(np.float64) for metric, values in by_metric},
                n_passages=len(dataset.passages),
                where=item.row.id,
            )
        except DataError as error:
            del self.rankings[item.row.id]
            return str(error)
        return ""

    def _rank(self, item: PlannedRow) -> tuple[Ranking, ...]:
        name = str(item.row.retriever)
        key = digest_json(method_identity(item.settings, name))
        if key not in self._by_method:
            retriever = self.bench.retriever(item.settings, name)
            with self.bench.watch.stage("ranking"):
                self._by_method[key] = rank_questions(
                    retriever,
                    queries_of(self.bench.inputs.dataset),
                    ties=item.settings.retriever.ties,
                    what=item.label,
                )
        return self._by_method[key]


def _report(
    item: PlannedRow, rankings: Sequence[Ranking] = (), failed: tuple[str, ...] = ()
) -> RowReport:
    return RowReport(
        row=item.row.id,
        label=item.label,
        cell_id=next(iter(item.cell_ids.values())),
        reason=item.reason,
        command=item.command,
        note=item.row.note,
        outcomes=outcome_counts(rankings),
        failed=failed,
    )
