"""Which weights and which document form an encoder's settings mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def resolved_encoder(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with the encoder as it is meant; the input is not changed.

    A folder given by ``checkpoints.NAME`` takes the place of the weights of the encoder ``NAME``,
    whose pinned revision then no longer applies: what the folder holds is digested instead, and
    the paper's numbers do not stand beside results made with it. A ColBERT encoder without a
    ``document_form`` gets the preset's.

    Args:
        plain: the values of a ``RetrievalSettings``, not yet checked.
    """
    values = dict(plain)
    encoder, checkpoints = values.get("encoder"), values.get("checkpoints")
    if not isinstance(encoder, Mapping):
        return values
    encoder = dict(encoder)
    if isinstance(checkpoints, Mapping) and encoder.get("name") in checkpoints:
        encoder |= {"model": checkpoints[encoder["name"]], "revision": None}
    if encoder.get("kind") == "colbert" and encoder.get("document_form") is None:
        preset = values.get("preset")
        name = preset.get("name") if isinstance(preset, Mapping) else None
        encoder["document_form"] = "release" if name == "paper" else "plain"
    return values | {"encoder": encoder}
