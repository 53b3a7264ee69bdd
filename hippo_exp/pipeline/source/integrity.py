"""Are the files of a run those of the release?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.datasets.registry import ReleaseFile
from hippo_exp.datasets.registry_check import check_file
from hippo_exp.errors import DataError
from hippo_exp.pipeline.source.files import dataset_folder
from hippo_exp.pipeline.source.registry import registered_datasets
from hippo_exp.storage import git_blob_id


@dataclass(frozen=True)
class Integrity:
    """What the git blob ids of a run's files say.

    Attributes:
        misplaced: one error for each file that is another registered file; never to be run on.
        altered: one error for each other file that is not the released one, so damaged or one's
            own; an error in a strict run.
        notes: one label for the tables for each altered file.
    """

    misplaced: tuple[DataError, ...]
    altered: tuple[DataError, ...]
    notes: tuple[str, ...]


def check_integrity(settings: RetrievalSettings) -> Integrity:
    """Compare questions, corpus, the chosen OpenIE file and query entities with the release.

    Files that are not there or cannot be read, and those without a published id, are passed over.
    """
    folder = dataset_folder(settings)
    suspects = [file for file in _files(settings) if _differs(folder / file.path, file)]
    # The registry of all data sets is read only when some file is not the one released.
    known = registered_datasets() if suspects else ()
    misplaced, altered, notes = [], [], []
    for file in suspects:
        state = check_file(folder, file, known)
        what = f"this is {state.is_other}" if state.is_other else "not the released file"
        error = DataError(
            f"{what}: git blob {state.found} where {file.git_blob_sha1} is released",
            where=str(folder / file.path),
            fix=f"hippo-exp data fetch {settings.dataset.name} --parts {file.part} --replace",
        )
        if state.is_other:
            misplaced.append(error)
        else:
            altered.append(error)
            notes.append(f"{file.path} is not the released file (git blob {state.found[:12]})")
    return Integrity(tuple(misplaced), tuple(altered), tuple(notes))


def _differs(path: Path, file: ReleaseFile) -> bool:
    if file.git_blob_sha1 is None or not path.is_file():
        return False
    try:
        return git_blob_id(path) != file.git_blob_sha1
    except OSError:
        return False


def _files(settings: RetrievalSettings) -> list[ReleaseFile]:
    dataset = settings.dataset
    entries = dict(dataset.files)
    extractor = settings.openie.extractor
    if extractor in dataset.openie:
        entries[extractor] = dataset.openie[extractor]
    if dataset.query_entities is not None:
        entries["query_entities"] = dataset.query_entities
    return [
        ReleaseFile(part, entry.file, entry.upstream, entry.git_blob_sha1)
        for part, entry in entries.items()
    ]
