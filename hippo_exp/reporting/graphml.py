"""A graph as GraphML, written piece by piece, for networkx, igraph, Gephi and others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

import numpy as np
import regex

from hippo_exp.graph import EdgeOrigin, EdgeOrigins
from hippo_exp.types import FactTable, KnowledgeGraph, Passage, SparseArray

_NODE_KEYS = {"phrase": "string", "kind": "string", "passages": "int", "title": "string"}
_EDGE_KEYS = {
    "weight": "double",
    "kind": "string",
    "similarity": "double",
    "relations": "string",
    "relations_back": "string",
    "passages": "string",
}
_LINES = 4096
# What XML 1.0 cannot hold in any form: control characters, lone surrogates, two non-characters.
_NOT_XML = regex.compile(r"[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")


def graphml(
    graph: KnowledgeGraph,
    facts: FactTable,
    origins: EdgeOrigins,
    passages: Sequence[Passage],
    *,
    about: Mapping[str, str],
    holders: SparseArray | None = None,
) -> Iterator[bytes]:
    """The parts of a GraphML file of the undirected graph, UTF-8, in a fixed order.

    A node has its ``phrase``, ``kind`` and ``passages``, the number that hold it. An edge
    has its ``weight``, its ``kind`` (``fact``, ``synonymy``, ``fact+synonymy``), and where they
    apply ``similarity``, ``relations`` of the facts from its source to its target,
    ``relations_back`` of those from target to source, and ``passages``, the ids of those that
    state one of them; lists are JSON. Characters that XML cannot hold become U+FFFD.

    Args:
        graph: the index; nodes are ``n0, n1, …`` in its order.
        facts: the facts that it was built from.
        origins: of its edges.
        passages: (n_passages,) the corpus.
        about: name -> text, said of the whole graph.
        holders: (n_passages, n_nodes) weights of edges between passages and phrases, for a graph
            with the passages as nodes ``p0, p1, …`` as well (of kind ``passage``, with their id as
            ``phrase`` and ``title``; edges of kind ``holds``); None leaves them out.
    """
    lines: list[str] = []
    for line in _lines(graph, facts, origins, passages, about, holders):
        lines.append(line)
        if len(lines) == _LINES:
            yield _bytes(lines)
            lines = []
    yield _bytes(lines)


def _lines(
    graph: KnowledgeGraph,
    facts: FactTable,
    origins: EdgeOrigins,
    passages: Sequence[Passage],
    about: Mapping[str, str],
    holders: SparseArray | None,
) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for prefix, keys in (
        ("g", dict.fromkeys(about, "string")),
        ("n", _NODE_KEYS),
        ("e", _EDGE_KEYS),
    ):
        kind = {"g": "graph", "n": "node", "e": "edge"}[prefix]
        for name, of_type in keys.items():
            yield (
                f'<key id="{prefix}_{name}" for="{kind}" attr.name="{name}" attr.type="{of_type}"/>'
            )
    yield '<graph id="G" edgedefault="undirected">'
    for name, text in about.items():
        yield _data("g", name, _text(text))
    held = np.bincount(graph.passage_nodes.indices, minlength=len(graph.nodes)).tolist()
    for place, phrase in enumerate(graph.nodes):
        values = {"phrase": _text(phrase), "kind": "phrase", "passages": str(held[place])}
        yield _node(f"n{place}", values)
    if holders is not None:
        for place, passage in enumerate(passages):
            values = {"phrase": _text(passage.id), "kind": "passage", "title": _text(passage.title)}
            yield _node(f"p{place}", values)
    yield from _phrase_edges(graph, facts, origins, [_text(passage.id) for passage in passages])
    if holders is not None:
        entries = holders.tocoo()
        rows = zip(entries.row.tolist(), entries.col.tolist(), entries.data.tolist(), strict=True)
        for row, column, weight in rows:
            yield _edge(f"p{row}", f"n{column}", {"weight": repr(weight), "kind": "holds"})
    yield "</graph>"
    yield "</graphml>"


def _phrase_edges(
    graph: KnowledgeGraph, facts: FactTable, origins: EdgeOrigins, ids: Sequence[str]
) -> Iterator[str]:
    """Each undirected edge once, its smaller node first."""
    entries = graph.adjacency.tocoo()
    once = entries.row < entries.col
    ones = entries.row[once].astype(np.int64)
    twos = entries.col[once].astype(np.int64)
    weights = entries.data[once].tolist()
    found = origins.each(ones, twos)
    for one, two, weight, origin in zip(ones.tolist(), twos.tolist(), weights, found, strict=True):
        values = {"weight": repr(weight), "kind": origin.kind}
        if origin.similarity:
            values["similarity"] = repr(origin.similarity)
        yield _edge(f"n{one}", f"n{two}", values | _stated(one, origin, facts, ids))


def _stated(one: int, origin: EdgeOrigin, facts: FactTable, ids: Sequence[str]) -> dict[str, str]:
    """Relations in both directions, and the passages; what is empty is left out."""
    if not origin.facts:
        return {}
    there: list[str] = []
    back: list[str] = []
    for fact in origin.facts:
        into = there if facts.fact_ends[fact, 0] == one else back
        into.append(_text(facts.facts[fact].relation))
    lists = {
        "relations": dict.fromkeys(there),
        "relations_back": dict.fromkeys(back),
        "passages": [ids[passage] for passage in origin.passages],
    }
    return {name: _json(list(values)) for name, values in lists.items() if values}


def _json(values: list[str]) -> str:
    return escape(json.dumps(values, ensure_ascii=False))


def _text(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _data(prefix: str, name: str, text: str) -> str:
    return f'<data key="{prefix}_{name}">{escape(text)}</data>'


def _node(name: str, values: Mapping[str, str]) -> str:
    data = "".join(_data("n", key, value) for key, value in values.items())
    return f'<node id="{name}">{data}</node>'


def _edge(source: str, target: str, values: Mapping[str, str]) -> str:
    data = "".join(f'<data key="e_{key}">{value}</data>' for key, value in values.items())
    return f'<edge source="{source}" target="{target}">{data}</edge>'


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8")
