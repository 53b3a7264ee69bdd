"""The path-finding experiment: from settings to ``out/pathfinding/instances``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hippo_exp.config import changes, project_root, results_root
from hippo_exp.config.schema import PathfindingSettings
from hippo_exp.pathfinding import InstanceParameters, chance_rank, generate_instance, instance_rng
from hippo_exp.pipeline.pages.guard import free_folder, publish, recorded_settings
from hippo_exp.pipeline.pathfinding.arithmetic import arithmetic_page
from hippo_exp.pipeline.pathfinding.checks import check_study
from hippo_exp.pipeline.pathfinding.rankers import RANKERS, solve_ppr
from hippo_exp.pipeline.pathfinding.study import run_study
from hippo_exp.pipeline.progress import say
from hippo_exp.reporting import (
    Results,
    RowReport,
    Stopwatch,
    TableHeader,
    collect_environment,
    make_manifest,
    summarize,
)
from hippo_exp.reporting.figures.instance_graph import instance_graph
from hippo_exp.reporting.figures.pathfinding import rank_by_hops
from hippo_exp.storage import digest_json
from hippo_exp.text import counted
from hippo_exp.types import Cell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

METRICS = {"mean_rank": "sampled_rank", "expected_rank": "expected_rank", "hits@1": "hit"}
LABELS = {
    "mention_count": "Mention count",
    "ppr": "Personalized PageRank",
    "degree": "Degree",
    "query_nodes_only": "Query nodes only",
    "query_nodes_and_neighbors": "Query nodes & neighbours",
    "bm25": "BM25",
    "dense": "Dense (character n-grams)",
}
ARITHMETIC = "arithmetic.md"
NOT_IN_PAPER = "the companion experiment is not in the paper"


def run_pathfinding(settings: PathfindingSettings, command: str) -> None:
    """Rank the answer of every instance under every ranker; write the results, print the table.

    Raises:
        ConfigError, FaultListError: settings that do not fit together, before anything runs.
    """
    rankers = list(RANKERS if settings.rows is None else settings.rows)
    variants = [_with_hops(settings, hops) for hops in settings.hops]
    check_study(variants, settings.n_instances, settings.seed, rankers, settings.restart_prob)
    if settings.dry_run:
        labels = ", ".join(variant.label for variant in variants)
        total = len(variants) * settings.n_run
        print(f"{counted(total, 'instance')} ({labels}), rankers {', '.join(rankers)}")
        return
    folder = results_root(settings.out) / "pathfinding" / _label(settings)
    folder = free_folder(folder, settings)
    watch = Stopwatch()
    with watch.stage("study"):
        study = run_study(
            InstanceParameters(**settings.instance.model_dump()),
            hops=settings.hops,
            n_instances=settings.n_run,
            seed=settings.seed,
            rankers=rankers,
            restart_prob=settings.restart_prob,
            progress=True,
        )
    results = _results(settings, variants, _long(study), rankers, command, watch)
    folder = publish(folder, settings, results)
    print((folder / "table.md").read_text(encoding="utf-8"))
    print((folder / ARITHMETIC).read_text(encoding="utf-8"))
    say(f"written to {folder}")


def _results(
    settings: PathfindingSettings,
    variants: Sequence[InstanceParameters],
    frame: pd.DataFrame,
    rankers: Sequence[str],
    command: str,
    watch: Stopwatch,
) -> Results:
    labels = [variant.label for variant in variants]
    reports = [
        RowReport(row=name, label=LABELS[name], outcomes={"ok": settings.n_run}) for name in rankers
    ]
    cells = [cell for label in labels for cell in _cells(settings, frame, label, reports)]
    page = arithmetic_page(variants, settings, cells)
    return Results(
        cells=cells,
        reports=reports,
        header=_header(settings, variants, command),
        manifest=_manifest(settings, labels, reports, command, watch),
        frame=frame[["row", "qid", "metric", "value"]],
        figures=_figures(settings, variants, cells, reports),
        extra_files={ARITHMETIC: page.encode("utf-8")},
    )


def _header(
    settings: PathfindingSettings, variants: Sequence[InstanceParameters], command: str
) -> TableHeader:
    changed = changes(settings)
    return TableHeader(
        title="Path-finding: rank of the answer among the chains' ends",
        dataset=", ".join(variant.label for variant in variants),
        n=settings.n_run,
        command=command,
        notes=(
            *(["PARTIAL n={} of {}".format(*settings.partial)] if settings.partial else []),
            *([f"settings changed: {', '.join(changed)}"] if changed else []),
        ),
        facts=(
            ("candidates", str(variants[0].n_candidates)),
            ("restart probability", f"{settings.restart_prob:g}"),
        ),
        unit="instance",
    )


def _manifest(
    settings: PathfindingSettings,
    labels: Sequence[str],
    reports: Sequence[RowReport],
    command: str,
    watch: Stopwatch,
) -> dict[str, object]:
    return make_manifest(
        experiment="pathfinding",
        dataset=_label(settings),
        config=recorded_settings(settings),
        seeds={"seed": settings.seed},
        inputs={},
        environment=collect_environment(project_root()),
        stages=watch.records,
        reports=reports,
        partial=settings.partial,
        extra={"command": command, "datasets": list(labels)},
    )


def _label(settings: PathfindingSettings) -> str:
    return settings.label or "instances"


def _with_hops(settings: PathfindingSettings, hops: int | tuple[int, ...]) -> InstanceParameters:
    return InstanceParameters(**settings.instance.model_dump(), hops=hops)


def _long(study: pd.DataFrame) -> pd.DataFrame:
    """Columns ``dataset, row, qid, metric, value``; ``qid`` is ``DATASET/INSTANCE``."""
    import pandas as pd

    parts = []
    for metric, column in METRICS.items():
        scale = 100.0 if metric.startswith("hits") else 1.0
        parts.append(
            pd.DataFrame(
                {
                    "dataset": study["hops_label"],
                    "row": study["ranker"],
                    "qid": study["hops_label"] + "/" + study["instance"].astype(str),
                    "metric": metric,
                    "value": scale * study[column].astype(float),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def _cells(
    settings: PathfindingSettings, frame: pd.DataFrame, label: str, reports: Sequence[RowReport]
) -> list[Cell]:
    cells = summarize(
        frame[frame["dataset"] == label],
        reports,
        experiment="pathfinding",
        dataset=label,
        metrics=list(METRICS),
        seed=settings.seed,
        paper_reason=NOT_IN_PAPER,
        resamples=settings.bootstrap_resamples,
    )
    return [_identified(settings, cell) for cell in cells]


def _identified(settings: PathfindingSettings, cell: Cell) -> Cell:
    key = {
        "instance": settings.instance.model_dump(mode="json"),
        "n_instances": settings.n_run,
        "restart_prob": settings.restart_prob,
        "seed": settings.seed,
        "bootstrap_resamples": settings.bootstrap_resamples,
        "dataset": cell.dataset,
        "row": cell.row,
        "metric": cell.metric,
    }
    return replace(cell, cell_id=digest_json(key)[:16])


def _figures(
    settings: PathfindingSettings,
    variants: Sequence[InstanceParameters],
    cells: Sequence[Cell],
    reports: Sequence[RowReport],
) -> dict[str, Figure]:
    import pandas as pd

    names = {report.row: report.label for report in reports}
    lines = [
        (cell.row, names[cell.row], _panel(cell.dataset), cell.measured, cell.ci_low, cell.ci_high)
        for cell in cells
        if cell.metric == "mean_rank"
    ]
    summary = pd.DataFrame(lines, columns=["row", "label", "hops", "mean", "low", "high"])
    counts = f"{counted(settings.n_run, 'instance')} each"
    if settings.partial:
        counts = "PARTIAL n={} of {} instances each".format(*settings.partial)
    chance = chance_rank(variants[0].n_candidates)
    figures = {"mean_rank": rank_by_hops(summary, chance, title=f"Path-finding, {counts}")}
    small = min(variants, key=lambda item: abs(item.n_nodes - 40))
    if small.n_nodes <= 200:
        instance = generate_instance(small, instance_rng(small, settings.seed, 0))
        mass = solve_ppr(instance.adjacency, instance.reset, settings.restart_prob)
        figures["instance"] = instance_graph(instance, mass)
    return figures


def _panel(label: str) -> int | str:
    number = label.removeprefix("hops")
    return int(number) if number.isdigit() else label
