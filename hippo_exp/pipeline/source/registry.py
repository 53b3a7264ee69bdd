"""The registry of data sets, read from ``configs/dataset``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from hippo_exp.config import config_folder, settings_from
from hippo_exp.config.schema import DatasetFile, FileSettings, ReleaseSettings
from hippo_exp.datasets.registry import HubSource, RegisteredDataset, ReleaseFile
from hippo_exp.errors import ConfigError


def registered_datasets(folder: Path | None = None) -> tuple[RegisteredDataset, ...]:
    """The data sets of a release, sorted by name; generated and custom ones are left out.

    Args:
        folder: of the data sets' configurations; by default ``configs/dataset``.

    Raises:
        ConfigError: a file is no data set.
        FaultListError: a file has wrong settings.
    """
    found = []
    for path in sorted((folder or config_folder() / "dataset").glob("*.yaml")):
        settings = settings_from(DatasetFile, {"dataset": _section(path)}).dataset
        if isinstance(settings, ReleaseSettings):
            found.append(_registered(settings))
    return tuple(found)


def _section(path: Path) -> dict[str, Any]:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise ConfigError(f"not YAML, {error}", where=str(path), fix="correct it") from error
    section = content.get("dataset") if isinstance(content, dict) else None
    if not isinstance(section, dict):
        raise ConfigError("no key dataset", where=str(path), fix="compare with musique.yaml")
    return section


def _registered(settings: ReleaseSettings) -> RegisteredDataset:
    hub = settings.hub
    return RegisteredDataset(
        name=settings.name,
        about=settings.about,
        format=settings.format,
        gold_unit=settings.gold_unit,
        folder=settings.folder or settings.name,
        files=tuple(_files(settings)),
        source=settings.source,
        licence=settings.licence,
        citation=settings.citation,
        paper=settings.paper,
        hub=HubSource(**hub.model_dump()) if hub else None,
    )


def _files(settings: ReleaseSettings) -> Iterator[ReleaseFile]:
    entries: dict[str, FileSettings] = {**settings.files, **settings.openie}
    if settings.query_entities is not None:
        entries["query_entities"] = settings.query_entities
    for part, entry in {**entries, **settings.extras}.items():
        folder = entry.folder or settings.folder or settings.name
        yield ReleaseFile(
            part=part,
            path=f"{folder}/{entry.file}",
            upstream=entry.upstream,
            git_blob_sha1=entry.git_blob_sha1,
            note=entry.note,
        )
