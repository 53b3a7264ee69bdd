"""Counting: corpus, distinct names, and synonymy edges of one extraction."""

from __future__ import annotations

from dataclasses import dataclass, field

from hippo_exp.config import row_settings
from hippo_exp.config.schema import RetrievalSettings, RowSettings
from hippo_exp.graph import collect_facts
from hippo_exp.pipeline.planning.availability import encoder_gaps
from hippo_exp.pipeline.planning.file_gaps import extraction_gaps
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.graph_report import COUNT_NAMES
from hippo_exp.pipeline.stages import SYNONYM_EDGES
from hippo_exp.text import NORMALIZERS

PASSAGES = "passages"
"""The one count that needs no extraction."""


@dataclass
class Counted:
    """One extractor's statistics.

    Attributes:
        row: as configured.
        settings: the row's.
        counts: metric -> count.
        gaps: metric -> what is lacking for its count.
    """

    row: RowSettings
    settings: RetrievalSettings
    counts: dict[str, int] = field(default_factory=dict)
    gaps: dict[str, tuple[Gap, ...]] = field(default_factory=dict)

    @property
    def all_gaps(self) -> list[Gap]:
        """Everything that is lacking, for any count."""
        return [gap for gaps in self.gaps.values() for gap in gaps]


def count_row(settings: RetrievalSettings, row: RowSettings, bench: Workbench) -> Counted:
    """Count what can be counted of one extractor's output.

    Args:
        settings: of the experiment; its metrics are counted.
        row: chooses the extractor.
        bench: the data set and the store.
    """
    item = Counted(row, row_settings(settings, row))
    metrics = settings.experiment.metrics
    if PASSAGES in metrics:
        item.counts[PASSAGES] = len(bench.inputs.dataset.passages)
    lacking = tuple(extraction_gaps(item.settings))
    if lacking:
        item.gaps = {metric: lacking for metric in metrics if metric not in item.counts}
        return item
    graph = item.settings.graph
    facts = collect_facts(
        bench.inputs.extraction(item.settings),
        NORMALIZERS[graph.normalizer],
        keep_empty=graph.keep_empty_phrases,
    )
    counts = {**facts.counts, "nodes": len(facts.nodes), "facts": len(facts.facts)}
    for metric in metrics:
        if metric in COUNT_NAMES:
            item.counts[metric] = counts[COUNT_NAMES[metric]]
            continue
        encoded = synonymy_settings(settings, row, metric)
        gaps = tuple(encoder_gaps(encoded))
        if gaps:
            item.gaps[metric] = gaps
        else:
            item.counts[metric] = bench.index(encoded).graph.counts["synonymy_edges"]
    return item


def synonymy_settings(
    settings: RetrievalSettings, row: RowSettings, metric: str
) -> RetrievalSettings:
    """The row's settings with the encoder whose synonymy edges a metric counts."""
    if metric == SYNONYM_EDGES:
        return row_settings(settings, row)
    name = metric.removesuffix(f"_{SYNONYM_EDGES}")
    encoded = row.model_copy(update={"use": {**row.use, "encoder": name}})
    return row_settings(settings, encoded)
