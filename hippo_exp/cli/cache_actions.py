"""``hippo-exp cache list``, ``size``, ``prune`` and ``verify``."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from hippo_exp.errors import FaultListError, StoreError
from hippo_exp.pipeline.cache.cells import STATES, KeptCell
from hippo_exp.pipeline.cache.choice import Choice, Wish, choose
from hippo_exp.pipeline.cache.contents import contents_of
from hippo_exp.pipeline.cache.damage import damage_in, remove_damaged
from hippo_exp.pipeline.cache.deletion import carry_out
from hippo_exp.storage.entries import KeptFile, Removed
from hippo_exp.text import counted

_MB = 10**6
_Items = Sequence[KeptFile | KeptCell]


def list_cache(root: Path) -> None:
    """Print the stages with their entries, the cells by state, the replies, what was left."""
    found = contents_of(root)
    print(f"cache: {root}")
    print(f"{'stage':20} {'entries':>9} {'MB':>12}  last used (UTC)")
    for stage in found.stages.stages:
        entries = [entry for entry in found.stages.entries if entry.path.parent.name == stage]
        if entries:
            print(f"{stage:20} {len(entries):9,} {_mb(entries)}  {_last(entries)}")
    cells = found.cells.cells
    states = Counter(cell.state for cell in cells)
    told = ", ".join(f"{states[state]:,} {state}" for state in STATES if states[state])
    print(f"{'cells':20} {len(cells):9,} {_mb(cells)}  {_last(cells)}  {told}".rstrip())
    print(f"{'model replies':20} {'':9} {_mb(found.replies)}  {_last(found.replies)}".rstrip())
    if found.left:
        print(f"left by killed processes: {counted(len(found.left), 'file')}; prune deletes them")
    if found.foreign:
        print(f"not the cache's own: {counted(found.foreign, 'file or folder')}, never touched")


def show_size(root: Path) -> None:
    """Print the bytes of each kind, and their sum."""
    found = contents_of(root)
    kinds: dict[str, _Items] = {
        "stage outputs": found.stages.entries,
        "cells": found.cells.cells,
        "model replies": found.replies,
        "left files": found.left,
    }
    for name, items in kinds.items():
        print(f"{name:20} {_mb(items)} MB")
    print(f"{'total':20} {_mb([item for items in kinds.values() for item in items])} MB")


def prune(root: Path, options: argparse.Namespace) -> None:
    """Delete what the options ask for, or print it; print how much it is.

    Raises:
        ConfigError: there is no such stage.
        StoreError: a file cannot be deleted.
    """
    wish = Wish(
        stage=options.stage,
        failed=options.failed,
        replies=options.replies,
        older_than=options.older_than,
        max_gb=options.max_gb,
    )
    choice = choose(contents_of(root), wish)
    if not options.dry_run:
        print(f"deleted: {_amount(carry_out(choice))}")
        return
    for line in _lines(choice, root):
        print(line)
    cells = [file for cell in choice.cells for file in (*cell.files, *cell.temporary)]
    files = {file.path: file for file in (*choice.left, *choice.entries, *cells, *choice.replies)}
    print(f"would delete: {_amount(Removed(len(files), sum(x.size for x in files.values())))}")


def verify(root: Path, *, delete: bool) -> None:
    """Read every stage output and every cell; print how many are sound.

    Args:
        root: of the cache.
        delete: delete what is damaged, and print it.

    Raises:
        FaultListError: what is damaged, one fault each, unless it was deleted.
        StoreError: a damaged file cannot be deleted.
    """
    found = contents_of(root)
    damaged = list(damage_in(found))
    fix = "hippo-exp cache verify --delete, or leave it: a run makes it again"
    if damaged and not delete:
        faults = [StoreError(f"damaged: {x.what}", where=x.where, fix=fix) for x in damaged]
        raise FaultListError(faults)
    for item in damaged:
        remove_damaged(item)
        print(f"deleted: {item.where} ({item.what})")
    entries, cells = len(found.stages.entries), len(found.cells.cells)
    print(f"verified: {entries:,} stage outputs, {counted(cells, 'cell')}, {len(damaged)} damaged")


def _lines(choice: Choice, root: Path) -> Iterable[str]:
    """What would go, one line each."""
    for file in (*choice.left, *choice.entries, *choice.replies):
        yield f"{_mb([file])} MB  {_last([file])}  {file.path.relative_to(root)}"
    for cell in choice.cells:
        yield f"{_mb([cell])} MB  {_last([cell])}  {cell.folder.relative_to(root)}  {cell.state}"


def _amount(removed: Removed) -> str:
    return f"{counted(removed.files, 'file')}, {removed.size / _MB:,.3f} MB"


def _mb(items: _Items) -> str:
    return f"{sum(item.size for item in items) / _MB:12,.3f}"


def _last(items: _Items) -> str:
    """When the last of them was used; empty where there is none."""
    last = max((item.used for item in items), default=0)
    return f"{datetime.fromtimestamp(last / 1e9, UTC):%Y-%m-%d %H:%M}" if last else ""
