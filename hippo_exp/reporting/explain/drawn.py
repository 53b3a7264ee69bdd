"""The drawn part of the graph as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EdgeKind = Literal["fact", "synonymy", "fact+synonymy", "holds"]


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node of the drawing.

    Attributes:
        key: unique, for example ``n12`` or ``p3``.
        label: what is written.
        kind: ``query`` (a restart node), ``phrase`` or ``passage``.
        layer: 0 for restart nodes, then edges from them; passages have the last one. Smaller ones
            stand higher.
        mass: of a node; of a passage its score.
        note: how the node is reached, or where the passage is ranked.
        gold, rank: of a passage.
    """

    key: str
    label: str
    kind: Literal["query", "phrase", "passage"]
    layer: int
    mass: float
    note: str = ""
    gold: bool = False
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """An edge of the drawing; ``flow`` is the mass on it, as a part of the largest one drawn."""

    one: str
    two: str
    kind: EdgeKind
    label: str
    flow: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """The part of the graph that matters to the question.

    Attributes:
        nodes, edges: what is drawn.
        layers: (n_layers,) what the nodes of a layer have in common.
    """

    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    layers: tuple[str, ...]
