"""What a stranger wants to know first: how many cells reproduce, which do not, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hippo_exp.reporting.page.parts.inline import inline
from hippo_exp.reporting.page.parts.markup import Html, el, joined
from hippo_exp.reporting.page.parts.pieces import bullets, commands, paragraph, section
from hippo_exp.reporting.page.parts.verdicts import (
    NEW,
    NOT_RUN,
    REPRODUCED,
    VOID,
    count_states,
)
from hippo_exp.reporting.page.read.paper import PaperReport
from hippo_exp.reporting.page.read.tree import Tree
from hippo_exp.reporting.page.sections.needed import ALL_AT_ONCE
from hippo_exp.reporting.page.sections.summary import by_table
from hippo_exp.text import counted


def overview(tree: Tree, findings: Sequence[tuple[str, str]] = ()) -> Html:
    """The first part of the page.

    Args:
        tree: what was read.
        findings: (anchor, title) of each.
    """
    reports = [_report(report) for report in tree.papers]
    none = (
        paragraph("No report over the paper’s tables is here; this makes it:"),
        commands(["python -m experiments.paper"]),
    )
    return section("overview", 2, "At a glance", *(reports or none), _findings(findings))


def _findings(findings: Sequence[tuple[str, str]]) -> Html | None:
    """The titles of the findings, in one line each."""
    if not findings:
        return None
    items = [
        el("li", el("a", inline(re.sub(r"^\d+\. ", "", title)), href=f"#{anchor}"))
        for anchor, title in findings
    ]
    return section("found", 3, "What was found", el("ol", *items))


def _report(report: PaperReport) -> Html:
    key = f"paper-{report.name}"
    counts = count_states(report.cells)
    good = sum(counts[state] for state in REPRODUCED)
    published = sum(counts.values()) - counts[NEW] - counts[VOID]
    tiles = [
        _tile(key, "good", good, "reproduced", " ".join(REPRODUCED)),
        _tile(key, "ne", counts["ne"], "differing", "ne"),
        _tile(key, "off", counts[NOT_RUN], "not run yet", NOT_RUN),
    ]
    sentence = (
        f"The paper’s tables made here hold {counted(published, 'published number')}. "
        "Follow a count to the cells; open a cell to see why."
    )
    return joined(
        [
            paragraph(sentence),
            el("ul", *tiles, class_="tiles"),
            by_table(report, key),
            *_why(report, key, counts[NOT_RUN]),
        ]
    )


def _tile(key: str, kind: str, number: int, words: str, states: str) -> Html:
    content = joined([el("span", f"{number:,}", class_="big"), el("span", words)])
    return el("li", el("a", content, href=f"#{key}", data_states=states), class_=f"tile {kind}")


def _why(report: PaperReport, key: str, missing: int) -> list[Html | None]:
    if not missing:
        return []
    needs = report.needs
    items = [f"{counted(len(needs.files), 'file')} of the data sets"] if needs.files else []
    items += [f"{need.reason} ({need.cells} cells)" for need in needs.others]
    verb = "is" if missing == 1 else "are"
    return [
        paragraph(
            el("strong", f"Why {counted(missing, 'number')} {verb} not there yet: "),
            "this was not on the machine that made the results.",
        ),
        bullets(items or ["see each cell"]),
        paragraph(
            "One command fetches what can be reached and runs what then can run (",
            el("a", "the same step by step", href=f"#{key}-needed"),
            "):",
        ),
        commands([ALL_AT_ONCE]),
    ]
