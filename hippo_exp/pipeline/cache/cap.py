"""The size of a cache at the end of a run."""

from __future__ import annotations

from hippo_exp.config import cache_root
from hippo_exp.config.schema.root import CacheSettings
from hippo_exp.pipeline.progress import say
from hippo_exp.storage.entries import keep_below
from hippo_exp.text import counted


def keep_to_cap(settings: CacheSettings) -> None:
    """Delete the stage outputs that ``cache.max_gb`` leaves no room for; say how much went.

    Raises:
        StoreError: a folder cannot be read, or an entry cannot be deleted.
    """
    if settings.max_gb is None:
        return
    removed = keep_below(cache_root(settings.root), settings.max_gb)
    if removed.files:
        gone = f"{counted(removed.files, 'file')}, {removed.size / 1e6:,.1f} MB"
        say(f"cache.max_gb={settings.max_gb:g}: deleted {gone}")
