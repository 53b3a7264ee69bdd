"""Experiments by what they ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.reporting.page.read.model import Folder

_OTHER = "Other experiments"
THEMES: Mapping[str, tuple[str, ...]] = {
    "Path-finding": ("pathfinding", "phases", "pathfinding_benchmark", "question_classes"),
    "Retrieval": ("table2", "table3", "table6", "table13", "table14"),
    "Ablations": ("table5",),
    "Question answering": ("table4",),
    "Beyond the paper": ("beyond", "passage_mass", "surface_variety"),
    "Maintaining an index": ("maintenance", "index_watch"),
    "Tuning": ("grid",),
    "Errors": ("table11",),
    "Extraction quality": ("table16",),
    "Case studies": ("case_study",),
    "Graphs": ("table1", "table8"),
    "Costs": ("table17", "table18", "break_even"),
    _OTHER: (),
}
"""Title -> experiments, in the order of print."""


def by_theme(folders: Sequence[Folder]) -> dict[str, dict[str, list[Folder]]]:
    """Title -> experiment -> folders; themes without one are left out."""
    known = {name: theme for theme, names in THEMES.items() for name in names}
    found: dict[str, dict[str, list[Folder]]] = {theme: {} for theme in THEMES}
    for folder in folders:
        theme = found[known.get(folder.experiment, _OTHER)]
        theme.setdefault(folder.experiment, []).append(folder)
    return {theme: experiments for theme, experiments in found.items() if experiments}


def slug(theme: str) -> str:
    """The anchor of a theme."""
    return theme.lower().replace(" ", "-")
