"""The project's own results are not replaced by those of other settings unless one says so."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hippo_exp.config.schema import RunSettings
from hippo_exp.errors import HippoExpError, StoreError
from hippo_exp.pipeline.differences import differences
from hippo_exp.reporting import Results, read_manifest, write_results
from hippo_exp.reporting.publish import staged_folder
from hippo_exp.storage import digest_json, write_atomic

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Settings that say where things are or how a run behaves; a manifest does not compare them.
PLACES = frozenset({"out", "data", "cache", "cells", "dry_run", "overwrite"})
_FIX = "give label=NAME or out=DIR to keep both, or overwrite=true to replace them"


def recorded_settings(settings: RunSettings) -> dict[str, Any]:
    """The settings as a manifest records them: plain values, without places."""
    return settings.model_dump(mode="json", exclude=set(PLACES))


def check_target(folder: Path, settings: RunSettings, not_run: Sequence[str] = ()) -> None:
    """Refuse to replace results of other settings, or measured rows by rows that cannot run.

    Only the default results tree is guarded: a folder named by ``out`` is the user's own.

    Args:
        folder: where the results are going.
        settings: of this run.
        not_run: ids of rows that cannot run here.

    Raises:
        StoreError: see above; nothing has been computed.
    """
    if settings.out is not None or settings.overwrite:
        return
    try:
        manifest = read_manifest(folder / "manifest.json")
    except HippoExpError:
        return
    config = manifest.get("config")
    known = config if isinstance(config, dict) else {}
    changed = list(differences(_without_label(known), _comparable_settings(settings)))
    if changed:
        what = f"the folder holds results of other settings ({', '.join(changed[:5])})"
        raise StoreError(what, where=str(folder), fix=_FIX)
    rows = manifest.get("rows")
    lost = [row for row in not_run if isinstance(rows, dict) and _was_measured(rows.get(row))]
    if lost:
        what = f"the folder holds measured rows that cannot run here ({', '.join(lost)})"
        raise StoreError(what, where=str(folder), fix=_FIX)


def free_folder(folder: Path, settings: RunSettings, not_run: Sequence[str] = ()) -> Path:
    """``folder``, or beside it ``FOLDER-DIGEST`` where it holds results of other settings.

    Raises:
        StoreError: the folder was named by ``label`` and holds results of other settings, or the
            one beside it holds measured rows that cannot run here.
    """
    try:
        check_target(folder, settings, not_run)
    except StoreError:
        if settings.label is not None:
            raise
        digest = digest_json(_comparable_settings(settings))[:8]
        folder = folder.with_name(f"{folder.name}-{digest}")
        check_target(folder, settings, not_run)
    return folder


def publish(
    folder: Path, settings: RunSettings, results: Results, not_run: Sequence[str] = ()
) -> Path:
    """Write the results to ``folder``, or to :func:`free_folder` if it was taken meanwhile.

    Returns:
        The folder that was written.

    Raises:
        StoreError: as :func:`free_folder`, or the folder cannot be written.
    """
    free = free_folder(folder, settings, not_run)
    write_results(free, results, check=partial(check_target, free, settings, not_run))
    return free


def publish_files(
    folder: Path,
    settings: RunSettings,
    files: Mapping[str, bytes],
    manifest: Mapping[str, object],
    figures: Mapping[str, Figure] = MappingProxyType({}),
) -> Path:
    """As :func:`publish`, for results that are no single table.

    Args:
        folder, settings: as there.
        files: file name -> contents.
        manifest: see ``make_manifest``.
        figures: file name without a suffix -> figure.
    """
    free = free_folder(folder, settings)
    with staged_folder(free, manifest, check=partial(check_target, free, settings)) as stage:
        for name, data in files.items():
            write_atomic(stage / name, data)
        for name, figure in figures.items():
            from hippo_exp.reporting.figures.files import save_figure

            save_figure(figure, stage / name)
    return free


def _without_label(config: Mapping[str, Any]) -> dict[str, Any]:
    """Recorded settings without the label, which only names the folder."""
    return {key: value for key, value in config.items() if key != "label"}


def _comparable_settings(settings: RunSettings) -> dict[str, Any]:
    return _without_label(json.loads(json.dumps(recorded_settings(settings))))


def _was_measured(row: object) -> bool:
    return isinstance(row, Mapping) and not row.get("reason")
