"""Rows of a public hub copy, through the package ``datasets``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from hippo_exp.datasets.registry import HubSource
from hippo_exp.errors import ConfigError, DataError


def hub_rows(source: HubSource, *, cache: Path | None = None) -> Iterator[Mapping[str, object]]:
    """The rows of a split, in the order of the copy.

    Nothing of a copy is executed: the package has no loading scripts since version 4, and earlier
    versions refuse them unless told otherwise.

    Args:
        source: repository, configuration, split and revision; or a local folder, whose files are
            told apart by names such as ``validation.jsonl``.
        cache: folder of the package's cache; by default its own (``HF_HOME``).

    Raises:
        ConfigError: the package is not installed, or a hub copy without a pinned revision.
        DataError: the copy cannot be loaded.
    """
    try:
        load_dataset = import_module("datasets").load_dataset
    except ImportError as error:
        raise ConfigError(
            "the package 'datasets' is not installed",
            where="data build",
            fix="run pip install datasets",
        ) from error
    local = Path(source.repository).expanduser().is_dir()
    if source.revision is None and not local:
        raise ConfigError(
            "no revision is pinned", where=source.repository, fix="give its commit by --revision"
        )
    try:
        rows = load_dataset(
            source.repository,
            source.configuration,
            split=source.split,
            revision=None if local else source.revision,
            cache_dir=str(cache) if cache else None,
        )
    except (OSError, ValueError, RuntimeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise DataError(
            f"the hub copy cannot be loaded ({type(error).__name__}: {reason[:200]})",
            where=f"{source.repository}, split {source.split}",
            fix="check the network, or give a local copy by --repository FOLDER",
        ) from error
    yield from rows
