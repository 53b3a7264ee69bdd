"""A sweep as a table: rows down, the values of the last swept setting across."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hippo_exp.reporting.metrics import metric_style
from hippo_exp.types import Cell


@dataclass(frozen=True)
class Placed:
    """A cell, its row's name, and its place: swept setting -> value as written."""

    place: Mapping[str, str]
    cell: Cell
    label: str


def pivot_markdown(cells: Sequence[Placed], axes: Sequence[str], metric: str) -> str:
    """One table of one measure; ``FAILED`` and ``–`` stand where there is no number.

    Args:
        cells: of all points.
        axes: the swept settings in order; the last one goes across.
        metric: the measure that is shown.
    """
    chosen = [item for item in cells if item.cell.metric == metric]
    across = axes[-1] if axes else ""
    columns = list(dict.fromkeys(item.place.get(across, "") for item in chosen))
    down: dict[tuple[str, ...], dict[str, str]] = {}
    for item in chosen:
        key = (item.label, *(item.place[axis] for axis in axes[:-1]))
        down.setdefault(key, {})[item.place.get(across, "")] = _shown(item.cell)
    short = [axis.split(".")[-1] for axis in axes]
    head = [
        "Row",
        *short[:-1],
        *(f"{short[-1]}={column}" if axes else "value" for column in columns),
    ]
    lines = [_line(head), _line([":---", *["---:"] * (len(head) - 1)])]
    lines += [
        _line([*key, *(values.get(column, "–") for column in columns)])
        for key, values in sorted(down.items(), key=lambda entry: _order(entry[0], chosen))
    ]
    return "\n".join([f"## {metric_style(metric).heading}", "", *lines, ""])


def _order(key: tuple[str, ...], chosen: Sequence[Placed]) -> tuple[int, ...]:
    """Rows as in the experiment, then the other settings as they were written."""
    labels = list(dict.fromkeys(item.label for item in chosen))
    others = [list(dict.fromkeys(values)) for values in zip(*_others(chosen), strict=True)]
    places = [values.index(value) for value, values in zip(key[1:], others, strict=False) if values]
    return (labels.index(key[0]), *places)


def _others(chosen: Sequence[Placed]) -> list[tuple[str, ...]]:
    return [tuple(item.place.values()) for item in chosen]


def _shown(cell: Cell) -> str:
    if cell.measured is not None:
        return f"{cell.measured:.1f}"
    return "FAILED" if cell.reason.startswith("FAILED") else "–"


def _line(parts: Sequence[str]) -> str:
    return "| " + " | ".join(part.replace("|", "\\|") for part in parts) + " |"
