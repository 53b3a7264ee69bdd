"""What was run, when, on what, and how long it took."""

from __future__ import annotations

from collections.abc import Iterator

from hippo_exp.reporting.decimals import printed
from hippo_exp.reporting.page.parts.grid import Entry, Head, grid
from hippo_exp.reporting.page.parts.inline import broken
from hippo_exp.reporting.page.parts.markup import Html, el
from hippo_exp.reporting.page.parts.pieces import paragraph, section
from hippo_exp.reporting.page.read.facts import Facts
from hippo_exp.reporting.page.read.tree import Tree
from hippo_exp.reporting.page.sections.made_by import machine
from hippo_exp.reporting.verdict import ABSENT
from hippo_exp.text import counted


def runs_section(tree: Tree) -> Html:
    """One line for each folder."""
    runs = [*_runs(tree)]
    commits = list(dict.fromkeys(found.commit for _, _, found in runs if found.commit))
    machines = list(dict.fromkeys(text for _, _, found in runs if (text := machine(found))))
    dated = any(found.date for _, _, found in runs)
    words = ["Results", *(["Made"] if dated else []), "Commit", "Command"]
    heads = [Head(word, is_number=False) for word in words] + [
        Head("Wall time, s"),
        Head("Peak, MiB"),
    ]
    rows = []
    for name, anchor, found in runs:
        entries = [Entry(el("a", broken(name), href=f"#{anchor}"))]
        entries += [Entry(found.date or ABSENT)] if dated else []
        entries += [Entry(el("code", found.commit or ABSENT)), Entry(el("code", found.command))]
        rows.append([*entries, _number(found.seconds, 1), _number(found.peak_mb, 0)])
    return section(
        "runs",
        2,
        "What was run",
        paragraph(
            f"{counted(len(runs), 'folder')} of results, made by {counted(len(commits), 'commit')} "
            f"of the code ({', '.join(commits)}) on: {'; '.join(machines)}."
        ),
        grid("runs", "Runs behind this page", heads, rows),
    )


def _runs(tree: Tree) -> Iterator[tuple[str, str, Facts]]:
    for report in tree.papers:
        yield report.name, f"paper-{report.name}", report.facts
    for folder in tree.folders:
        yield f"{folder.experiment}/{folder.name}", folder.anchor, folder.facts
    for sweep in tree.sweeps:
        yield f"sweep/{sweep.name}", f"sweep-{sweep.name}", sweep.facts
    for bench in tree.benchmarks:
        yield f"benchmarks/{bench.name}", f"benchmarks-{bench.name}", bench.facts


def _number(value: float | None, digits: int) -> Entry:
    return Entry(ABSENT if value is None else printed(value, digits), value)
