"""What one passage more changes as an index grows, and how far rankings agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from hippo_exp.reporting.figures.style import (
    MEASURED,
    PALETTE,
    figure_style,
    new_figure,
    set_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = (MEASURED, PALETTE["orange"], PALETTE["green"], PALETTE["red"], PALETTE["purple"])
_MARKERS = ("o", "s", "^", "D", "v")


def maintenance_figure(
    sizes: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    overlaps: Mapping[str, Sequence[float]],
    *,
    k: int,
    against: str,
    title: str,
) -> Figure:
    """Left the growth on logarithmic axes, right how many of the top k passages two rows share.

    Args:
        sizes: (n_sizes,) passages of the index.
        lines: label -> (n_sizes,) numbers, 0 or more.
        overlaps: label of a row -> (n_questions,) percent of the top k shared with the baseline;
            none leaves the right panel out.
        k: of the overlap.
        against: label of the baseline.
        title: of the figure.
    """
    with figure_style():
        columns = 2 if overlaps else 1
        figure, panels = new_figure(5.4 * columns, 5.0, columns=columns)
        set_title(figure, title)
        _grow(panels[0], sizes, lines)
        if overlaps:
            _share(panels[1], overlaps, k)
            panels[1].set_title(f"top {k} passages shared with\n{against}")
    return figure


def _grow(axes: Axes, sizes: Sequence[int], lines: Mapping[str, Sequence[float]]) -> None:
    for (label, values), colour, marker in zip(lines.items(), _COLOURS, _MARKERS, strict=False):
        axes.plot(sizes, values, label=label, color=colour, marker=marker, markersize=5)
    axes.set_xscale(_scale(sizes))
    axes.set_yscale(_scale([value for values in lines.values() for value in values]))
    axes.set_xlabel("passages in the index")
    axes.set_title("numbers computed again\nwhen one passage more comes")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14))


def _scale(values: Sequence[float]) -> Literal["log", "symlog"]:
    """Logarithmic, linear near 0 where there is a 0: a corpus without facts brings nothing."""
    return "log" if min(values) > 0 else "symlog"


def _share(axes: Axes, overlaps: Mapping[str, Sequence[float]], k: int) -> None:
    width = 0.8 / len(overlaps)
    for number, (label, values) in enumerate(overlaps.items()):
        counts = Counter(round(value * k / 100) for value in values)
        heights = [100 * counts[shared] / len(values) for shared in range(k + 1)]
        places = [shared + (number - (len(overlaps) - 1) / 2) * width for shared in range(k + 1)]
        axes.bar(places, heights, width, label=label, color=_COLOURS[number + 1])
    axes.set_xticks(range(k + 1))
    axes.set_xlabel(f"passages of {k}")
    axes.set_ylabel("questions (%)")
    axes.grid(visible=False, axis="x")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14))
