"""Where the nodes of a drawing stand."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from hippo_exp.pipeline.explain.search import GraphSearch
from hippo_exp.reporting.explain import DrawnEdge


def layers_of(
    search: GraphSearch, phrases: Sequence[int], edges: Sequence[DrawnEdge]
) -> dict[int, int]:
    """Edges from the nearest restart node, in the drawing; none of nodes that no edge leads to."""
    layers = {node: 0 for node in phrases if node in search.seeds}
    beside: dict[str, list[str]] = {}
    for edge in edges:
        if edge.kind != "holds":
            beside.setdefault(edge.one, []).append(edge.two)
            beside.setdefault(edge.two, []).append(edge.one)
    queue = deque(layers)
    while queue:
        node = queue.popleft()
        for other in beside.get(f"n{node}", []):
            place = int(other[1:])
            if place not in layers:
                layers[place] = layers[node] + 1
                queue.append(place)
    return layers


def headings_of(layers: dict[int, int]) -> tuple[str, ...]:
    """What the nodes of each layer have in common, in the order of the layers."""
    edges = [
        "1 edge away" if layer == 1 else f"{layer} edges away"
        for layer in range(1, max([*layers.values(), 0]) + 1)
    ]
    return ("restart nodes", *edges, "reached from passages", "passages")
