"""The known data sets: which files they have, where these come from, under which terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hippo_exp.errors import ConfigError, FaultListError
from hippo_exp.text import did_you_mean

RELEASE = (
    "https://raw.githubusercontent.com/OSU-NLP-Group/HippoRAG/"
    "b144c46df14cabe5f5822d8caded4bec5f709461"
)
"""The official release at its pinned commit (branch ``legacy``)."""


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """One file of a data set.

    Attributes:
        part: what it is: ``questions``, ``corpus``, ``query_entities``, the name of an extractor,
            or a further file's own name.
        path: below the data root, with ``/``.
        upstream: path in the official release; None for a file that the release lacks.
        git_blob_sha1: git blob id of the released file; None where none is published.
        note: what a user must know about it.
    """

    part: str
    path: str
    upstream: str | None
    git_blob_sha1: str | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class HubSource:
    """A public hub copy of a data set.

    Attributes:
        repository: name on the hub, or a local folder of the same layout.
        configuration: the copy's configuration; None for its only one.
        split: the split with public labels.
        revision: commit of the copy; None for a local folder.
        corpus: layout of the corpus to write: ``list`` of passages, or ``titles``, an object
            ``title -> [sentence, ...]``.
    """

    repository: str
    configuration: str | None
    split: str
    revision: str | None
    corpus: Literal["list", "titles"] = "list"


@dataclass(frozen=True, slots=True)
class RegisteredDataset:
    """A data set that can be fetched, verified and described.

    Attributes:
        name: as in ``dataset=NAME``.
        about: what it is, one sentence.
        format: ``musique`` or ``supporting_facts``.
        gold_unit: ``title`` or ``passage``.
        folder: below the data root.
        files: in the order in which they are fetched.
        source: the release.
        licence: terms of its texts and of its extractions.
        citation: what to cite.
        paper: its column in the paper's tables; None when it has none.
        hub: a public hub copy; None when none is known.
    """

    name: str
    about: str
    format: str
    gold_unit: str
    folder: str
    files: tuple[ReleaseFile, ...]
    source: str
    licence: str
    citation: str
    paper: str | None = None
    hub: HubSource | None = None


def choose_datasets(
    datasets: Sequence[RegisteredDataset], names: Sequence[str]
) -> tuple[RegisteredDataset, ...]:
    """The data sets of these names, in the order of the names; ``all`` stands for every one.

    Raises:
        FaultListError: unknown names, each with the nearest known one.
    """
    if "all" in names:
        return tuple(datasets)
    known = {dataset.name: dataset for dataset in datasets}
    faults = [_unknown(name, list(known)) for name in names if name not in known]
    if faults:
        raise FaultListError(faults)
    return tuple(known[name] for name in dict.fromkeys(names))


def source_addresses(mirror: str, file: ReleaseFile) -> tuple[str, ...]:
    """Where a mirror may have a file: as in the release, or as below a data root.

    Args:
        mirror: an ``http(s)://`` address or a folder.
        file: the file.

    Returns:
        Addresses or paths, in the order in which they are tried. The official release itself has
        only the first layout, and none for a file that it lacks.

    Raises:
        ConfigError: the mirror is neither an address nor a folder.
    """
    layouts = [file.upstream, None if mirror == RELEASE else file.path]
    paths = [path for path in layouts if path is not None]
    if mirror.startswith(("http://", "https://")):
        from urllib.parse import quote

        return tuple(f"{mirror.rstrip('/')}/{quote(path)}" for path in paths)
    folder = Path(mirror).expanduser().absolute()
    if not folder.is_dir():
        raise ConfigError(
            "the mirror is no http(s) address and no folder", where=mirror, fix="check --mirror"
        )
    return tuple(str(folder / path) for path in paths)


def _unknown(name: str, known: list[str]) -> ConfigError:
    fix = did_you_mean(name, [*known, "all"]) or f"there are: {', '.join(known)}, all"
    return ConfigError(f"no data set {name!r}", where="data", fix=fix)
