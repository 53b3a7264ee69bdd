"""Data set cards: what a data set is, where it comes from, under which terms."""

from __future__ import annotations

from collections.abc import Mapping

from hippo_exp.datasets.registry import RegisteredDataset, ReleaseFile


def dataset_card(dataset: RegisteredDataset, paper: Mapping[str, int]) -> str:
    """A data set's card in Markdown.

    Args:
        dataset: the data set.
        paper: name -> figure of the paper about it; may be empty.
    """
    lines = [f"# {dataset.name}", "", dataset.about, ""]
    lines += [
        f"- source: {dataset.source}",
        f"- licence: {dataset.licence}",
        f"- cite: {dataset.citation}",
        f"- format: {dataset.format}; a retrieved passage is matched by its {_unit(dataset)}",
    ]
    if paper:
        figures = ", ".join(f"{value:,} {name}" for name, value in paper.items())
        lines.append(f"- in the paper: {figures}")
    if dataset.hub is not None:
        lines.append(f"- larger samples: hippo-exp data build {dataset.name} ({_hub(dataset)})")
    lines += ["", "| part | file | git blob | remark |", "|---|---|---|---|"]
    lines += [_row(file) for file in dataset.files]
    return "\n".join(lines) + "\n"


def terms(dataset: RegisteredDataset) -> str:
    """Licence and citation, as printed when a data set is fetched."""
    return (
        f"{dataset.name}: {dataset.licence}\n  from: {dataset.source}\n  cite: {dataset.citation}"
    )


def _unit(dataset: RegisteredDataset) -> str:
    return "title" if dataset.gold_unit == "title" else "title and text"


def _hub(dataset: RegisteredDataset) -> str:
    hub = dataset.hub
    assert hub is not None
    return f"{hub.repository} at {hub.revision or 'its newest revision'}, split {hub.split}"


def _row(file: ReleaseFile) -> str:
    remark = "; ".join(filter(None, [file.note, "" if file.upstream else "not in the release"]))
    return f"| {file.part} | {file.path} | {file.git_blob_sha1 or 'none published'} | {remark} |"
