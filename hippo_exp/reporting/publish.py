"""A folder of results that appears as a whole: staged beside its place, then moved in under a lock.

``.NAME.PID-HOST.XXXXXXXX`` beside the folder holds what a run is still writing, ``.NAME.lock``
is held while its files are moved in, and ``.unfinished.json`` in the folder lists, during the
move, the files that are a run's to replace. What a killed run left of these, the next run of the
same folder clears away.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from hippo_exp.errors import HippoExpError, StoreError
from hippo_exp.reporting.manifest import manifest_bytes
from hippo_exp.storage import (
    ShortPatience,
    claim,
    digest_bytes,
    process_is_gone,
    read_json,
    write_atomic,
)

MANIFEST = "manifest.json"
UNFINISHED = ".unfinished.json"


@contextmanager
def staged_folder(
    folder: Path, manifest: Mapping[str, object], *, check: Callable[[], None] | None = None
) -> Iterator[Path]:
    """A temporary folder, moved into ``folder`` file by file when the body succeeds.

    The manifest gets the key ``files``: relative name -> SHA-256 of every file that was staged.
    Files that the manifest of an earlier run lists and this run does not make are removed; any
    other file in ``folder`` stays. If the body raises, ``folder`` is untouched. One process moves
    at a time; another one waits. ``folder`` may be a link or a mounted file system.

    Args:
        folder: where the results go.
        manifest: see ``make_manifest``.
        check: called before the first file is moved, under the lock; what it raises stops the
            publication and leaves ``folder`` untouched.

    Raises:
        StoreError: a folder or file cannot be written.
    """
    try:
        target = Path(os.path.realpath(folder))
        place = target if target.is_mount() else target.parent
        place.mkdir(parents=True, exist_ok=True)
        prefix = f".{target.name}.{os.getpid()}-{_host()}."
        stage = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
        try:
            files = stage / "files"
            files.mkdir()
            yield files
            with claim(place / f".{target.name}.lock", ShortPatience(), lambda who: None):
                if check is not None:
                    check()
                _publish(stage, target, manifest)
                _clear_left_stages(place, target.name)
        finally:
            shutil.rmtree(stage, ignore_errors=True)
    except OSError as error:
        raise StoreError(
            f"cannot write results ({error.strerror or error})",
            where=str(folder),
            fix="free space or choose another folder with out=DIR",
        ) from error


def _publish(stage: Path, target: Path, manifest: Mapping[str, object]) -> None:
    files = stage / "files"
    staged = sorted(path.relative_to(files) for path in files.rglob("*") if path.is_file())
    digests = {name.as_posix(): digest_bytes((files / name).read_bytes()) for name in staged}
    write_atomic(stage / MANIFEST, manifest_bytes({**manifest, "files": digests}))
    target.mkdir(parents=True, exist_ok=True)
    owned = sorted({*_owned(target), *digests})
    write_atomic(stage / UNFINISHED, manifest_bytes({"files": dict.fromkeys(owned, "")}))
    _move(stage / UNFINISHED, target / UNFINISHED)
    (target / MANIFEST).unlink(missing_ok=True)
    for name in staged:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        _move(files / name, target / name)
    for old in owned:
        if old not in digests:
            _remove(target, old)
    _move(stage / MANIFEST, target / MANIFEST)
    (target / UNFINISHED).unlink()


def _owned(target: Path) -> list[str]:
    """Names of the files that an earlier run, finished or killed, wrote or was to replace."""
    found: list[str] = []
    for name in (MANIFEST, UNFINISHED):
        try:
            content = read_json(target / name)
        except HippoExpError:
            continue
        files = content.get("files") if isinstance(content, dict) else None
        found += [str(key) for key in files] if isinstance(files, dict) else []
    return [name for name in found if _is_inside(name)]


def _is_inside(name: str) -> bool:
    """Whether a manifest's name is that of a file below its folder, other than the manifest."""
    path = PurePosixPath(name)
    plain = not path.is_absolute() and ".." not in path.parts and "\\" not in name
    return plain and "\0" not in name and str(path) not in (".", MANIFEST, UNFINISHED)


def _remove(target: Path, name: str) -> None:
    """Remove an earlier run's file, and the folders in ``target`` that this leaves empty."""
    path = target / name
    if path.is_dir() and not path.is_symlink():
        return
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == target or not parent.is_dir() or any(parent.iterdir()):
            return
        parent.rmdir()


def _move(source: Path, target: Path) -> None:
    """An atomic rename; a copy and a rename where ``target`` is on another file system."""
    try:
        source.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        write_atomic(target, source.read_bytes())


def _clear_left_stages(place: Path, name: str) -> None:
    """Remove the temporary folders of runs of this machine that were killed."""
    pattern = re.compile(rf"\.{re.escape(name)}\.(\d+)-{_host()}\.[a-z0-9_]{{8}}")
    for path in sorted(place.glob(".*")):
        match = pattern.fullmatch(path.name)
        if match and process_is_gone(int(match[1])):
            shutil.rmtree(path, ignore_errors=True)


def _host() -> str:
    """Eight digits that tell machines apart without naming them."""
    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]
