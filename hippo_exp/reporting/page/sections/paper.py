"""The paper's tables, cell by cell: what is compared, each table as printed, what is lacking."""

from __future__ import annotations

from collections.abc import Iterator

from hippo_exp.reporting.page.parts.markdown import markdown
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.parts.pieces import folded, paragraph, section
from hippo_exp.reporting.page.read.paper import PaperReport
from hippo_exp.reporting.page.sections.compared import compared_cells
from hippo_exp.reporting.page.sections.made_by import made_by
from hippo_exp.reporting.page.sections.needed import needed
from hippo_exp.reporting.page.sections.paper_filter import legend, state_filter
from hippo_exp.reporting.page.sections.paper_table import paper_table


def paper_section(report: PaperReport) -> Html:
    """All tables of one report."""
    key = f"paper-{report.name}"
    return section(
        key,
        2,
        "The paper’s tables, cell by cell",
        paragraph(
            "Each cell shows what was measured here over what the paper prints. Open a cell for "
            "its interval, its settings and, where it was not run, what it lacks and the commands."
        ),
        legend(),
        state_filter(report.cells),
        compared_cells(report, key),
        *(paper_table(part, report, key) for part in report.parts),
        needed(report, key),
        *_others(report, key),
        made_by(report.facts, report.name),
    )


def _others(report: PaperReport, key: str) -> Iterator[Html]:
    for place, (title, text) in enumerate(report.others.items()):
        yield folded(title, markdown(text, f"{key}-o{place}", title, level=3))
