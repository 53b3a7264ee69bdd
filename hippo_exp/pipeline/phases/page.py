"""The page of the phase diagrams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.config.schema.phases import PhaseSettings
from hippo_exp.pathfinding.phases import Phase
from hippo_exp.types import Cell

Values = Mapping[tuple[str, float, float], Cell]
"""(diagram, x, y) -> its cell."""


def phases_page(
    phases: Sequence[Phase], values: Values, settings: PhaseSettings, command: str
) -> str:
    """Markdown: one grid for each diagram, with the argument's boundary beside the measured one."""
    parts = [
        "# Where Personalized PageRank stops to rank the answer first",
        "",
        f"Share of {settings.n_run} instances (%) in which the answer has most mass, restart "
        f"probability {settings.restart_prob:g}; answers that share the first place with others "
        "count in part. 95 % intervals in `cells.csv`.",
        "",
    ]
    for phase in phases:
        parts += [f"## {phase.title}", "", *_grid(phase, values), ""]
    return "\n".join([*parts, f"Made by `{command}`", ""])


def _grid(phase: Phase, values: Values) -> list[str]:
    head = [f"{phase.y} \\ {phase.x}", *(f"{x:g}" for x in phase.xs), "below 50 from"]
    head += ["by the argument"] if phase.boundary else []
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    for y in phase.ys:
        row = [values[phase.id, x, y].measured or 0.0 for x in phase.xs]
        below = next((x for x, value in zip(phase.xs, row, strict=True) if value < 50), None)
        parts = [f"{y:g}", *(f"{value:.0f}" for value in row)]
        parts.append("never here" if below is None else f"{below:g}")
        parts += [f"{phase.boundary(y):.3g}"] if phase.boundary else []
        lines.append("| " + " | ".join(parts) + " |")
    return lines
