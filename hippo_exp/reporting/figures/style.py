"""One look for every figure, and files that are the same bytes each time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


PALETTE: Mapping[str, str] = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "red": "#D55E00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
    "yellow": "#F0E442",
    "black": "#000000",
}
"""Colours that remain distinct under the common colour vision deficiencies (Okabe and Ito)."""
MEASURED = PALETTE["blue"]
PAPER = PALETTE["red"]
INK = "#262626"
MUTED = "#8C8C8C"
GRID = "#E3E3E3"
_EDGE = 0.01
_RC: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": MUTED,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "figure.dpi": 100,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "savefig.dpi": 160,
    "svg.fonttype": "path",
    "svg.hashsalt": "hippo_exp",
    "text.color": INK,
    "xtick.color": MUTED,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 9,
}


@contextmanager
def figure_style() -> Iterator[None]:
    """Matplotlib's defaults plus this project's settings, for the body of the ``with`` only.

    Whatever the user's own ``matplotlibrc`` says is put aside, so that a figure depends on the
    data alone. Build figures inside it; :func:`save_figure` enters it by itself.
    """
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_RC)
        yield


def new_figure(
    width: float, height: float, *, columns: int = 1, rows: int = 1, **options: Any
) -> tuple[Figure, list[Axes]]:
    """A figure with a grid of panels, drawn by Agg, unknown to ``pyplot``.

    Args:
        width: inches.
        height: inches, of the whole figure.
        columns: panels in a row.
        rows: rows of panels.
        options: passed to ``Figure.subplots``, for example ``sharey=True``.

    Returns:
        The figure and its panels, row by row.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(rows, columns, squeeze=False, **options)
    return figure, list(axes.flat)


def set_title(figure: Figure, title: str) -> None:
    """A bold title at the left edge; lines that are wider than the figure are broken.

    Args:
        figure: drawn by Agg, inside :func:`figure_style`.
        title: of one line or several.
    """
    text = figure.suptitle("", x=_EDGE, ha="left", fontsize=11, fontweight="bold")
    limit = (1 - 2 * _EDGE) * figure.bbox.width
    lines: list[str] = []
    for part in title.split("\n"):
        line = ""
        for word in part.split(" "):
            longer = f"{line} {word}".lstrip()
            text.set_text(longer)
            if line and text.get_window_extent().width > limit:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    text.set_text("\n".join(lines))


def set_caption(figure: Figure, caption: str) -> None:
    """A line of explanation under the panels, at the left edge."""
    figure.supxlabel(caption, x=_EDGE, ha="left", fontsize=8.5)
