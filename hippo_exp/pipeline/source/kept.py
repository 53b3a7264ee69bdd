"""Generated corpora, kept as a stage: a sweep's workers and every later command read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pydantic import TypeAdapter

from hippo_exp.config import cache_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import StoreError
from hippo_exp.pipeline.cells.code import code_digest
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.source.generated import generated_corpus, generated_size
from hippo_exp.storage import Store

if TYPE_CHECKING:
    from hippo_exp.pathfinding import SyntheticCorpus
    from hippo_exp.storage.npz import Arrays

STAGE, VERSION = "generated_corpus", 1
LARGEST = 100_000
"""Passages; of a larger corpus the copy as text would take as much memory as the corpus."""
_MADE_FROM = {"format", "name", "synthetic", "pathfinding"}


def kept_corpus(settings: RetrievalSettings) -> SyntheticCorpus:
    """The corpus of ``generated_corpus``; from the cache where the same code made it before.

    Raises:
        ConfigError: the parameters allow too few questions.
        FaultListError: parameters out of range.
    """
    from hippo_exp.pathfinding import SyntheticCorpus

    if generated_size(settings) > LARGEST:
        return generated_corpus(settings)
    made: list[SyntheticCorpus] = []
    adapter = TypeAdapter(SyntheticCorpus)

    def compute() -> Arrays:
        made.append(generated_corpus(settings))
        return {"json": np.frombuffer(adapter.dump_json(made[0]), dtype=np.uint8)}

    store = Store(cache_root(settings.cache.root), waiting=say)
    key = {"dataset": settings.dataset.model_dump(include=_MADE_FROM), "code": code_digest()}
    try:
        arrays = store.arrays(STAGE, VERSION, key, compute)
    except StoreError:  # nothing can be kept there, which is for the stages to say that are run
        return made[0] if made else generated_corpus(settings)
    return made[0] if made else adapter.validate_json(arrays["json"].tobytes())
