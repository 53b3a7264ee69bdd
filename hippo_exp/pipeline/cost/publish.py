"""The folder of a table of costs, written and printed; what a dry run shows of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.cost.gaps import part_gaps, roles_for
from hippo_exp.pipeline.cost.manifest import cost_manifest
from hippo_exp.pipeline.cost.page import cells_of, frame_of
from hippo_exp.pipeline.cost.rows import CostRow
from hippo_exp.pipeline.pages.guard import publish
from hippo_exp.pipeline.planning.gaps import reason_of
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.reporting import PaperTable, Results, Stopwatch, TableHeader

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def publish_costs(
    folder: Path,
    settings: RetrievalSettings,
    inputs: Inputs,
    rows: Sequence[CostRow],
    header: TableHeader,
    watch: Stopwatch,
    command: str,
    *,
    paper: PaperTable | None = None,
    llm: Mapping[str, object] | None = None,
    figures: Mapping[str, Figure] | None = None,
) -> None:
    """Write the results and print the table.

    Args:
        folder: that is free, see ``free_folder``.
        settings, inputs, rows, header, watch, command: of the run.
        paper: the paper's table.
        llm: account of the language model.
        figures: file stem -> figure.

    Raises:
        StoreError: the folder cannot be written, or was taken meanwhile.
    """
    metrics, not_run = settings.experiment.metrics, unmeasurable(rows, inputs)
    frame = frame_of(rows, metrics)
    results = Results(
        cells=[cell for item in rows for cell in cells_of(settings, item, inputs, paper)],
        reports=[item.report() for item in rows],
        header=header,
        manifest=cost_manifest(settings, inputs, rows, watch, command, llm=llm),
        frame=None if frame.empty else frame,
        estimates=[estimate for item in rows for estimate in item.estimates],
        paper=paper.column(next(iter(paper.datasets))) if paper is not None else None,
        figures=figures or {},
        strict=settings.strict,
    )
    folder = publish(folder, settings, results, not_run)
    print((folder / "table.md").read_text(encoding="utf-8"))
    say(f"written to {folder}")


def unmeasurable(rows: Sequence[CostRow], inputs: Inputs) -> list[str]:
    """Ids of the rows of which nothing can be measured here, as far as that is known before."""
    return [item.row.id for item in rows if _is_unmeasurable(item, inputs)]


def _is_unmeasurable(item: CostRow, inputs: Inputs) -> bool:
    parts = part_gaps(item.settings, item.row, inputs)
    own, llm = (bool(gaps) for gaps in parts.values())
    if "index" in parts:  # the extraction is read from kept replies, whatever cannot be built
        return own and (llm or not roles_for(item.settings, item.row))
    return own or (llm and ("tokens" in parts or item.row.retriever == "ircot"))


def show_rows(rows: Sequence[CostRow], inputs: Inputs) -> None:
    """Print what a run would measure (``dry_run=true``)."""
    for item in rows:
        parts = part_gaps(item.settings, item.row, inputs)
        states = [
            f"{name}: {f'cannot be measured: {reason_of(gaps)}' if gaps else 'measured'}"
            for name, gaps in parts.items()
        ]
        print(f"{item.row.id:34} {'; '.join(states)}")
