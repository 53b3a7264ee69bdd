"""Figures that are the same bytes each time."""

from hippo_exp.reporting.figures.effects import effects_figure
from hippo_exp.reporting.figures.grid import grid_figure
from hippo_exp.reporting.figures.recall import recall_figure
from hippo_exp.reporting.figures.style import PALETTE, figure_style, new_figure, save_figure

__all__ = [
    "PALETTE",
    "effects_figure",
    "figure_style",
    "grid_figure",
    "new_figure",
    "recall_figure",
    "save_figure",
]
