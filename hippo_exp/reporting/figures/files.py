"""Figures as files that are the same bytes each time."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hippo_exp.storage import write_atomic

if TYPE_CHECKING:
    from matplotlib.figure import Figure
from hippo_exp.reporting.figures.style import figure_style


def save_figure(figure: Figure, stem: Path) -> tuple[Path, Path]:
    """Write ``stem.svg`` and ``stem.png``; equal figures give equal bytes.

    Neither file holds a date or a program version, the ids inside the SVG come from a fixed salt,
    and its text is drawn as outlines, so that it looks the same without the font. The layout is
    computed once and then stays as it is.

    Args:
        figure: made inside :func:`figure_style`.
        stem: path without a suffix; its folder must exist.

    Returns:
        The two paths, SVG first.
    """
    with figure_style():
        figure.draw_without_rendering()
    figure.set_layout_engine("none")  # the constrained layout moves a little with every drawing
    paths = []
    kinds: tuple[tuple[str, dict[str, Any]], ...] = (
        ("svg", {"Date": None, "Creator": None}),
        ("png", {"Software": None}),
    )
    for suffix, metadata in kinds:
        buffer = io.BytesIO()
        with figure_style():
            figure.savefig(buffer, format=suffix, metadata=metadata)
        path = stem.with_name(f"{stem.name}.{suffix}")
        write_atomic(path, buffer.getvalue())
        paths.append(path)
    return paths[0], paths[1]
