"""Figures that are the same bytes each time."""

from hippo_exp.reporting.figures.effects import effects_figure
from hippo_exp.reporting.figures.errors import errors_figure
from hippo_exp.reporting.figures.files import save_figure
from hippo_exp.reporting.figures.grid import grid_figure
from hippo_exp.reporting.figures.noise import noise_figure
from hippo_exp.reporting.figures.recall import recall_figure
from hippo_exp.reporting.figures.style import PALETTE, figure_style, new_figure

__all__ = [
    "PALETTE",
    "effects_figure",
    "errors_figure",
    "figure_style",
    "grid_figure",
    "new_figure",
    "noise_figure",
    "recall_figure",
    "save_figure",
]
