"""Graph statistics beside the paper's (tables 1 and 8), and the check before any search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.config import config_folder
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import DataError
from hippo_exp.graph import CountRow, compare_counts
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.reporting import load_paper_table

# The paper's names of the counts that both have; its "unique edges" are distinct relations.
COUNT_NAMES = {
    "passages": "passages",
    "unique_nodes": "nodes",
    "unique_edges": "distinct_relations",
    "unique_triples": "facts",
}


def paper_graph_counts(settings: RetrievalSettings) -> dict[str, int]:
    """The paper's statistics for a row's data set and extractor, under this project's names.

    Synonymy edges are given only for the encoder that the paper counted them with. Empty where the
    paper has no such data set or extractor.
    """
    dataset, row = settings.dataset.paper, f"openie_{settings.openie.extractor}"
    if dataset is None or settings.limit is not None:
        return {}
    names = COUNT_NAMES | {f"{settings.encoder.name}_synonym_edges": "synonymy_edges"}
    found: dict[str, int] = {}
    for table in ("table1", "table8"):
        printed = load_paper_table(config_folder() / "paper", table).column(dataset)
        for theirs, ours in names.items():
            value = printed.get(row, theirs)
            if value is not None:
                found.setdefault(ours, int(value))
    return found


def check_graph_counts(settings: RetrievalSettings, counts: Mapping[str, int], where: str) -> None:
    """With ``strict=true``, refuse a graph whose counts are not the paper's.

    Raises:
        DataError: a count differs; every one is named with both numbers.
    """
    if not settings.strict:
        return
    paper = paper_graph_counts(settings)
    wrong = [row for row in compare_counts(counts, paper) if row.difference]
    if wrong:
        listed = ", ".join(f"{row.name} {row.ours} (paper {row.paper})" for row in wrong)
        fix = "check the files with their checksums, or run without strict=true"
        raise DataError(f"counts differ from the paper's: {listed}", where=where, fix=fix)


def graph_page(planned: Sequence[PlannedRow], graphs: Mapping[str, Mapping[str, int]]) -> str:
    """Markdown: the statistics of each distinct graph, with the rows that search it.

    The first graph is shown whole, of each further one the counts that differ from it.
    """
    groups: dict[tuple[tuple[str, int], ...], list[PlannedRow]] = {}
    for item in planned:
        if item.row.id in graphs:
            groups.setdefault(tuple(graphs[item.row.id].items()), []).append(item)
    first: dict[str, int] = {}
    pages = []
    for counts, items in groups.items():
        shown = {name: value for name, value in counts if first.get(name) != value}
        pages.append(_section(items, shown, further=bool(first)))
        first = first or dict(counts)
    return "# Graph statistics\n\n" + "\n".join(pages)


def _section(items: Sequence[PlannedRow], counts: Mapping[str, int], *, further: bool) -> str:
    paper = paper_graph_counts(items[0].settings)
    if further:
        paper = {name: value for name, value in paper.items() if name in counts}
    rows = compare_counts(counts, paper)
    beside_paper = any(row.paper is not None for row in rows)
    lines = ["## " + ", ".join(item.label for item in items), ""]
    if further:
        lines += ["Counts that differ from the first graph.", ""]
    lines.append("| count | here |" + (" paper | difference |" if beside_paper else ""))
    lines.append("|---|---:|" + ("---:|---:|" if beside_paper else ""))
    lines += [_line(row, beside_paper=beside_paper) for row in rows]
    return "\n".join(lines) + "\n"


def _line(row: CountRow, *, beside_paper: bool) -> str:
    values = (row.ours, row.paper, row.difference) if beside_paper else (row.ours,)
    shown = ["–" if value is None else f"{value:,}" for value in values]
    return f"| {row.name.replace('_', ' ')} | " + " | ".join(shown) + " |"
