"""What the points of a sweep share within one process: the data, and what was built on it."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.config import cache_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.source.inputs import Inputs, read_inputs
from hippo_exp.storage import Store, digest_json

_READ = {"dataset", "query_ner", "limit", "seed", "strict", "data", "checkpoints"}
"""Settings on which reading depends."""


@dataclass
class Shared:
    """The workbench of the last point; the next one has the same unless its data are others."""

    _key: str = ""
    _bench: Workbench | None = None

    def bench(self, settings: RetrievalSettings) -> Workbench:
        """The workbench over a point's data.

        Raises:
            HippoExpError: the data cannot be read.
        """
        cache = cache_root(settings.cache.root)
        plain = settings.model_dump(mode="json", include=_READ)
        key = digest_json([plain, str(cache)])
        if self._bench is None or key != self._key:
            self._bench = Workbench(read_inputs(settings), Store(cache, waiting=say))
            self._key = key
        return self._bench

    def inputs(self, settings: RetrievalSettings) -> Inputs:
        """The data of a point."""
        return self.bench(settings).inputs


PROCESS = Shared()
"""Of this process: a worker that is given several points reads their data once."""
