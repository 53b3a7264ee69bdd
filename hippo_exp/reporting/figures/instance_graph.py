"""One path-finding instance as a graph, node area by probability mass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hippo_exp.pathfinding import candidate_mass, mass_after_steps
from hippo_exp.reporting.figures.instance_layout import instance_layout
from hippo_exp.reporting.figures.pathfinding import hops_title
from hippo_exp.reporting.figures.style import (
    INK,
    PALETTE,
    figure_style,
    new_figure,
    set_title,
)
from hippo_exp.types import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hippo_exp.pathfinding import Instance

_SEED, _ANSWER, _DEAD_END, _BETWEEN = PALETTE["blue"], PALETTE["red"], "#8C8C8C", "#D9D9D9"
_KEY = {"query entity": _SEED, "answer": _ANSWER, "dead end": _DEAD_END, "other": _BETWEEN}
_LARGEST_AREA, _LARGEST_SMALL = 2000.0, 700.0  # square points


def instance_graph(instance: Instance, node_mass: FloatArray) -> Figure:
    """Draw the fact graph with seeds, answer and dead ends named and their masses written.

    Args:
        instance: a small one reads best (up to about 60 nodes).
        node_mass: (n_nodes,) non-negative, for example Personalized PageRank; a node's area is
            proportional to it.
    """
    points = instance_layout(instance)
    mass = candidate_mass(instance, node_mass)
    with figure_style():
        figure, (axis,) = new_figure(8.0, 4.4 if len(instance.seeds) <= 2 else 7.0)
        _draw_graph(axis, instance, points, node_mass, largest_area=_LARGEST_AREA)
        for node in (*instance.seeds, instance.answer):
            _write_name(axis, points[node], instance, node, node_mass)
        for node in instance.candidates:
            if node != instance.answer and node_mass[node] > 0:
                _write_outward(axis, points, int(node), instance, node_mass)
        _add_key(figure)
        set_title(
            figure,
            f"One instance, {hops_title(instance.parameters.label)}: answer "
            f"{mass.answer:.4f}, mean dead end {mass.dead_end:.4f}, ratio {mass.ratio:.2f}\n"
            "area of a node and number beside it: probability mass",
        )
    return figure


def mass_steps(instance: Instance, restart_prob: float, n_steps: int) -> Figure:
    """Draw the walk's mass after 0, 1, ..., ``n_steps`` steps, a panel each, at one scale.

    Args:
        instance: a small one reads best.
        restart_prob: probability of restarting at each step, 0 < restart_prob <= 1.
        n_steps: at least 0.
    """
    steps = mass_after_steps(instance, restart_prob, n_steps)
    points = instance_layout(instance)
    with figure_style():
        figure, axes = _grid(n_steps + 1)
        for axis in axes:
            axis.set_axis_off()
        for step, node_mass in enumerate(steps):
            largest = _LARGEST_SMALL * float(node_mass.max() / steps.max())
            _draw_graph(axes[step], instance, points, node_mass, largest_area=largest)
            mass = candidate_mass(instance, node_mass)
            title = f"step {step}\nanswer {mass.answer:.4f}, dead end {mass.dead_end:.4f}"
            axes[step].set_title(title, loc="center", fontsize=9)
        _add_key(figure)
    return figure


def _grid(panels: int) -> tuple[Figure, list[Axes]]:
    """Up to three panels in a row."""
    columns = min(panels, 3)
    rows = -(-panels // columns)
    figure, (first, *_) = new_figure(8.0, 2.0 * rows + 0.3)
    first.remove()
    return figure, list(figure.subplots(rows, columns, squeeze=False).ravel())


def _draw_graph(
    axis: Axes,
    instance: Instance,
    points: FloatArray,
    node_mass: FloatArray,
    *,
    largest_area: float,
) -> None:
    """Edges, then nodes with areas proportional to mass; the largest has ``largest_area`` pt²."""
    from matplotlib.collections import LineCollection

    upper = instance.adjacency.tocoo()
    pairs = [
        (points[low], points[high])
        for low, high in zip(upper.row, upper.col, strict=True)
        if low < high
    ]
    axis.add_collection(LineCollection(pairs, colors="#B3B3B3", linewidths=1.0, zorder=1))
    colors = np.full(len(instance.nodes), _BETWEEN, dtype=object)
    colors[instance.candidates] = _DEAD_END
    colors[list(instance.seeds)] = _SEED
    colors[instance.answer] = _ANSWER
    largest = float(node_mass.max())
    areas = node_mass * (largest_area / largest if largest > 0 else 0.0)
    empty = node_mass == 0  # a dot of its own, so that a node without mass is seen
    x, y = points[empty].T
    axis.scatter(x, y, s=12, c=list(colors[empty]), linewidths=0, zorder=2)
    axis.scatter(
        points[:, 0],
        points[:, 1],
        s=areas,
        c=list(colors),
        edgecolors=INK,
        linewidths=0.7,
        zorder=4,
    )
    axis.set_aspect("equal")
    axis.margins(0.12, 0.1)
    axis.set_axis_off()


def _add_key(figure: Figure) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], marker="o", ls="", ms=8, mfc=color, mec=INK, mew=0.7, label=label)
        for label, color in _KEY.items()
    ]
    figure.legend(
        handles=handles, loc="outside lower center", ncols=len(handles), frameon=False, fontsize=9
    )


def _write_name(
    axis: Axes, point: FloatArray, instance: Instance, node: int, node_mass: FloatArray
) -> None:
    """Name and mass of a seed or the answer: inside a node that is large enough, else below it."""
    area = _LARGEST_AREA * float(node_mass[node] / (node_mass.max() or 1.0))
    inside = area > 0.7 * _LARGEST_AREA
    color = _ANSWER if node == instance.answer else _SEED
    axis.annotate(
        f"{instance.nodes[node]}\n{node_mass[node]:.4f}",
        (float(point[0]), float(point[1])),
        xytext=(0, 0 if inside else -5 - (area / np.pi) ** 0.5),
        textcoords="offset points",
        ha="center",
        va="center" if inside else "top",
        fontsize=7.5 if inside else 9,
        fontweight="bold",
        color="white" if inside else color,
        zorder=5,
        bbox=None if inside else {"fc": "white", "alpha": 0.8, "ec": "none", "pad": 1},
    )


def _write_outward(
    axis: Axes, points: FloatArray, node: int, instance: Instance, node_mass: FloatArray
) -> None:
    """The mass of a dead end: away from the nearest seed, or beside the edge that goes on there."""
    seeds = points[list(instance.seeds)]
    away = points[node] - seeds[np.argmin(((seeds - points[node]) ** 2).sum(axis=1))]
    away = away / (float(np.hypot(*away)) or 1.0)
    ends = instance.adjacency.indptr[node + 1] - instance.adjacency.indptr[node] <= 1
    if not ends:
        away = np.array([away[0] - 0.8 * away[1], away[1] + 0.8 * away[0]])
    axis.annotate(
        f"{node_mass[node]:.4f}",
        (float(points[node, 0]), float(points[node, 1])),
        xytext=(25 * away[0], 15 * away[1]),
        textcoords="offset points",
        ha="center",
        va="center",
        fontsize=8,
        color="#404040",
        zorder=5,
        bbox={"fc": "white", "ec": "none", "pad": 0.8, "alpha": 0.85},
    )
