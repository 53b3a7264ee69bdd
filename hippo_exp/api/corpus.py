"""A corpus with its questions and triples, as a notebook holds it."""

from __future__ import annotations

from dataclasses import dataclass, field

from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.text import counted
from hippo_exp.types import Dataset, Passage, Question


@dataclass(frozen=True, repr=False)
class Corpus:
    """What :func:`hippo_exp.load_dataset` gives.

    Attributes:
        inputs: the data set and what is read for it, as the experiments hold it.
        settings: ``key=value`` that made it.
        in_memory: whether it was given as lists, so that no file is looked for.
    """

    inputs: Inputs = field(repr=False)
    settings: tuple[str, ...]
    in_memory: bool = False

    @property
    def dataset(self) -> Dataset:
        """The data set as the library's functions take it."""
        return self.inputs.dataset

    @property
    def name(self) -> str:
        """Name of the data set."""
        return self.dataset.name

    @property
    def passages(self) -> tuple[Passage, ...]:
        """(n_passages,) the corpus; a passage's position is its identity in every ranking."""
        return self.dataset.passages

    @property
    def questions(self) -> tuple[Question, ...]:
        """(n_questions,) questions with gold, answers and query entities; possibly none."""
        return self.dataset.questions

    def __repr__(self) -> str:
        passages = counted(len(self.passages), "passage")
        return f"<data set {self.name}: {passages}, {counted(len(self.questions), 'question')}>"
