"""Random generators that depend on a seed and on names, never on the order of use."""

from __future__ import annotations

import hashlib
import json

import numpy as np


def rng_for(seed: int, *names: str) -> np.random.Generator:
    """The generator of one named quantity.

    The seed sequence is the integer read (big-endian) from the SHA-256 of the JSON list
    ``[seed, *names]`` (UTF-8, no spaces). The interval of a row thus stays the same when other
    rows or metrics are added or left out.

    Args:
        seed: the experiment's seed.
        names: for example row id and metric name.
    """
    text = json.dumps([seed, *names], ensure_ascii=False, separators=(",", ":"))
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))
