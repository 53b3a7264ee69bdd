"""A table as text, before it takes a file format."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TableHeader:
    """What stands above every table.

    Attributes:
        title: for example ``Table 5: ablations of HippoRAG``.
        dataset: data set name.
        n: number of scored questions, or of what else ``unit`` names.
        gold_unit: what a retrieved passage is matched by, ``title`` or ``passage``.
        encoder: name of the encoder, empty where none is used.
        query_entities: where the query entities come from.
        preset: ``paper`` or ``clean``.
        command: the command that regenerates the table.
        notes: labels that must not be missed, for example ``PARTIAL n=5 of 12``.
        facts: further (name, value) pairs.
        unit: what a row is scored on, in the singular.
    """

    title: str
    dataset: str
    n: int
    gold_unit: str = ""
    encoder: str = ""
    query_entities: str = ""
    preset: str = ""
    command: str = ""
    notes: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    unit: str = "question"

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """(name, value) of everything known, in print order."""
        known = (
            ("Data set", self.dataset),
            ("n", f"{self.n:,}"),
            ("Gold unit", self.gold_unit),
            ("Encoder", self.encoder),
            ("Query entities", self.query_entities),
            ("Preset", self.preset),
            *self.facts,
        )
        return tuple((name, value) for name, value in known if value)


@dataclass(frozen=True)
class Block:
    """One grid of a table.

    Attributes:
        title: what its columns measure.
        headings: (n_columns,) column headings.
        rows: texts, (n_columns,) each; the first is the row's label.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class WideTable:
    """A table with everything a reader needs.

    Attributes:
        header: what stands above it.
        warnings: labels that must not be missed.
        blocks: grids with the same rows, one per family of metrics, then the effects.
        footnotes: texts of the markers ``[1]``, ``[2]``, … behind row labels.
        remarks: (topic, text) under the table.
    """

    header: TableHeader
    warnings: tuple[str, ...]
    blocks: tuple[Block, ...]
    footnotes: tuple[str, ...]
    remarks: tuple[tuple[str, str], ...]
