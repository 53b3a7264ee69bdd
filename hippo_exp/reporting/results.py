"""One folder of results, written whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hippo_exp.reporting.cells import cells_to_csv, comparisons_to_csv
from hippo_exp.reporting.estimates import ESTIMATES, Estimate, estimates_to_csv
from hippo_exp.reporting.figures.files import save_figure
from hippo_exp.reporting.paper import PaperColumn
from hippo_exp.reporting.per_query import per_query_bytes
from hippo_exp.reporting.publish import staged_folder
from hippo_exp.reporting.rows import RowReport
from hippo_exp.reporting.stopwatch import Stopwatch
from hippo_exp.reporting.tables import (
    TableHeader,
    build_table,
    to_latex,
    to_markdown,
    to_wide_csv,
)
from hippo_exp.storage import write_atomic, write_trec_run
from hippo_exp.types import Cell, Comparison, Ranking

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

RUN_DEPTH = 20
"""How many passages of each ranking a run file keeps."""


@dataclass(frozen=True)
class Results:
    """Everything that one experiment leaves for one data set.

    Attributes:
        cells: see ``summarize``.
        reports: every row, in print order.
        header: what stands above the table.
        manifest: see ``make_manifest``.
        frame: per-question values, columns ``row, qid, metric, value``; None for results that
            rest on no questions (statistics, benchmarks).
        comparisons: rows against a baseline.
        estimates: what was worked out and not measured.
        paper: for the tolerances under the table.
        figures: file stem -> figure.
        rankings: row id -> rankings, of which the best 20 passages are kept.
        passage_ids: (n_passages,) corpus ids, needed with ``rankings``.
        extra_files: relative name -> bytes, for what else the experiment leaves.
        strict: refuse cells of different n.
    """

    cells: Sequence[Cell]
    reports: Sequence[RowReport]
    header: TableHeader
    manifest: Mapping[str, object]
    frame: pd.DataFrame | None = None
    comparisons: Sequence[Comparison] = ()
    estimates: Sequence[Estimate] = ()
    paper: PaperColumn | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)
    rankings: Mapping[str, Sequence[Ranking]] = field(default_factory=dict)
    passage_ids: Sequence[str] = ()
    extra_files: Mapping[str, bytes] = field(default_factory=dict)
    strict: bool = True


def write_results(
    folder: Path, results: Results, *, check: Callable[[], None] | None = None
) -> None:
    """Write ``folder``, each file by an atomic rename, the manifest last.

    Writing itself is timed as the manifest's stage ``write``.
    Files of an earlier run that this one does not make are removed. An interruption leaves
    whole files and no manifest, which ``verify`` reports.

    Args:
        folder: where the results go.
        results: what to write.
        check: see :func:`hippo_exp.reporting.publish.staged_folder`.

    Raises:
        StoreError: the folder cannot be written.
        VerificationError: a value is not finite, or cells have different n in strict mode; then
            nothing in ``folder`` has changed.
    """
    manifest = dict(results.manifest)
    watch = Stopwatch()
    with staged_folder(folder, manifest, check=check) as stage:
        with watch.stage("write"):
            _write(stage, results)
        timed = manifest.get("stages")
        if isinstance(timed, list):
            manifest["stages"] = [*timed, *(asdict(record) for record in watch.records)]


def _write(stage: Path, results: Results) -> None:
    for name, data in _documents(results).items():
        write_atomic(stage / name, data)
    for stem, figure in results.figures.items():
        save_figure(figure, stage / stem)
    for row, rankings in results.rankings.items():
        path = stage / "runs" / f"{row}.trec.gz"
        write_trec_run(path, [_top(item) for item in rankings], results.passage_ids, tag=row)


def _documents(results: Results) -> dict[str, bytes]:
    table = build_table(
        results.cells,
        results.reports,
        results.header,
        comparisons=results.comparisons,
        paper=results.paper,
        estimates=results.estimates,
        strict=results.strict,
    )
    documents = {
        "cells.csv": cells_to_csv(results.cells),
        "table.md": to_markdown(table).encode("utf-8"),
        "table.tex": to_latex(table).encode("utf-8"),
        "table.csv": to_wide_csv(results.cells, results.reports),
    }
    if results.comparisons:
        documents["comparisons.csv"] = comparisons_to_csv(results.comparisons)
    if results.estimates:
        documents[ESTIMATES] = estimates_to_csv(results.estimates)
    if results.frame is not None:
        documents["per_query.csv.gz"] = per_query_bytes(results.frame)
    return {**documents, **results.extra_files}


def _top(ranking: Ranking) -> Ranking:
    return replace(
        ranking, passages=ranking.passages[:RUN_DEPTH], scores=ranking.scores[:RUN_DEPTH]
    )
