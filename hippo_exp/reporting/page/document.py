"""The page as a whole: one file, no network, the same bytes for the same results."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hippo_exp.reporting.page.frame import framed
from hippo_exp.reporting.page.parts.markup import Html
from hippo_exp.reporting.page.parts.pieces import section
from hippo_exp.reporting.page.read.tree import Tree, read_tree
from hippo_exp.reporting.page.sections.benchmarks import benchmark_section
from hippo_exp.reporting.page.sections.findings import finding_titles, findings_section
from hippo_exp.reporting.page.sections.folders import folder_section
from hippo_exp.reporting.page.sections.overview import overview
from hippo_exp.reporting.page.sections.paper import paper_section
from hippo_exp.reporting.page.sections.runs import runs_section
from hippo_exp.reporting.page.sections.sweeps import sweep_section
from hippo_exp.reporting.page.sections.themes import by_theme, slug


def report_page(results: Path, findings: str = "") -> str:
    """The report page of a results tree.

    Args:
        results: the tree, for example ``results/``.
        findings: the text of ``FINDINGS.md``, empty where there is none.

    Returns:
        HTML that depends on nothing but the files of the tree and the findings.

    Raises:
        DataError: a file is damaged.
    """
    return framed([*_parts(read_tree(results), findings)])


def _parts(tree: Tree, findings: str) -> Iterator[tuple[str, str, Html]]:
    """(anchor, title, part) of every part in order."""
    yield "overview", "At a glance", overview(tree, finding_titles(findings))
    for report in tree.papers:
        title = "The paper’s tables" + ("" if report.name == "paper" else f" ({report.name})")
        yield f"paper-{report.name}", title, paper_section(report)
    if findings:
        yield "findings", "Findings", findings_section(findings, tree)
    for theme, experiments in by_theme(tree.folders).items():
        parts = [
            section(f"x-{name}", 3, folders[0].notes.title, *map(folder_section, folders))
            for name, folders in experiments.items()
        ]
        yield slug(theme), theme, section(slug(theme), 2, theme, *parts)
    if tree.sweeps:
        parts = [sweep_section(sweep) for sweep in tree.sweeps]
        yield "sweeps", "Sweeps", section("sweeps", 2, "Sweeps", *parts)
    if tree.benchmarks:
        parts = [benchmark_section(bench) for bench in tree.benchmarks]
        yield "benchmarks", "Benchmarks", section("benchmarks", 2, "Benchmarks", *parts)
    yield "runs", "What was run", runs_section(tree)
