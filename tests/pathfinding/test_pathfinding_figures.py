"""The figures hold the values they are given, and areas follow mass."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from hippo_exp.pathfinding import (
    Instance,
    InstanceParameters,
    generate_instance,
    instance_rng,
    mass_after_steps,
)
from hippo_exp.reporting.figures.files import save_figure
from hippo_exp.reporting.figures.instance_graph import instance_graph, mass_steps
from hippo_exp.reporting.figures.instance_layout import instance_layout
from hippo_exp.reporting.figures.pathfinding import rank_by_hops


def make(**chosen: object) -> Instance:
    parameters = InstanceParameters(**chosen)  # type: ignore[arg-type]
    return generate_instance(parameters, instance_rng(parameters, 0, 0))


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for axis in figure.axes for text in axis.texts]


def png(figure: Figure) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


SETTINGS = [
    {"hops": 1},
    {"hops": 3},
    {"hops": (1, 3)},
    {"seeds": 3},
    {"seeds": 1},
    {"seeds": 6, "distractors": 2},
    {"hops": 2, "extra_edges": 10, "hubs": 2, "missing": 0.3},
    {"hops": 2, "missing": 0.95},
    {"matched_degree": True},
]


@pytest.mark.parametrize("chosen", SETTINGS)
def test_layout_gives_every_node_a_place_of_its_own(chosen: dict[str, object]) -> None:
    instance = make(**chosen)
    points = instance_layout(instance)
    assert np.isfinite(points).all()
    gaps = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    gaps[np.diag_indices(len(points))] = np.inf
    assert gaps.min() > 0.02
    assert points[instance.answer].tolist() == [0.0, 0.0]


@pytest.mark.parametrize("chosen", SETTINGS)
def test_node_area_is_proportional_to_mass(chosen: dict[str, object]) -> None:
    instance = make(**chosen)
    mass = mass_after_steps(instance, 0.5, 30)[-1]
    figure = instance_graph(instance, mass)
    areas = figure.axes[0].collections[-1].get_sizes()
    np.testing.assert_allclose(areas / areas.sum(), mass / mass.sum(), atol=1e-12)
    shown = " ".join(texts(figure))
    for node in (*instance.seeds, instance.answer):
        assert f"{instance.nodes[node]}\n{mass[node]:.4f}" in shown
    assert len(png(figure)) > 5000


def test_steps_share_one_scale() -> None:
    instance = make(hops=2)
    figure = mass_steps(instance, 0.5, 3)
    steps = mass_after_steps(instance, 0.5, 3)
    areas = [axis.collections[-1].get_sizes() for axis in figure.axes[:4]]
    np.testing.assert_allclose(np.array(areas), 700 * steps / steps.max(), atol=1e-9)
    assert figure.axes[2].get_title().startswith("step 2\nanswer 0.0139, dead end 0.0069")


def summary() -> pd.DataFrame:
    lines = [
        ("mention_count", "mention count", "hops1", 1.0, 1.0, 1.0),
        ("ppr", "PPR", "hops1", 1.0, 1.0, 1.0),
        ("mention_count", "mention count", "hops2", 9.21, 8.78, 9.64),
        ("ppr", "PPR", "hops2", 1.0, 1.0, 1.0),
        ("mention_count", "mention count", "hops1-3", 16.5, 16.0, 17.0),
    ]
    return pd.DataFrame(lines, columns=["row", "label", "hops", "mean", "low", "high"])


def test_rank_by_hops_shows_each_value_in_its_panel() -> None:
    figure = rank_by_hops(summary(), chance=9.0)
    assert [axis.get_title() for axis in figure.axes] == ["1 hop", "2 hops", "1-3 hops"]
    assert [text.get_text() for text in figure.axes[1].texts] == ["chance 9", "9.21", "1.00"]
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == [
        "mention count",
        "PPR",
    ]
    heights = [line.get_ydata()[0] for line in figure.axes[0].lines[1:]]
    assert heights == [1, 1, 0, 0]  # equal means stand on lines of their own
    bar = figure.axes[1].lines[1]
    assert list(bar.get_xdata()) == [8.78, 9.64]


def test_saved_figures_are_the_same_bytes(tmp_path: Path) -> None:
    instance = make(hops=2)
    contents = []
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        files = [
            *save_figure(rank_by_hops(summary(), 9.0), tmp_path / folder / "rank"),
            *save_figure(mass_steps(instance, 0.5, 1), tmp_path / folder / "steps"),
        ]
        contents.append([path.read_bytes() for path in files])
    assert contents[0] == contents[1]
