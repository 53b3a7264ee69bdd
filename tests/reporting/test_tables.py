from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest

from hippo_exp.errors import VerificationError
from hippo_exp.reporting import (
    Results,
    RowReport,
    TableHeader,
    build_table,
    make_cell,
    to_latex,
    to_markdown,
    to_wide_csv,
)
from hippo_exp.reporting.tables import cell_text, effect_text, interval_text
from hippo_exp.reporting.tables.latex import escape
from hippo_exp.reporting.tables.markdown import parse_grid
from hippo_exp.types import Cell


def cell(measured: float | None, paper: float | None, **more: object) -> Cell:
    settings = {"row": "r", "metric": "recall@2", "tolerance": 0.5, "n": 9, **more}
    return make_cell(
        experiment="e",
        dataset="d",
        measured=measured,
        paper=paper,
        **settings,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("measured", "paper", "text"),
    [
        (40.2, 40.9, "40.2 (40.9, −0.7 ≠)"),
        (41.3, 40.9, "41.3 (40.9, +0.4 ≈)"),
        (40.86, 40.9, "40.9 (40.9, 0.0 =)"),
        (40.15, 40.9, "40.2 (40.9, −0.7 ≠)"),
        (40.2, None, "40.2 (–)"),
        (None, 40.9, "– (40.9)"),
        (None, None, "–"),
    ],
)
def test_cell_text(measured: float | None, paper: float | None, text: str) -> None:
    assert cell_text(cell(measured, paper)) == text


def test_ranks_and_counts_have_their_own_digits() -> None:
    assert cell_text(cell(9.2083, 9.21, metric="mean_rank")) == "9.21 (9.21, 0.00 =)"
    assert cell_text(cell(91729, 91730, metric="unique_nodes", tolerance=None)) == (
        "91,729 (91,730, −1 ≠)"
    )
    assert interval_text(-3.04, 1.25, 1) == "[−3.0, 1.3]"
    assert interval_text(None, None, 1) == "–"


def test_effect_text(results: Results) -> None:
    item = replace(results.comparisons[0], effect=-1.24, ci_low=-3.0, ci_high=0.5)
    assert effect_text(replace(item, paper_effect=-0.7)) == "−1.2 (−0.7 ∈)"
    assert effect_text(replace(item, paper_effect=-3.8)) == "−1.2 (−3.8 ≠)"
    assert effect_text(replace(item, paper_effect=None)) == "−1.2 (–)"


def markdown(results: Results) -> str:
    table = build_table(
        results.cells,
        results.reports,
        results.header,
        comparisons=results.comparisons,
        paper=results.paper,
    )
    return to_markdown(table)


def test_markdown_says_everything(results: Results) -> None:
    text = markdown(results)
    assert text.startswith("# Table 5: made-up values\n\n**Data set** tiny · **n** 6 · **Gold unit")
    assert "> **PARTIAL n=6 of 12**" in text
    assert "- [1] not run: torch is not installed. Run: `pip install torch`" in text
    assert (
        "- **Outcomes:** Full \\| system: ok 5, no_entity 1 · other rows: ok for every" in text
        or ("- **Outcomes:** Full | system: ok 5, no_entity 1 · other rows: ok for every" in text)
    )
    assert "- **Failed questions, counted as 0:** w/o 50% of it: 1 (q3)" in text
    assert "- **Against the paper:** 4 of 6 cells compared: = 1 · ≈ 1 · ∈ 1 · ≠ 1" in text
    assert "- **Tolerance:** 0.5 points for every row" in text
    assert "= equal at the printed digit" in text
    assert "95 %, percentile bootstrap over questions" in text
    assert "Made by `python -m experiments.table5`" in text
    assert "nan" not in text.casefold().replace("plan", "")


def test_markdown_grid(results: Results) -> None:
    grid = parse_grid(markdown(results))
    assert grid[0] == ["Row", "R@2", "95 % interval", "R@5", "95 % interval"]
    assert [line[0] for line in grid[1:4]] == ["Full | system", "w/o 50% of it", "Absent_row [1]"]
    assert grid[1][1] == "58.3 (58.4, −0.1 ≈)"
    assert grid[1][3] == "75.0 (75.0, 0.0 =)"
    assert grid[3] == ["Absent_row [1]", "– (12.3)", "–", "– (45.6)", "–"]
    assert re.fullmatch(r"\[\d+\.\d, \d+\.\d\]", grid[1][2])
    assert grid[4][:4] == ["Row", "Δ R@2", "95 % interval", "p"]
    assert grid[5][1] == "−16.7 (+31.6 ≠)"
    assert grid[5][3] == "1.000"


def test_markdown_columns_line_up_as_plain_text(results: Results) -> None:
    blocks = re.findall(r"(?:^\|.*\n)+", markdown(results), flags=re.MULTILINE)
    assert len(blocks) == 2
    for block in blocks:
        assert len({len(line) for line in block.splitlines()}) == 1


def test_metrics_of_different_kinds_stand_in_different_grids(results: Results) -> None:
    extra = [
        replace(item, metric="all_recall@5", paper=None, delta=None, verdict="–")
        for item in results.cells
        if item.metric == "recall@5"
    ]
    table = build_table([*results.cells, *extra], results.reports, results.header)
    assert [block.headings[1] for block in table.blocks] == ["R@2", "AR@5"]
    assert all(len(block.rows) == 3 for block in table.blocks)


def test_a_reason_that_all_share_stands_once(results: Results) -> None:
    cells = [
        replace(item, paper=None, delta=None, verdict="–", reason="tuning split")
        if item.measured is not None
        else replace(item, paper=None)
        for item in results.cells
    ]
    text = to_markdown(build_table(cells, results.reports, results.header))
    assert "- **Against the paper:** tuning split\n" in text
    assert text.count("tuning split") == 1


def test_different_n_is_refused_or_marked(results: Results) -> None:
    cells = [replace(item, n=5) if item.row == "without" else item for item in results.cells]
    with pytest.raises(VerificationError, match="different n: 5, 6"):
        build_table(cells, results.reports, results.header)
    text = to_markdown(build_table(cells, results.reports, results.header, strict=False))
    assert "> **rows of tiny have different n (5, 6): not comparable**" in text
    labels = [line[0] for line in parse_grid(text)]
    assert labels[1:4] == ["Full | system (n=6)", "w/o 50% of it (n=5)", "Absent_row [1] (n=0)"]


def test_the_heading_must_give_the_n_of_the_cells(results: Results) -> None:
    with pytest.raises(VerificationError, match="the heading says n = 1000 and the cells 6"):
        build_table(results.cells, results.reports, replace(results.header, n=1000))


def test_cells_and_rows_must_match(results: Results) -> None:
    with pytest.raises(VerificationError, match="missing cell"):
        build_table(results.cells[1:], results.reports, results.header)
    with pytest.raises(VerificationError, match="a cell of an unannounced row"):
        build_table(results.cells, results.reports[1:], results.header)
    with pytest.raises(VerificationError, match="two cells"):
        build_table([*results.cells, results.cells[0]], results.reports, results.header)


def test_several_data_sets_have_a_grid_each(results: Results) -> None:
    other = [replace(item, dataset="other", n=2 if item.n else 0) for item in results.cells]
    table = build_table([*results.cells, *other], results.reports, results.header)
    assert [block.title for block in table.blocks] == ["tiny", "other"]
    for block in table.blocks:
        assert [text for text in block.headings if "@" in text] == ["R@2", "R@5"]


def test_what_is_scored_has_its_own_name(results: Results) -> None:
    header = replace(results.header, unit="instance")
    text = to_markdown(build_table(results.cells, results.reports, header))
    assert "percentile bootstrap over instances" in text
    assert "ok for every instance" in text
    assert "Failed instances" in text
    assert "question" not in text.split("**Outcomes")[1].split("**Command")[0]


def test_tables_of_counts_have_no_interval_columns() -> None:
    cells = [cell(91729, 91729, metric="unique_nodes", n=3)]
    table = build_table(cells, [RowReport("r", "R")], TableHeader("t", "d", n=1000))
    assert table.blocks[0].headings == ("Row", "Nodes")
    assert "Intervals" not in to_markdown(table)


def test_wide_csv_has_text_and_numbers(results: Results) -> None:
    lines = list(csv.DictReader(io.StringIO(to_wide_csv(results.cells, results.reports).decode())))
    assert [line["row"] for line in lines] == ["full", "without", "absent"]
    assert lines[0]["recall@2"] == "58.3 (58.4, −0.1 ≈)"
    assert float(lines[0]["recall@2_measured"]) == 350 / 6
    assert (lines[0]["n"], lines[0]["recall@2_verdict"]) == ("6", "≈")
    assert lines[2]["recall@2_measured"] == ""
    assert lines[2]["reason"] == "torch is not installed"


def test_latex_is_escaped_and_balanced(results: Results) -> None:
    table = build_table(
        results.cells, results.reports, results.header, comparisons=results.comparisons
    )
    text = to_latex(table)
    assert r"w/o 50\% of it" in text
    assert r"Absent\_row {[}1{]}" in text
    assert r"58.3 (58.4, $-$0.1 $\approx$)" in text
    assert r"\textbf{PARTIAL n=6 of 12.}" in text
    assert r"Run: \texttt{pip install torch}" in text
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 2
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 2
    for line in text.splitlines():
        if line.endswith(r"\\"):
            assert line.count(" & ") in (4, 6)
        assert not re.search(r"(?<!\\)[%#_]", line.split("%")[0] if line[0] == "%" else line)
    assert text.isascii()


def test_latex_escapes_every_special_character() -> None:
    assert escape("\\{}&%$#_~^<>[]") == (
        r"\textbackslash{}\{\}\&\%\$\#\_\textasciitilde{}\textasciicircum{}"
        r"\textless{}\textgreater{}{[}{]}"
    )
    assert escape("--limit − – ---") == r"-{}-limit $-$ \textendash{} -{}-{}-"


def test_markdown_survives_hostile_labels() -> None:
    label = "a|b <script> *x* `c|d`"
    table = build_table([cell(1.0, None)], [RowReport("r", label)], TableHeader("t", "d", n=9))
    line = parse_grid(to_markdown(table))[1]
    assert line[0] == label
    assert line[1] == "1.0"
    assert "<script>" not in to_markdown(table).replace("\\<script>", "")
