"""The triples of one extraction, beside gold ones."""

from __future__ import annotations

from dataclasses import dataclass

from hippo_exp.types import Triple


@dataclass(frozen=True)
class Extracted:
    """One extraction on the passages that have gold.

    Attributes:
        triples: (n_gold_passages,) its rows of three parts.
        digest: SHA-256 over them.
        source: what it is, for the table.
    """

    triples: tuple[tuple[Triple, ...], ...]
    digest: str
    source: str
