"""The part of the graph that is drawn: restart nodes, best nodes, ways, passages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scipy import sparse

from hippo_exp.pipeline.explain.layers import headings_of, layers_of
from hippo_exp.pipeline.explain.names import Names
from hippo_exp.pipeline.explain.nodes import best_way, with_ways
from hippo_exp.pipeline.explain.search import GraphSearch
from hippo_exp.pipeline.retrievers.index import Index
from hippo_exp.reporting.explain import Drawing, DrawnEdge, DrawnNode, PassageScore, Step
from hippo_exp.reporting.explain.wording import arrival_text, percent
from hippo_exp.types import SparseArray

_PHRASES = 14
_LEAST_FLOW = 0.03
"""Edges with less of the largest flow are left out, unless they are on a way."""
_FOLLOW = 0.5


def drawing_of(
    search: GraphSearch,
    index: Index,
    names: Names,
    nodes: Sequence[int],
    passages: Sequence[PassageScore],
) -> Drawing:
    """Choose what is drawn.

    Args:
        search: what the graph did.
        index: its phrases and passages.
        names: of nodes and edges.
        nodes: positions of the phrases of most mass, best first.
        passages: those that are shown.
    """
    wanted = [*_bringing(search, index, passages), *nodes]
    shown = _chosen(search, wanted)
    phrases = [node for node in shown if node < search.n_phrases]
    through = [node - search.n_phrases for node in shown if node >= search.n_phrases]
    by_position = {passage.position: passage for passage in passages}
    held = [*by_position, *(place for place in through if place not in by_position)]
    edges = [*_phrase_edges(search, names, phrases, wanted), *_held(search, index, phrases, held)]
    layers = layers_of(search, phrases, edges)
    headings = headings_of(layers)
    drawn = [
        DrawnNode(
            key=f"n{node}",
            label=names.node(node),
            kind="query" if node in search.seeds else "phrase",
            layer=layers.get(node, len(headings) - 2),
            mass=float(search.mass[node]),
            note=_arrival(search, names, node),
        )
        for node in phrases
    ]
    return Drawing(
        (
            *drawn,
            *(_passage(names, place, by_position.get(place), len(headings) - 1) for place in held),
        ),
        tuple(edges),
        headings,
    )


def _arrival(search: GraphSearch, names: Names, node: int) -> str:
    """The last edge of the way to a node; a restart node's share of the restart."""
    if node in search.seeds:
        share = search.restart[node].sum() / search.restart.sum()
        return f"{percent(float(share))} of the restart"
    way = best_way(search, node)
    return arrival_text(names.step(*way[-2:])) if way else "mostly from the passage reset"


def _bringing(search: GraphSearch, index: Index, passages: Sequence[PassageScore]) -> Iterator[int]:
    """Of each gold passage the phrase that adds most, so that the way to it is drawn."""
    matrix = index.graph.passage_nodes
    for passage in passages:
        row = slice(matrix.indptr[passage.position], matrix.indptr[passage.position + 1])
        held = matrix.indices[row]
        if passage.gold and held.size:
            amounts = matrix.data[row] * search.mass[held]
            yield int(held[amounts.argmax()])


def _chosen(search: GraphSearch, nodes: Sequence[int]) -> list[int]:
    """Best nodes with their ways, as long as there is room."""
    chosen: list[int] = with_ways(search, [])
    for node in nodes:
        more = [other for other in with_ways(search, [node]) if other not in chosen]
        if len(chosen) + len(more) <= _PHRASES:
            chosen += more
    return chosen


def _phrase_edges(
    search: GraphSearch, names: Names, phrases: Sequence[int], nodes: Sequence[int]
) -> Iterator[DrawnEdge]:
    """Edges between the drawn phrases, those that hardly anything flows on left out."""
    follow = _FOLLOW if search.restart_prob is None else 1 - search.restart_prob
    ways = {pair for node in nodes for pair in pairwise(best_way(search, node))}
    sub = sparse.coo_array(search.adjacency[phrases][:, phrases])
    flows: dict[tuple[int, int], float] = {}
    for row, column, weight in zip(
        sub.row.tolist(), sub.col.tolist(), sub.data.tolist(), strict=True
    ):
        one, two = phrases[row], phrases[column]
        sent = follow * search.mass[one] * weight / search.strength[one]
        pair = (min(one, two), max(one, two))
        flows[pair] = max(flows.get(pair, 0.0), float(sent))
    largest = max(flows.values(), default=0.0) or 1.0
    for (one, two), flow in sorted(flows.items()):
        on_way = (one, two) in ways or (two, one) in ways
        if on_way or flow >= _LEAST_FLOW * largest:
            step = names.step(one, two)
            yield DrawnEdge(f"n{one}", f"n{two}", step.kind, edge_text(step), flow / largest)


def _held(
    search: GraphSearch, index: Index, phrases: Sequence[int], passages: Sequence[int]
) -> Iterator[DrawnEdge]:
    """Edges between drawn passages and the drawn phrases that they hold, by mass times count."""
    matrix: SparseArray = index.graph.passage_nodes
    found = {}
    for passage in passages:
        row = slice(matrix.indptr[passage], matrix.indptr[passage + 1])
        entries = zip(matrix.indices[row].tolist(), matrix.data[row].tolist(), strict=True)
        for node, count in entries:
            if node in phrases:
                found[passage, node] = float(count * search.mass[node])
    largest = max(found.values(), default=0.0) or 1.0
    for (passage, node), amount in found.items():
        yield DrawnEdge(f"n{node}", f"p{passage}", "holds", "stands in", amount / largest)


def _passage(names: Names, place: int, passage: PassageScore | None, layer: int) -> DrawnNode:
    if passage is None:
        note = "passed through; its rank is not among those shown"
        return DrawnNode(f"p{place}", names.passage(place), "passage", layer, 0.0, note)
    return DrawnNode(
        key=f"p{place}",
        label=names.passage(place),
        kind="passage",
        layer=layer,
        mass=passage.score,
        note=f"{'★ gold · ' if passage.gold else ''}rank {passage.rank:,}",
        gold=passage.gold,
        rank=passage.rank,
    )


def edge_text(step: Step) -> str:
    """An edge in words."""
    more = f" (and {step.n_facts - 1} more)" if step.n_facts > 1 else ""
    ends = (step.source, step.target) if step.forward else (step.target, step.source)
    parts = [f"{ends[0]} – {step.relation} – {ends[1]}{more}"] if step.n_facts else []
    if step.similarity:
        parts.append(f"{step.source} ≈ {step.target} ({step.similarity:.2f})")
    return "; ".join(parts) or f"{step.source} stands in {step.target}"
