"""Whether only a sample of a data set's questions is scored."""

from __future__ import annotations

import re

from hippo_exp.types import Dataset

_NOTE = re.compile(r"PARTIAL n=(\d+) of (\d+)")


def partial_of(dataset: Dataset) -> tuple[int, int] | None:
    """Questions of the sample and of the whole data set; None when all are scored.

    Read from the note that :func:`hippo_exp.datasets.sample_questions` leaves.
    """
    found = [match for note in dataset.notes if (match := _NOTE.fullmatch(note))]
    return (int(found[0][1]), int(found[0][2])) if found else None
