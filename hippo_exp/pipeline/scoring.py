"""Running the rows: rankings, per-question values, outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hippo_exp.evaluation import check_above_chance, evaluate
from hippo_exp.pipeline.identity import method_identity
from hippo_exp.pipeline.plan import PlannedRow
from hippo_exp.pipeline.ranking import outcome_counts, queries_of, rank_questions
from hippo_exp.pipeline.workbench import Workbench
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

    dataset = bench.inputs.dataset
    done: dict[str, tuple[Ranking, ...]] = {}
    frames: list[pd.DataFrame] = []
    reports: list[RowReport] = []
    rankings: dict[str, tuple[Ranking, ...]] = {}
    graphs: dict[str, dict[str, int]] = {}
    for item in planned:
        if item.reason:
            reports.append(_report(item))
            continue
        with watch.stage(item.row.id):
            key = digest_json(method_identity(item.settings, str(item.row.retriever)))
            if key not in done:
                done[key] = _rank(item, bench)
            rankings[item.row.id] = done[key]
            scored = evaluate(
                done[key],
                dataset.questions,
                dataset.match_keys,
                metrics,
                decimals=item.settings.evaluation.decimals,
            )
            frames.append(scored.frame.assign(row=item.row.id))
            check_above_chance(
                {
                    str(metric): float(values.mean())
                    for metric, values in scored.frame.groupby("metric")["value"]
                },
                n_questions=len(dataset.questions),
                n_passages=len(dataset.passages),
                where=item.row.id,
            )
            reports.append(_report(item, done[key], scored.failed))
            if item.row.retriever in ("hipporag", "hipporag_ensemble"):
                graphs[item.row.id] = dict(bench.index(item.settings).graph.counts)
    frame = pd.concat(frames, ignore_index=True)[["row", "qid", "metric", "value"]]
    return Scored(frame, tuple(reports), rankings, graphs)


def _rank(item: PlannedRow, bench: Workbench) -> tuple[Ranking, ...]:
    retriever = bench.retriever(item.settings, str(item.row.retriever))
    queries = queries_of(bench.inputs.dataset)
    return rank_questions(retriever, queries, ties=item.settings.retriever.ties, what=item.label)


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
