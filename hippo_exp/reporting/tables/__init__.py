"""Wide tables: built once, rendered as Markdown, CSV and LaTeX."""

from hippo_exp.reporting.tables.build import build_table
from hippo_exp.reporting.tables.cell_text import cell_text, effect_text, interval_text
from hippo_exp.reporting.tables.latex import to_latex
from hippo_exp.reporting.tables.markdown import to_markdown
from hippo_exp.reporting.tables.model import Block, TableHeader, WideTable
from hippo_exp.reporting.tables.wide_csv import to_wide_csv

__all__ = [
    "Block",
    "TableHeader",
    "WideTable",
    "build_table",
    "cell_text",
    "effect_text",
    "interval_text",
    "to_latex",
    "to_markdown",
    "to_wide_csv",
]
