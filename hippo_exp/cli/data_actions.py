"""``hippo-exp data list``, ``card`` and ``build``; which files a command concerns."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from hippo_exp.datasets.registry import RegisteredDataset, ReleaseFile
from hippo_exp.datasets.registry_card import dataset_card
from hippo_exp.errors import ConfigError
from hippo_exp.text import counted


def list_datasets(datasets: Sequence[RegisteredDataset], root: Path) -> None:
    """Print each data set with what is there of it."""
    print(f"data root: {root}")
    for dataset in datasets:
        there = sum((root / file.path).is_file() for file in dataset.files)
        print(
            f"{dataset.name:24} {there} of {counted(len(dataset.files), 'file')}  {dataset.licence}"
        )


def show_card(dataset: RegisteredDataset) -> None:
    """Print a data set's card."""
    from hippo_exp.pipeline.source.counts import paper_counts

    print(dataset_card(dataset, paper_counts(dataset.paper)), end="")


def build(dataset: RegisteredDataset, root: Path, options: argparse.Namespace) -> None:
    """Sample a hub copy into a folder of one's own data and print how to run on it.

    Raises:
        HippoExpError: see ``hub_rows`` and ``build_sample``.
    """
    from hippo_exp.datasets.hub import hub_rows
    from hippo_exp.datasets.hub_build import build_sample, hub_source

    source = hub_source(
        dataset,
        repository=options.repository,
        split=options.split,
        revision=options.revision,
    )
    name = f"{dataset.name}_{source.split}_{options.questions}_seed{options.seed}"
    folder = options.out.expanduser().absolute() if options.out else root / name
    built = build_sample(
        folder,
        hub_rows(source),
        dataset,
        source,
        questions=options.questions,
        seed=options.seed,
    )
    counts = built.counts
    questions, passages = counted(counts["questions"], "question"), counts["passages"]
    print(f"{questions}, {counted(passages, 'passage')} in {folder}")
    overrides = [
        "dataset=custom",
        f"dataset.dir={folder}",
        f"dataset.name={folder.name}",
        f"dataset.gold_unit={built.gold_unit}",
    ]
    print(f"run: python -m experiments.table2 {' '.join(map(shlex.quote, overrides))}")


def files_of(
    datasets: Sequence[RegisteredDataset], parts: Sequence[str] | None
) -> list[tuple[RegisteredDataset, list[ReleaseFile]]]:
    """Each data set with its files of the given parts, all of them for None.

    Raises:
        ConfigError: a part that none of the data sets has.
    """
    known = list(dict.fromkeys(file.part for dataset in datasets for file in dataset.files))
    for part in parts or ():
        if part not in known:
            fix = f"there are: {', '.join(known)}"
            raise ConfigError(f"no part {part!r}", where="--parts", fix=fix)
    chosen = [
        (dataset, [file for file in dataset.files if parts is None or file.part in parts])
        for dataset in datasets
    ]
    return [(dataset, files) for dataset, files in chosen if files]
