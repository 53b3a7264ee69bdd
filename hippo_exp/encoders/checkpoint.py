"""Where the files of a neural encoder are, and which files they are; never downloads."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from hippo_exp.errors import ConfigError, EncoderError

COMMIT = re.compile(r"[0-9a-f]{40}")
SUFFIXES = (".json", ".txt", ".model", ".safetensors", ".bin")
"""Files that can change a vector: weights, tokenizer, configuration."""
WEIGHTS = (".safetensors", ".bin")
"""Those of them that hold weights."""


def checkpoint_folder(model: str, revision: str | None) -> Path:
    """The local folder of a checkpoint.

    Args:
        model: a folder, or a name on the Hugging Face hub whose files are already in its cache.
        revision: full commit of a hub name; None for a folder.

    Raises:
        ConfigError: a hub name without a full commit, or a folder with one.
        EncoderError: the files are not on this machine.
    """
    folder = Path(model).expanduser()
    if folder.is_dir():
        if revision is not None:
            raise ConfigError(
                "a folder has no revision",
                where="encoder.revision",
                fix="leave it null; the contents of the folder are digested instead",
            )
        return folder
    if revision is None or not COMMIT.fullmatch(revision):
        raise ConfigError(
            f"{model!r} is not a folder, and as a hub name it is not pinned: "
            f"its revision is {revision!r}",
            where="encoder.revision",
            fix="give the 40-digit commit of the model, or an existing folder as encoder.model",
        )
    return _cached_snapshot(model, revision)


def checkpoint_digest(folder: Path) -> str:
    """SHA-256 over the relative names and contents of all files that can change a vector.

    Raises:
        EncoderError: the folder holds no weights.
    """
    files = sorted(
        (path.relative_to(folder).as_posix(), path)
        for path in folder.rglob("*")
        if path.suffix in SUFFIXES and path.is_file()
    )
    if not any(name.endswith(WEIGHTS) for name, _ in files):
        raise EncoderError(
            "the folder holds no weights (*.safetensors or *.bin)",
            where=str(folder),
            fix="give the folder into which the model was saved",
        )
    state = hashlib.sha256()
    for name, path in files:
        with path.open("rb") as stream:
            content = hashlib.file_digest(stream, "sha256").hexdigest()
        state.update(f"{name}\0{content}\n".encode())
    return state.hexdigest()


def _cached_snapshot(model: str, revision: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(model, revision=revision, local_files_only=True))
    except (LocalEntryNotFoundError, HFValidationError) as error:
        raise EncoderError(
            f"the weights of {model!r} at revision {revision} are not on this machine",
            where="encoder.model",
            fix=f"run `hf download {model} --revision {revision}` once with network access, "
            "or give the folder of a copy as encoder.model",
        ) from error
