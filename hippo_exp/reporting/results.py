"""One folder of results, written whole."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hippo_exp.errors import StoreError
from hippo_exp.reporting.cells import cells_to_csv, comparisons_to_csv
from hippo_exp.reporting.figures.style import save_figure
from hippo_exp.reporting.manifest import manifest_bytes
from hippo_exp.reporting.paper import PaperColumn
from hippo_exp.reporting.per_query import per_query_bytes
from hippo_exp.reporting.rows import RowReport
from hippo_exp.reporting.tables import (
    TableHeader,
    build_table,
    to_latex,
    to_markdown,
    to_wide_csv,
)
from hippo_exp.storage import digest_bytes, write_atomic, write_trec_run
from hippo_exp.types import Cell, Comparison, Ranking

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MANIFEST = "manifest.json"
RUN_DEPTH = 20
"""How many passages of each ranking a run file keeps."""

_OWNED = (
    "cells.csv",
    "comparisons.csv",
    "per_query.csv.gz",
    "table.*",
    "*.svg",
    "*.png",
    "runs/*.trec.gz",
)


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
    paper: PaperColumn | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)
    rankings: Mapping[str, Sequence[Ranking]] = field(default_factory=dict)
    passage_ids: Sequence[str] = ()
    extra_files: Mapping[str, bytes] = field(default_factory=dict)
    strict: bool = True


def write_results(folder: Path, results: Results) -> None:
    """Write ``folder``, each file by an atomic rename, the manifest last.

    Files of an earlier run that this one does not make are removed. An interruption leaves
    whole files and no manifest, which ``verify`` reports.

    Raises:
        StoreError: the folder cannot be written.
        VerificationError: a value is not finite, or cells have different n in strict mode; then
            nothing in ``folder`` has changed.
    """
    with staged_folder(folder, results.manifest) as stage:
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
    if results.frame is not None:
        documents["per_query.csv.gz"] = per_query_bytes(results.frame)
    return {**documents, **results.extra_files}


def _top(ranking: Ranking) -> Ranking:
    return replace(
        ranking, passages=ranking.passages[:RUN_DEPTH], scores=ranking.scores[:RUN_DEPTH]
    )


@contextmanager
def staged_folder(folder: Path, manifest: Mapping[str, object]) -> Iterator[Path]:
    """A temporary sibling of ``folder``, moved into it file by file when the body succeeds.

    The manifest gets the key ``files``: relative name -> SHA-256 of every file that was staged.
    If the body raises, ``folder`` is untouched.

    Raises:
        StoreError: a folder or file cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            yield stage
            _publish(stage, folder, manifest)
        finally:
            shutil.rmtree(stage, ignore_errors=True)
    except OSError as error:
        raise StoreError(
            f"cannot write results ({error.strerror or error})",
            where=str(folder),
            fix="free space or choose another folder with out=DIR",
        ) from error


def _publish(stage: Path, folder: Path, manifest: Mapping[str, object]) -> None:
    staged = sorted(path.relative_to(stage) for path in stage.rglob("*") if path.is_file())
    digests = {name.as_posix(): digest_bytes((stage / name).read_bytes()) for name in staged}
    last = manifest_bytes({**manifest, "files": digests})
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).unlink(missing_ok=True)
    for name in staged:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (stage / name).replace(folder / name)
    for path in sorted(path for pattern in _OWNED for path in folder.glob(pattern)):
        if path.relative_to(folder) not in staged:
            path.unlink()
    write_atomic(folder / MANIFEST, last)
