"""An explanation for programs."""

from __future__ import annotations

import json
from dataclasses import asdict

from hippo_exp.reporting.explain.model import Explained

SCHEMA = "hippo_exp.explain"
VERSION = 1
"""Rises when a field is renamed, removed or given another meaning; new fields do not raise it."""


def explained_json(explained: Explained) -> str:
    """The explanation as JSON, indented: ``schema``, ``version``, then the fields of the model.

    Numbers are unrounded; nothing is left out. Equal explanations give equal text.
    """
    document = {"schema": SCHEMA, "version": VERSION, **asdict(explained)}
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
