"""Everything that a cache holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.pipeline.cache.cells import CellSurvey, survey_cells
from hippo_exp.pipeline.cells.keeper import CELLS
from hippo_exp.pipeline.llm.session import REPLIES
from hippo_exp.storage.entries import KeptFile, Survey, folders, kept_file, listing, survey

_SHARD = re.compile(r"[0-9]{20}-[0-9a-f]{8}\.jsonl")


@dataclass(frozen=True)
class Contents:
    """What there is.

    Attributes:
        stages: the stage outputs.
        cells: the cells.
        replies: files of kept model replies.
        foreign: number of files, folders and links that are not the cache's own.
    """

    stages: Survey
    cells: CellSurvey
    replies: list[KeptFile]
    foreign: int

    @property
    def left(self) -> list[KeptFile]:
        """Temporary files and locks of processes that are gone."""
        return [*self.stages.left, *self.cells.left]


def contents_of(root: Path) -> Contents:
    """What a cache holds; links are not followed.

    Raises:
        StoreError: a folder cannot be read.
    """
    stages, cells = survey(root, beside=(CELLS, REPLIES)), survey_cells(root)
    replies: list[KeptFile] = []
    foreign = stages.foreign + cells.foreign
    for top in folders(root):
        if top.name == REPLIES:
            found = listing(Path(top.path))
            files = [kept_file(item) for item in found if _SHARD.fullmatch(item.name)]
            replies = [file for file in files if file is not None]
            foreign += len(found) - len(replies)
    return Contents(stages, cells, replies, foreign)
