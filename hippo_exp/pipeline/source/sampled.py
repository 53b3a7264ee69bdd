"""Whether only a sample of a data set's questions is scored."""

from __future__ import annotations

from hippo_exp.types import Dataset


def partial_of(dataset: Dataset) -> tuple[int, int] | None:
    """Questions of the sample and of the whole data set; None when all are scored."""
    if dataset.sampled_from is None:
        return None
    return len(dataset.questions), dataset.sampled_from
