from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import matplotlib as mpl
import pytest

from hippo_exp.reporting import Results
from hippo_exp.reporting.figures import (
    effects_figure,
    figure_style,
    new_figure,
    recall_figure,
    save_figure,
)

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


def test_style_leaves_no_trace() -> None:
    before = dict(mpl.rcParams)
    with figure_style():
        assert mpl.rcParams["svg.hashsalt"] == "hippo_exp"
    assert dict(mpl.rcParams) == before


def test_new_figure_is_a_grid_outside_pyplot() -> None:
    figure, panels = new_figure(4.0, 3.0, columns=2, rows=3, sharex=True)
    assert len(panels) == 6
    assert type(figure.canvas).__name__ == "FigureCanvasAgg"
