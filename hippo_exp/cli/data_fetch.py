"""``hippo-exp data fetch``: what is missing, checked, from the release or a mirror."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from hippo_exp.cli.data_actions import files_of
from hippo_exp.datasets.registry import RegisteredDataset, ReleaseFile, source_addresses
from hippo_exp.datasets.registry_card import terms
from hippo_exp.errors import DataError, FaultListError, HippoExpError, StoreError
from hippo_exp.storage.download import (
    NoSourceError,
    UnreachableError,
    choose_meter,
    fetch_file,
    human_size,
)


def fetch(
    datasets: Sequence[RegisteredDataset],
    root: Path,
    mirror: str,
    parts: Sequence[str] | None,
    *,
    replace: bool,
) -> None:
    """Fetch what is missing; licence and citation stand before a data set's first download.

    Raises:
        ConfigError: no data set has one of the parts, or the mirror is no address and no folder.
        FaultListError: files that could not be fetched. The others are fetched nevertheless, unless
            the server never answers, no space is left, or the data root cannot be written.
    """
    faults: list[HippoExpError] = []
    for dataset, files in files_of(datasets, parts):
        if any(not (root / file.path).is_file() for file in files):
            print(terms(dataset))
        for file in files:
            try:
                print(f"  {_fetch_one(file, root, mirror, replace=replace)}", flush=True)
            except (UnreachableError, StoreError) as error:
                raise FaultListError([*faults, error]) from error
            except DataError as error:
                faults.append(error)
                print(f"  failed    {file.path}", flush=True)
    if faults:
        raise FaultListError(faults)


def _fetch_one(file: ReleaseFile, root: Path, mirror: str, *, replace: bool) -> str:
    """Fetch one file; returns the line about it."""
    target = root / file.path
    addresses = source_addresses(mirror, file)
    if file.upstream is None and (target.is_file() or not addresses):
        return f"present   {file.path}" if target.is_file() else f"skipped   {_not_released(file)}"
    try:
        done = fetch_file(
            addresses,
            target,
            blob_id=file.git_blob_sha1,
            label=file.path,
            replace=replace,
            meter=choose_meter(),
            say=lambda line: print(f"  {line}", file=sys.stderr, flush=True),
        )
    except NoSourceError:
        if file.upstream is None:
            return f"skipped   {_not_released(file)}"
        raise
    return f"{done.state:9} {file.path} ({human_size(done.size)})"


def _not_released(file: ReleaseFile) -> str:
    return f"{file.path}: not in the release{f' ({file.note})' if file.note else ''}"
