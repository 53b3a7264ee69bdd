"""The proposition corpus of a data set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hippo_exp.config.schema import FileSettings, RetrievalSettings
from hippo_exp.datasets.propositions import Propositions, read_propositions
from hippo_exp.pipeline.source.files import dataset_folder
from hippo_exp.types import Passage

PART = "propositions"
"""The name of the file among a data set's extras."""


def propositions_entry(settings: RetrievalSettings) -> FileSettings | None:
    """The data set's proposition file as configured; None where none is known."""
    return settings.dataset.extras.get(PART)


def propositions_of(settings: RetrievalSettings, passages: Sequence[Passage]) -> Propositions:
    """Read the propositions of a row's data set.

    Args:
        settings: of a row that can run, so that the file is known and there.
        passages: (n_passages,) the corpus.

    Raises:
        DataError: the file is damaged or of another corpus.
    """
    entry = propositions_entry(settings)
    assert entry is not None
    path: Path = dataset_folder(settings) / entry.file
    split = settings.retriever.proposition.split
    return read_propositions(path, passages, split=split, corpus=settings.dataset.name)
