"""A table of costs: its cells, its header, its manifest, its folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hippo_exp.config import config_folder
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.evaluation import rng_for
from hippo_exp.pipeline.cost.rows import CostRow, Derived
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.reporting import (
    PaperTable,
    aggregate_of,
    load_paper_table,
    make_cell,
)
from hippo_exp.storage import digest_json
from hippo_exp.types import Cell

if TYPE_CHECKING:
    import pandas as pd


_METHOD = {"encoder", "openie", "graph", "synonymy", "expansion", "retriever", "query_ner"}
_SPENDING = {"llm", "ircot", "cost", "latency", "break_even"}


def paper_table_of(settings: RetrievalSettings) -> PaperTable | None:
    """The paper's table beside this one; None where it has none."""
    name = settings.experiment.paper_table
    return load_paper_table(config_folder() / "paper", name) if name else None


def cells_of(
    settings: RetrievalSettings, item: CostRow, inputs: Inputs, paper: PaperTable | None
) -> list[Cell]:
    """One cell for each metric of a row, measured or with the reason why not."""
    column = paper.column(next(iter(paper.datasets))) if paper and item.row.published else None
    cells = []
    for metric in settings.experiment.metrics:
        found = item.derived.get(metric) or _aggregated(settings, item, metric)
        cells.append(
            make_cell(
                experiment=settings.experiment.name,
                row=item.row.id,
                dataset=inputs.dataset.name,
                metric=metric,
                n=found.n if found else 0,
                measured=found.value if found else None,
                interval=found.interval if found else None,
                paper=column.get(item.row.id, metric) if column else None,
                reason=item.reason(metric),
                cell_id=_identity(item, inputs, metric),
            )
        )
    return cells


def _aggregated(settings: RetrievalSettings, item: CostRow, metric: str) -> Derived | None:
    """The mean or quantile of a metric's values; None where there are none."""
    aggregate = aggregate_of(metric)
    values = list(item.taken.get(aggregate.source, {}).values())
    if not values:
        return None
    rng = rng_for(settings.seed, item.row.id, metric)
    interval = aggregate.interval(values, rng, settings.evaluation.bootstrap_resamples)
    return Derived(aggregate(values), interval, len(values))


def _identity(item: CostRow, inputs: Inputs, metric: str) -> str:
    """16 hexadecimal digits that name a cell: data, method, language model, what is asked."""
    settings = item.settings
    parts = settings.model_dump(mode="json", include=_METHOD | _SPENDING) | {
        "metric": metric,
        "method": item.row.method,
        "dataset": inputs.dataset.digest,
        "model": item.row.model,
        "seed": settings.seed,
    }
    return digest_json(parts)[:16]


def frame_of(rows: Sequence[CostRow], metrics: Sequence[str]) -> pd.DataFrame:
    """Every value behind every cell: columns ``row, qid, metric, value``."""
    import pandas as pd

    shown = dict.fromkeys(aggregate_of(metric).source for metric in metrics)
    lines = [
        (item.row.id, name, metric, value)
        for item in rows
        for metric, values in item.taken.items()
        if metric in shown
        for name, value in values.items()
    ]
    return pd.DataFrame(lines, columns=["row", "qid", "metric", "value"])


def paper_ranges(item: CostRow, paper: PaperTable | None) -> str:
    """What the paper prints of a row as ranges, which no cell holds; empty where it has none."""
    if paper is None or not item.row.published or item.row.id not in paper.rows:
        return ""
    values = paper.rows[item.row.id].data.get(next(iter(paper.datasets)), {})
    names = {"api_usd": "USD", "minutes": "minutes"}
    texts = [
        f"{value[0]:g} to {value[1]:g} {names.get(metric, metric)}"
        for metric, value in values.items()
        if isinstance(value, tuple)
    ]
    return f"the paper prints {' and '.join(texts)}" if texts else ""
