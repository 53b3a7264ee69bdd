"""From corpora to the table of variety and gains."""

from __future__ import annotations

from hippo_exp.config import project_root, selected_rows
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.variety import VarietyPoint
from hippo_exp.errors import DataError, FaultListError
from hippo_exp.pipeline.pages.guard import free_folder, publish, recorded_settings
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrieval import results_folder
from hippo_exp.pipeline.variety.corpora import Corpus, look_at
from hippo_exp.pipeline.variety.page import cells_of, header_of, report_of
from hippo_exp.reporting import Results, Stopwatch, collect_environment, make_manifest
from hippo_exp.reporting.figures.variety import Measured, variety_figure


def run_variety(settings: RetrievalSettings, command: str) -> None:
    """Look at every corpus; write ``out/NAME/LABEL`` and print the table.

    Raises:
        FaultListError: no corpus can be read.
        StoreError: the folder holds results that would be lost.
    """
    points = _points(settings)
    if settings.dry_run:
        for point in points:
            print(f"{point.id:28} {' '.join(point.overrides)}")
        return
    folder = free_folder(results_folder(settings), settings)
    watch = Stopwatch()
    corpora = []
    for point in points:
        with watch.stage(point.id):
            corpora.append(look_at(point, _common(settings)))
    if all(corpus.reason for corpus in corpora):
        raise FaultListError(
            [DataError(corpus.reason, where=corpus.point.id) for corpus in corpora]
        )
    results = _results(settings, corpora, watch, command)
    folder = publish(folder, settings, results, [c.point.id for c in corpora if c.reason])
    print((folder / "table.md").read_text(encoding="utf-8"))
    say(f"written to {folder}")


def _points(settings: RetrievalSettings) -> list[VarietyPoint]:
    options = settings.variety
    assert options is not None
    chosen = [row.id for row in selected_rows(settings)]
    if options.quick:
        chosen = [row for row in chosen if row in options.quick_rows]
    return [point for point in options.points if point.id in chosen]


def _common(settings: RetrievalSettings) -> list[str]:
    """What all corpora take over from the command line."""
    found = [
        "rows=[hipporag,without_node_specificity,without_synonymy]",
        f"encoder={settings.encoder.name}",
        f"seed={settings.seed}",
        f"evaluation.bootstrap_resamples={settings.evaluation.bootstrap_resamples}",
        f"evaluation.permutation_resamples={settings.evaluation.permutation_resamples}",
        f"cells.mode={settings.cells.mode}",
    ]
    for key, root in (("data", settings.data.root), ("cache", settings.cache.root)):
        found += [f"{key}.root='{root}'"] if root is not None else []
    return found


def _results(
    settings: RetrievalSettings, corpora: list[Corpus], watch: Stopwatch, command: str
) -> Results:
    labels = {row.id: row.label for row in settings.experiment.rows}
    reports = [report_of(corpus, labels[corpus.point.id]) for corpus in corpora]
    header = header_of(settings, corpora, command)
    drawn = [_measured(corpus) for corpus in corpora if corpus.point.axis and corpus.gains]
    return Results(
        cells=[cell for corpus in corpora for cell in cells_of(settings, corpus)],
        reports=reports,
        header=header,
        manifest=make_manifest(
            experiment=settings.experiment.name,
            dataset=header.dataset,
            config=recorded_settings(settings),
            seeds={"seed": settings.seed},
            inputs={},
            environment=collect_environment(project_root()),
            stages=watch.records,
            reports=reports,
            extra={"command": command},
        ),
        figures={"variety": variety_figure(drawn)} if drawn else {},
        strict=False,
    )


def _measured(corpus: Corpus) -> Measured:
    gains = corpus.gains or {}
    found = {metric: (gain.effect, gain.ci_low, gain.ci_high) for metric, gain in gains.items()}
    return Measured(corpus.point.axis, corpus.point.value, found)
