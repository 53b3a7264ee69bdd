from __future__ import annotations

import gzip
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import DataError, VerificationError
from hippo_exp.evaluation import bootstrap_interval, paired_interval, paired_permutation, rng_for
from hippo_exp.reporting import (
    CELL_COLUMNS,
    Results,
    RowReport,
    cells_to_csv,
    check_same_n,
    compare_rows,
    comparisons_to_csv,
    make_cell,
    per_query_bytes,
    read_cells,
    read_comparisons,
    read_per_query,
    summarize,
)
from hippo_exp.types import Cell

WHERE: dict[str, Any] = {"experiment": "table5", "dataset": "tiny"}


def cell(**changes: object) -> Cell:
    base = make_cell(**WHERE, row="r", metric="recall@2", n=3, measured=50.0)
    return replace(base, **changes)  # type: ignore[arg-type]


def test_columns_are_those_of_the_design() -> None:
    assert ",".join(CELL_COLUMNS) == (
        "experiment,row,dataset,metric,n,measured,ci_low,ci_high,paper,delta,verdict,reason,cell_id"
    )


def test_cells_csv_to_the_letter() -> None:
    cells = [
        make_cell(
            **WHERE,
            row="full",
            metric="recall@2",
            n=3,
            measured=100 * 2 / 3,
            interval=(50.0, 100.0),
            paper=66.7,
            tolerance=0.5,
            cell_id="abc",
        ),
        make_cell(
            **WHERE, row="b", metric="recall@2", n=0, measured=None, paper=1.0, reason='no "x", y'
        ),
    ]
    assert cells_to_csv(cells).decode() == (
        ",".join(CELL_COLUMNS) + "\n"
        "table5,full,tiny,recall@2,3,66.66666666666667,50.0,100.0,66.7,-0.033333333,=,,abc\n"
        'table5,b,tiny,recall@2,0,,,,1.0,,–,"no ""x"", y",\n'
    )


@given(
    measured=st.none() | st.floats(-1e9, 1e9),
    reason=st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20),
)
def test_cells_read_back_as_written(
    tmp_path_factory: pytest.TempPathFactory, measured: float | None, reason: str
) -> None:
    path = tmp_path_factory.mktemp("cells") / "cells.csv"
    cells = [cell(measured=measured, reason=reason)]
    path.write_bytes(cells_to_csv(cells))
    assert read_cells(path) == cells
    assert cells_to_csv(read_cells(path)) == path.read_bytes()


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_nan_is_never_written(value: float) -> None:
    frame = pd.DataFrame([("r", "q", "recall@2", value)], columns=["row", "qid", "metric", "value"])
    with pytest.raises(VerificationError, match="not finite"):
        cells_to_csv([cell(measured=value)])
    with pytest.raises(VerificationError, match="not finite"):
        per_query_bytes(frame)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ci_low", "ci_lo", "the columns are"),
        (",50.0,", ",nan,", "not finite"),
        (",50.0,", ",fifty,", "line 2"),
        (",3,", ",,", "line 2"),
        (",3,", ",3,4,", "line 2"),
    ],
)
def test_faulty_cells_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "cells.csv"
    path.write_text(cells_to_csv([cell()]).decode().replace(old, new), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read_cells(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read_cells(tmp_path / "cells.csv")
    with pytest.raises(DataError, match="no such file"):
        read_per_query(tmp_path / "per_query.csv.gz")


def test_per_query_is_stable_and_keeps_ids_as_text(tmp_path: Path) -> None:
    rows = [("r", "007", "recall@2", 100 * 2 / 3), ("r", "NA", "recall@2", 0.0)]
    frame = pd.DataFrame(rows, columns=["row", "qid", "metric", "value"])
    data = per_query_bytes(frame)
    assert data == per_query_bytes(frame)
    assert data[4:8] == bytes(4)  # no time stamp
    assert gzip.decompress(data).decode() == (
        "row,qid,metric,value\nr,007,recall@2,66.66666666666667\nr,NA,recall@2,0.0\n"
    )
    path = tmp_path / "per_query.csv.gz"
    path.write_bytes(data)
    assert list(read_per_query(path).itertuples(index=False, name=None)) == rows
    path.write_bytes(data[:-9])
    with pytest.raises(DataError, match="damaged"):
        read_per_query(path)


def test_summary_of_known_values(results: Results) -> None:
    by_key = {(item.row, item.metric): item for item in results.cells}
    full = by_key["full", "recall@2"]
    assert (full.n, full.measured, full.paper, full.verdict) == (6, 350 / 6, 58.4, "≈")
    assert by_key["full", "recall@5"].verdict == "="
    assert by_key["without", "recall@2"].verdict == "≠"
    assert by_key["without", "recall@5"].verdict == "∈"
    absent = by_key["absent", "recall@2"]
    assert (absent.n, absent.measured, absent.ci_low, absent.delta) == (0, None, None, None)
    assert (absent.paper, absent.verdict) == (12.3, "–")
    assert absent.reason == "torch is not installed"


def test_the_random_numbers_are_those_of_the_row_and_metric() -> None:
    """Many distinct values, so that other random numbers give another interval."""
    drawn = np.random.default_rng(0).normal(50.0, 10.0, (2, 40))
    records = [
        (row, f"q{number}", "recall@2", float(value))
        for row, values in zip(("a", "b"), drawn, strict=True)
        for number, value in enumerate(values)
    ]
    frame = pd.DataFrame(records, columns=["row", "qid", "metric", "value"])
    reports = [RowReport("a", "A"), RowReport("b", "B")]
    cell = summarize(frame, reports, **WHERE, metrics=["recall@2"], seed=7)[1]
    expected = bootstrap_interval(drawn[1], seed=rng_for(7, "b", "recall@2"))
    assert (cell.ci_low, cell.ci_high) == expected
    item = compare_rows(frame, ["b"], "a", **WHERE, metrics=["recall@2"], seed=7)[0]
    generator = rng_for(7, "b", "a", "recall@2", "interval")
    assert (item.ci_low, item.ci_high) == paired_interval(drawn[1], drawn[0], seed=generator)
    generator = rng_for(7, "b", "a", "recall@2", "permutation")
    assert item.p_value == paired_permutation(drawn[1], drawn[0], seed=generator)
    backwards = pd.concat([frame[frame["row"] == "a"], frame[frame["row"] == "b"][::-1]])
    again = compare_rows(backwards, ["b"], "a", **WHERE, metrics=["recall@2"], seed=7)
    assert again == [item]


def test_fewer_rows_change_no_interval(results: Results, frame: pd.DataFrame) -> None:
    only = summarize(
        frame[frame["row"] == "without"],
        results.reports[1:2],
        **WHERE,
        metrics=["recall@5"],
        seed=0,
        paper=results.paper,
    )
    assert only == [item for item in results.cells if item in only]
    assert len(only) == 1


def test_without_the_paper_the_reason_is_said(results: Results, frame: pd.DataFrame) -> None:
    cells = summarize(
        frame, results.reports, **WHERE, metrics=["recall@2"], seed=0, paper_reason="tuning split"
    )
    assert [item.reason for item in cells] == [
        "tuning split",
        "tuning split",
        "torch is not installed",
    ]
    assert all(item.paper is None and item.verdict == "–" for item in cells)


def test_rows_and_values_must_match(results: Results, frame: pd.DataFrame) -> None:
    with pytest.raises(VerificationError, match="a row that ran has no value"):
        summarize(frame, [RowReport("new", "New")], **WHERE, metrics=["recall@2"], seed=0)
    late = [RowReport("full", "Full", reason="no")]
    with pytest.raises(VerificationError, match="a row that did not run has values"):
        summarize(frame, late, **WHERE, metrics=["recall@2"], seed=0)
    with pytest.raises(VerificationError, match="question 'q0' has two values"):
        summarize(pd.concat([frame, frame]), results.reports, **WHERE, metrics=["recall@2"], seed=0)


def test_effects_of_known_values(results: Results) -> None:
    assert [(item.row, item.metric) for item in results.comparisons] == [
        ("without", "recall@2"),
        ("without", "recall@5"),
    ]
    first, second = results.comparisons
    assert first.effect == pytest.approx(-100 / 6)
    assert first.paper_effect == 31.6
    assert second.effect == pytest.approx(-50 / 6)
    assert first.p_value == 0.5  # two questions differ, both down: 2 of 4 sign patterns
    assert second.p_value == 1.0  # one question differs
    assert (first.p_holm, second.p_holm) == (1.0, 1.0)


def test_comparisons_read_back(results: Results, tmp_path: Path) -> None:
    path = tmp_path / "comparisons.csv"
    path.write_bytes(comparisons_to_csv(results.comparisons))
    assert read_comparisons(path) == list(results.comparisons)


def test_questions_must_be_the_same(frame: pd.DataFrame) -> None:
    rows = ["full", "without"]
    where = {**WHERE, "metrics": ["recall@2"], "seed": 0}
    with pytest.raises(VerificationError, match="scored on 5 and 6 questions"):
        compare_rows(frame[frame.index != 12], rows, "full", **where)
    assert compare_rows(frame, rows, "absent", **where) == []


def test_different_n_in_one_table_are_refused() -> None:
    check_same_n([cell(n=5), cell(row="s", n=5), cell(row="t", n=0, measured=None)])
    with pytest.raises(VerificationError, match="different n: 5, 10"):
        check_same_n([cell(n=10), cell(row="s", n=5)])
    check_same_n([cell(n=10), cell(row="s", n=5, dataset="other")])
