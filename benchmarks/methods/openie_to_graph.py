"""From an OpenIE file to a graph: read, normalise, count the triples of each pair of phrases."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from benchmarks.harness.method import OURS, Method
from benchmarks.harness.pairs import Pairs, make_pairs
from hippo_exp.graph import build_graph, collect_facts
from hippo_exp.openie import read_openie
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import FactTable, KnowledgeGraph, Passage, SynonymEdges

NORMALIZE = NORMALIZERS["clean"]


@dataclass(frozen=True)
class OpenIEFile:
    """The file that the graph is built from, its corpus, and its size."""

    path: Path
    passages: tuple[Passage, ...]
    n_bytes: int


WeightedPairs: TypeAlias = Callable[[], Pairs]
Build: TypeAlias = Callable[[], WeightedPairs]
"""Builds the graph; what it returns gives the weighted pairs, for the comparison only."""


def read_facts(source: OpenIEFile) -> FactTable:
    """The library's first two stages."""
    extraction = read_openie(source.path, source.passages, name="generated")
    return collect_facts(extraction, NORMALIZE, keep_empty=False)


def graph_of(facts: FactTable, synonyms: SynonymEdges | None) -> KnowledgeGraph:
    """The library's graph, preset ``clean``."""
    return build_graph(
        facts,
        synonyms,
        fact_weight="triple_count",
        synonym_merge="add",
        passage_matrix="fact_count",
    )


def ours(source: OpenIEFile) -> Build:
    """Reading with every check, facts, and the graph with its passage matrix."""

    def build() -> WeightedPairs:
        graph = graph_of(read_facts(source), None)

        def pairs() -> Pairs:
            entries = graph.adjacency.tocoo()
            return make_pairs((entries.row, entries.col, entries.data), len(graph.nodes))

        return pairs

    return build


def with_networkx(source: OpenIEFile) -> Build:
    """json and a networkx graph."""
    networkx = importlib.import_module("networkx")

    def build() -> WeightedPairs:
        graph = networkx.Graph()
        for one, two in _ends(source.path):
            graph.add_node(one)
            graph.add_node(two)
            if one == two:
                continue
            if graph.has_edge(one, two):
                graph[one][two]["weight"] += 1
            else:
                graph.add_edge(one, two, weight=1)
        return lambda: _named_pairs(
            sorted(graph), {(one, two): weight for one, two, weight in graph.edges(data="weight")}
        )

    return build


def with_igraph(source: OpenIEFile) -> Build:
    """json, dictionaries of phrases and of pairs, and an igraph graph: the released way."""
    igraph = importlib.import_module("igraph")

    def build() -> WeightedPairs:
        counts: dict[tuple[str, str], int] = {}
        names: dict[str, None] = {}
        for one, two in _ends(source.path):
            names[one] = names[two] = None
            if one != two:
                pair = (one, two) if one < two else (two, one)
                counts[pair] = counts.get(pair, 0) + 1
        nodes = sorted(names)
        position = {phrase: number for number, phrase in enumerate(nodes)}
        graph = igraph.Graph(len(nodes), [(position[one], position[two]) for one, two in counts])
        graph.es["weight"] = list(counts.values())
        return lambda: _named_pairs(nodes, counts)

    return build


def _ends(path: Path) -> Iterator[tuple[str, str]]:
    """Normalised subject and object of every triple."""
    known: dict[str, str] = {}
    with path.open(encoding="utf-8") as stream:
        docs = json.load(stream)["docs"]
    for doc in docs:
        for subject, _, target in doc["extracted_triples"]:
            for phrase in (subject, target):
                if phrase not in known:
                    known[phrase] = NORMALIZE(phrase)
            yield known[subject], known[target]


def _named_pairs(nodes: list[str], weights: dict[tuple[str, str], int]) -> Pairs:
    position = {phrase: number for number, phrase in enumerate(nodes)}
    ends = np.array([(position[one], position[two]) for one, two in weights])
    return make_pairs((ends[:, 0], ends[:, 1], list(weights.values())), len(nodes))


OPENIE_TO_GRAPH: tuple[Method[OpenIEFile, Build], ...] = (
    Method(
        OURS,
        ours,
        remark="`read_openie`, `collect_facts`, `build_graph`: every record checked and joined to "
        "its passage, digest of the extraction, passage matrix; the alternatives do less",
    ),
    Method("json and igraph", with_igraph, module="igraph", remark="dictionaries, then igraph"),
    Method("json and networkx", with_networkx, module="networkx", remark="edge by edge"),
)
