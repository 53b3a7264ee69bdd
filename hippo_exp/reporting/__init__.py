"""Cells joined with the paper, tables, figures, manifests, and the check of every printed number.

Figures are in :mod:`hippo_exp.reporting.figures`, so that this package loads without matplotlib.
"""

from hippo_exp.reporting.aggregates import Aggregate, aggregate_of
from hippo_exp.reporting.cells import (
    CELL_COLUMNS,
    cells_to_csv,
    comparisons_to_csv,
    make_cell,
    read_cells,
    read_comparisons,
)
from hippo_exp.reporting.comparisons import compare_rows
from hippo_exp.reporting.environment import collect_environment
from hippo_exp.reporting.estimates import Estimate, estimates_to_csv, read_estimates
from hippo_exp.reporting.findings import Audit, audit, verify
from hippo_exp.reporting.manifest import make_manifest, manifest_bytes, read_manifest
from hippo_exp.reporting.metrics import MetricStyle, metric_style
from hippo_exp.reporting.paper import (
    PaperColumn,
    PaperRow,
    PaperTable,
    load_paper_table,
    load_paper_tables,
)
from hippo_exp.reporting.paper_cases import PaperCase, load_paper_cases
from hippo_exp.reporting.per_query import per_query_bytes, read_per_query
from hippo_exp.reporting.publish import staged_folder
from hippo_exp.reporting.results import Results, write_results
from hippo_exp.reporting.rows import RowReport
from hippo_exp.reporting.same_n import check_same_n
from hippo_exp.reporting.stopwatch import StageRecord, Stopwatch
from hippo_exp.reporting.summarize import summarize
from hippo_exp.reporting.tables import TableHeader, build_table, to_latex, to_markdown, to_wide_csv
from hippo_exp.reporting.verdict import LEGEND, Verdict, judge

__all__ = [
    "CELL_COLUMNS",
    "LEGEND",
    "Aggregate",
    "Audit",
    "Estimate",
    "MetricStyle",
    "PaperCase",
    "PaperColumn",
    "PaperRow",
    "PaperTable",
    "Results",
    "RowReport",
    "StageRecord",
    "Stopwatch",
    "TableHeader",
    "Verdict",
    "aggregate_of",
    "audit",
    "build_table",
    "cells_to_csv",
    "check_same_n",
    "collect_environment",
    "compare_rows",
    "comparisons_to_csv",
    "estimates_to_csv",
    "judge",
    "load_paper_cases",
    "load_paper_table",
    "load_paper_tables",
    "make_cell",
    "make_manifest",
    "manifest_bytes",
    "metric_style",
    "per_query_bytes",
    "read_cells",
    "read_comparisons",
    "read_estimates",
    "read_manifest",
    "read_per_query",
    "staged_folder",
    "summarize",
    "to_latex",
    "to_markdown",
    "to_wide_csv",
    "verify",
    "write_results",
]
