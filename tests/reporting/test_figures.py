from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import matplotlib as mpl
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from hippo_exp.pathfinding import (
    InstanceParameters,
    generate_instance,
    instance_rng,
    mass_after_steps,
)
from hippo_exp.reporting import Results
from hippo_exp.reporting.figures import (
    effects_figure,
    figure_style,
    grid_figure,
    new_figure,
    recall_figure,
    save_figure,
)
from hippo_exp.reporting.figures.instance_graph import instance_graph, mass_steps
from hippo_exp.reporting.figures.pathfinding import rank_by_hops
from hippo_exp.reporting.figures.style import set_title

LABELS = {"full": "Full", "without": "Without", "absent": "Absent"}


def drawn(axes: object) -> dict[str, list[list[float]]]:
    """Marker -> (x, y) of what stands on a panel; ``None`` is the interval bar."""
    found: dict[str, list[list[float]]] = {}
    for line in axes.get_lines():  # type: ignore[attr-defined]
        points = [list(map(float, point)) for point in line.get_xydata()]
        found.setdefault(str(line.get_marker()), []).extend(points)
    return found


def test_recall_figure_shows_the_cells_and_nothing_else(results: Results) -> None:
    figure = recall_figure(results.cells, LABELS, title="made-up values")
    panels = figure.get_axes()
    assert [panel.get_title(loc="left") for panel in panels] == ["R@2 (%)", "R@5 (%)"]
    points = drawn(panels[0])
    assert points["o"] == [[350 / 6, 0.0], [250 / 6, 1.0]]
    assert points["D"] == [[58.4, 0.0], [90.0, 1.0], [12.3, 2.0]]
    cell = results.cells[0]
    assert points["None"][:2] == [[cell.ci_low, 0.0], [cell.ci_high, 0.0]]
    assert [text.get_text() for text in panels[0].get_yticklabels()] == [
        "Full",
        "Without",
        "Absent, not run",
    ]


def test_without_paper_values_no_diamond_and_no_legend_for_it(results: Results) -> None:
    cells = [replace(cell, paper=None) for cell in results.cells]
    figure = recall_figure(cells, LABELS, title="made-up values")
    assert "D" not in drawn(figure.get_axes()[0])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [
        "measured",
        "95 % interval",
    ]


def test_effects_figure(results: Results) -> None:
    figure = effects_figure(results.comparisons, LABELS, title="made-up values")
    panel = figure.get_axes()[0]
    points = drawn(panel)
    assert points["o"] == [[pytest.approx(-100 / 6), 0.0]]
    assert points["D"] == [[31.6, 0.0]]
    assert [text.get_text() for text in panel.get_yticklabels()] == ["Without"]


def test_three_metrics_keep_the_scale_under_the_second_panel(results: Results) -> None:
    extra = [replace(item, metric="hits@1") for item in results.comparisons[:1]]
    figure = effects_figure([*results.comparisons, *extra], LABELS, title="made-up values")
    second = figure.get_axes()[1]
    figure.draw_without_rendering()
    assert any(label.get_visible() and label.get_text() for label in second.get_xticklabels())


def test_files_are_the_same_bytes_whatever_the_user_settings(
    results: Results, tmp_path: Path
) -> None:
    contents = []
    for number, size in enumerate((10, 25)):
        colour = "red" if number else "white"
        with mpl.rc_context({"font.size": size, "svg.hashsalt": None, "axes.facecolor": colour}):
            figure = recall_figure(results.cells, LABELS, title="made-up values")
            paths = save_figure(figure, tmp_path / f"v{number}.recall")
        contents.append([path.read_bytes() for path in paths])
    assert contents[0] == contents[1]
    assert [path.name for path in paths] == ["v1.recall.svg", "v1.recall.png"]
    svg = contents[0][0].decode()
    assert not re.search(r"<dc:date>|Matplotlib v|<text", svg)
    assert contents[0][1][:8] == b"\x89PNG\r\n\x1a\n"
    assert b"Software" not in contents[0][1]


LONG = "Table 22: a title that is longer than a figure of two panels is wide, and names everything"


def all_figures(results: Results) -> dict[str, Figure]:
    """Every kind of figure, with a long title where one is given."""
    title = f"{LONG}\nmusique_train (PARTIAL n=5 of 100), encoder char_ngram + 3 changes"
    parameters = InstanceParameters(hops=2)
    instance = generate_instance(parameters, instance_rng(parameters, 0, 0))
    mass = mass_after_steps(instance, 0.5, 30)[-1]
    points = {row: (0.1 * place, 0.8) for place, row in enumerate(LABELS, start=1)}
    lines = [("ppr", "PPR", "hops1", 1.0, 1.0, 1.0), ("ppr", "PPR", "hops2", 9.2, 8.7, 9.6)]
    summary = pd.DataFrame(lines, columns=["row", "label", "hops", "mean", "low", "high"])
    one = [cell for cell in results.cells if cell.metric == "recall@2"]
    return {
        "recall": recall_figure(results.cells, LABELS, title=title),
        "effects": effects_figure(results.comparisons, LABELS, title=title),
        "grid": grid_figure(results.cells, points, title=title, chosen=(0.1, 0.8)),
        "narrow grid": grid_figure(one, points, title=title, chosen=(0.1, 0.8)),
        "mean rank": rank_by_hops(summary, 9.0, title=title),
        "instance": instance_graph(instance, mass),
        "steps": mass_steps(instance, 0.5, 3),
    }


def test_titles_and_captions_lie_inside_their_figures(results: Results) -> None:
    for name, figure in all_figures(results).items():
        figure.draw_without_rendering()
        names = {figure.get_suptitle(), figure.get_supxlabel()}
        names |= {panel.get_title(loc=side) for panel in figure.axes for side in ("left", "center")}
        assert names - {""}, name
        for text in figure.findobj(Text):
            assert isinstance(text, Text)
            if text.get_text() in names - {""}:
                box = text.get_window_extent()
                corners = (box.x0, box.y0, figure.bbox.width - box.x1, figure.bbox.height - box.y1)
                assert min(corners) >= 0, (name, text.get_text())


def test_a_title_is_broken_and_loses_no_word() -> None:
    with figure_style():
        figure, _ = new_figure(4.0, 3.0)
        set_title(figure, f"{LONG}\nsecond line")
    text = figure.get_suptitle()
    assert text.split() == f"{LONG} second line".split()
    assert text.splitlines()[-1] == "second line"
    assert len(text.splitlines()) > 2


def test_the_grid_explains_its_marks_under_it(results: Results) -> None:
    grid = all_figures(results)["grid"]
    assert grid.get_supxlabel() == "framed: the paper's choice · bold: the best"
    assert "framed" not in grid.get_suptitle()


def test_style_leaves_no_trace() -> None:
    before = dict(mpl.rcParams)
    with figure_style():
        assert mpl.rcParams["svg.hashsalt"] == "hippo_exp"
    assert dict(mpl.rcParams) == before


def test_new_figure_is_a_grid_outside_pyplot() -> None:
    figure, panels = new_figure(4.0, 3.0, columns=2, rows=3, sharex=True)
    assert len(panels) == 6
    assert type(figure.canvas).__name__ == "FigureCanvasAgg"
