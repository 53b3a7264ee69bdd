"""Rankings as a notebook shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from hippo_exp.types import Passage, Ranking


@dataclass(frozen=True, slots=True)
class Hit:
    """One retrieved passage.

    Attributes:
        rank: from 1.
        score: higher is better; on one scale within a question only.
        position: of the passage in the corpus.
        passage: its id, title and text.
    """

    rank: int
    score: float
    position: int
    passage: Passage


@dataclass(frozen=True, repr=False)
class RankedPassages(Sequence[Hit]):
    """The best passages of one question: a sequence of hits, best first.

    Attributes:
        question_id: of the data set's question; empty for another one.
        text: the question.
        entities: the query entities that were searched with; empty for methods without.
        entities_from: where they are from, one clause; empty for methods without.
        method: what ranked.
        ranking: positions (k,) int64 and scores (k,) float64, as the library's functions take it.
        hits: (k,) the same with the passages.
        decimals: places to which a question's recall is rounded before the mean (preset
            ``paper``: 4, as in the released code); None for no rounding.
    """

    question_id: str
    text: str
    entities: tuple[str, ...]
    entities_from: str
    method: str
    ranking: Ranking
    hits: tuple[Hit, ...]
    decimals: int | None = None

    @property
    def outcome(self) -> str:
        """``ok``, or a special case that the retriever counts, such as ``no_entity``."""
        return self.ranking.outcome

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    @overload
    def __getitem__(self, place: int) -> Hit: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, place: int | slice) -> Hit | tuple[Hit, ...]:
        return self.hits[place]

    def __repr__(self) -> str:
        entities = ", ".join(self.entities) or "none"
        about = f" (entities {self.entities_from}: {entities})" if self.entities_from else ""
        lines = [f"{self.text}{about}"]
        lines += [
            f"{hit.rank:3}  {hit.score:9.4f}  {hit.passage.title or hit.passage.text[:60]}"
            for hit in self.hits
        ]
        return "\n".join(lines)
