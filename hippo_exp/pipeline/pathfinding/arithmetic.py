"""The page beside the path-finding table: mass arithmetic, chance, and the reference run."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config.schema import PathfindingSettings
from hippo_exp.pathfinding import (
    InstanceParameters,
    chance_interval,
    chance_rank,
    generate_instance,
    instance_rng,
    mass_report,
    reference_interval,
)
from hippo_exp.pipeline.pathfinding.rankers import solve_ppr
from hippo_exp.reporting.tables import interval_text
from hippo_exp.types import Cell


def arithmetic_page(
    variants: Sequence[InstanceParameters], settings: PathfindingSettings, cells: Sequence[Cell]
) -> str:
    """Markdown: mass of answer and dead ends, and mention count beside chance.

    Args:
        variants: the instance parameters, one per number of hops.
        settings: of the run.
        cells: the measured cells.
    """
    lines = ["## Why Personalized PageRank finds the answer", "", *_mass(variants, settings)]
    lines += ["", "## Mention count beside chance", "", *_chance(variants, settings, cells)]
    return "\n".join(lines) + "\n"


def _mass(variants: Sequence[InstanceParameters], settings: PathfindingSettings) -> list[str]:
    lines = [
        f"Mass on the first instance, restart probability {settings.restart_prob:g}; "
        "the dead ends' mean.",
        "",
        "| instances | after step | answer | dead end | ratio "
        "| stationary: answer | dead end | ratio |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for variant in variants:
        instance = generate_instance(variant, instance_rng(variant, settings.seed, 0))
        report = mass_report(instance, settings.restart_prob, solve_ppr)
        first, last = report.arrival, report.stationary
        lines.append(
            f"| {variant.label} | {report.first_step} | {first.answer:.4f} | {first.dead_end:.4f} "
            f"| {first.ratio:.1f} | {last.answer:.4f} | {last.dead_end:.4f} | {last.ratio:.1f} |"
        )
    return lines


def _chance(
    variants: Sequence[InstanceParameters],
    settings: PathfindingSettings,
    cells: Sequence[Cell],
) -> list[str]:
    n_candidates = variants[0].n_candidates
    low, high = chance_interval(n_candidates, settings.n_run)
    lines = [
        f"Chance is (1 + {n_candidates}) / 2 = {chance_rank(n_candidates):g}; the mean of "
        f"{settings.n_run} uniform ranks lies in {low:.2f} to {high:.2f} with probability "
        "0.95.",
        "",
    ]
    for cell in cells:
        if (cell.row, cell.metric) == ("mention_count", "mean_rank") and cell.measured is not None:
            inside = "inside" if low <= cell.measured <= high else "outside"
            lines.append(
                f"- {cell.dataset}: mean sampled rank {cell.measured:.2f} "
                f"{interval_text(cell.ci_low, cell.ci_high, 2)}, {inside} that interval."
            )
    if n_candidates == 17:
        reference = reference_interval(n_candidates=17, n_instances=settings.n_run)
        lines += ["", f"Reference run: {reference.sentence}"]
    return lines
