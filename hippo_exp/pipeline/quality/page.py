"""Cells, header and manifest of a table of extraction quality."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import changes, config_folder, project_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.pages.guard import recorded_settings
from hippo_exp.pipeline.quality.material import CHOSEN, Material, source_of
from hippo_exp.pipeline.quality.scoring import ScoredRow, score_settings
from hippo_exp.pipeline.stages import merged_stages
from hippo_exp.reporting import (
    PaperColumn,
    RowReport,
    Stopwatch,
    TableHeader,
    collect_environment,
    load_paper_table,
    make_cell,
    make_manifest,
)
from hippo_exp.reporting.recheck.quality import GROUPS
from hippo_exp.storage import digest_json
from hippo_exp.types import Cell

_PAPER_DATASET, _PAPER_COLUMN, _PAPER_EXTRACTOR = "musique_train", "musique_train_carb", "gpt35"
_NO_PAPER = "no published value for these gold triples"


def paper_column(settings: RetrievalSettings, material: Material) -> PaperColumn | None:
    """The paper's numbers, where gold and extraction are as many as its and of the same origin."""
    table = load_paper_table(config_folder() / "paper", "table16")
    annotated, size = table.extra["gold"], settings.quality.group_size if settings.quality else 0
    assert isinstance(annotated, dict)
    same = (
        settings.dataset.name == _PAPER_DATASET
        and settings.openie.extractor == _PAPER_EXTRACTOR
        and settings.extraction is None
        and 2 * size == annotated["passages"] == len(material.gold)
        and annotated["triples"] == sum(len(item.triples) for item in material.gold)
    )
    return table.column(_PAPER_COLUMN) if same else None


def quality_reports(scored: Sequence[ScoredRow]) -> list[RowReport]:
    """The rows as the table names them."""
    return [
        RowReport(item.row.id, item.row.label, reason=item.reason, note=item.row.note)
        for item in scored
    ]


def quality_cells(
    settings: RetrievalSettings,
    scored: Sequence[ScoredRow],
    material: Material,
    paper: PaperColumn | None,
) -> list[Cell]:
    """One cell per row and metric; counts have no interval."""
    cells = []
    for item in scored:
        for metric in settings.experiment.metrics:
            printed = paper.get(item.row.id, metric) if paper and item.row.published else None
            measured = item.scores.get(metric, item.counts.get(metric))
            cells.append(
                make_cell(
                    experiment=settings.experiment.name,
                    row=item.row.id,
                    dataset=material.name,
                    metric=metric,
                    n=item.counts.get("passages", 0),
                    measured=measured,
                    interval=(item.intervals or {}).get(metric),
                    paper=printed,
                    reason=item.reason or ("" if paper else _NO_PAPER),
                    cell_id=_identity(settings, item, material, metric),
                )
            )
    return cells


def _identity(settings: RetrievalSettings, item: ScoredRow, material: Material, metric: str) -> str:
    """16 hexadecimal digits that name a cell: gold, extraction, group, and how it is drawn."""
    assert settings.quality is not None
    group = score_settings(item.row).passages
    size = settings.quality.group_size if group in ("shortest", "longest") else None
    return digest_json(
        {
            "gold": material.gold_digest,
            "extraction": material.extractions[source_of(item.row)].digest,
            "passages": [group, size],
            "metric": metric,
            "seed": settings.seed,
            "bootstrap_resamples": settings.evaluation.bootstrap_resamples,
        }
    )[:16]


def quality_header(settings: RetrievalSettings, material: Material, command: str) -> TableHeader:
    """What stands above the table."""
    changed = changes(settings)
    facts = [("gold triples", material.gold_source)]
    if CHOSEN in material.extractions:
        facts.append(("extraction", material.extractions[CHOSEN].source))
    facts.append(("matching", "by words, as CaRB; lower case, no punctuation"))
    return TableHeader(
        title=settings.experiment.title,
        dataset=material.name,
        n=len(material.gold),
        command=command,
        notes=(
            *material.notes,
            *([f"settings changed: {', '.join(changed)}"] if changed else []),
        ),
        facts=tuple(facts),
        unit="passage",
    )


def quality_manifest(
    settings: RetrievalSettings,
    material: Material,
    scored: Sequence[ScoredRow],
    reports: Sequence[RowReport],
    watch: Stopwatch,
    command: str,
) -> dict[str, object]:
    """Everything that is needed to make the numbers again."""
    assert settings.quality is not None
    groups = {
        item.row.id: {
            "extraction": source_of(item.row),
            "passages": score_settings(item.row).passages,
            "size": settings.quality.group_size,
        }
        for item in scored
        if not item.reason
    }
    digests = {f"extraction:{name}": item.digest for name, item in material.extractions.items()}
    return make_manifest(
        experiment=settings.experiment.name,
        dataset=material.name,
        config=recorded_settings(settings),
        seeds={"seed": settings.seed},
        inputs={"gold": material.gold_digest, **digests},
        environment=collect_environment(project_root()),
        stages=merged_stages(watch.records),
        llm=None,
        reports=reports,
        partial=None,
        extra={"command": command, GROUPS: groups},
    )
