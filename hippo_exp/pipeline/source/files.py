"""Which files a data set needs, where they must stand, and which of them are missing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hippo_exp.config import absolute, data_root
from hippo_exp.config.schema import GENERATED_FORMATS, FileSettings, RetrievalSettings
from hippo_exp.datasets import DataFile, missing_files
from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.pipeline.source.generated import generated_faults


def dataset_folder(settings: RetrievalSettings) -> Path:
    """The folder of the data set: ``dataset.dir``, or its folder below the data root."""
    dataset = settings.dataset
    if dataset.dir is not None:
        return absolute(dataset.dir, "dataset.dir")
    return data_root(settings.data.root) / (dataset.folder or dataset.name)


def dataset_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """What stands in the way of reading corpus and questions; empty when nothing does."""
    dataset = settings.dataset
    if dataset.format in GENERATED_FORMATS:
        return generated_faults(settings)
    if dataset.format == "custom":
        return _custom_faults(settings)
    return list(_missing(settings, list(dataset.files.values())))


def openie_file(settings: RetrievalSettings) -> Path | None:
    """The chosen extractor's OpenIE file; None where the data set has none."""
    entry = settings.dataset.openie.get(settings.openie.extractor)
    return dataset_folder(settings) / entry.file if entry else None


def query_entities_file(settings: RetrievalSettings) -> Path | None:
    """The query-entity file; None where the data set names none."""
    entry = settings.dataset.query_entities
    return dataset_folder(settings) / entry.file if entry else None


def file_state(settings: RetrievalSettings, entry: FileSettings) -> str:
    """``there``; ``missing``; or why a file that is there cannot be read."""
    path = dataset_folder(settings) / entry.file
    try:
        with path.open("rb") as stream:
            stream.read(1)
    except FileNotFoundError:
        return "missing"
    except OSError as error:
        return error.strerror or type(error).__name__
    return "there"


def _custom_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    if settings.dataset.dir is None:
        fix = "give the folder of your corpus: dataset.dir=FOLDER"
        return [ConfigError("dataset=custom needs a folder", where="dataset.dir", fix=fix)]
    folder = dataset_folder(settings)
    if not folder.is_dir():
        fix = "check the path; it starts at the folder where the command is typed"
        return [ConfigError("no such folder", where=f"dataset.dir={folder}", fix=fix)]
    return []


def _missing(settings: RetrievalSettings, entries: Sequence[FileSettings]) -> list[HippoExpError]:
    dataset = settings.dataset
    files = [
        DataFile(
            path=entry.file,
            source=(
                f"{dataset.source}, {entry.upstream} (hippo-exp data fetch {dataset.name})"
                if entry.upstream
                else dataset.source
            ),
            git_blob_sha1=entry.git_blob_sha1,
            licence=dataset.licence,
        )
        for entry in entries
    ]
    return list(missing_files(dataset_folder(settings), files))
