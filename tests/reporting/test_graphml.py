"""GraphML as other programs read it."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from scipy import sparse

from hippo_exp.errors import GraphError
from hippo_exp.graph import build_graph, collect_facts, passage_node_adjacency
from hippo_exp.graph.origins import EdgeOrigins
from hippo_exp.reporting.graphml import graphml
from hippo_exp.storage import write_atomic
from hippo_exp.types import (
    Extraction,
    FactTable,
    KnowledgeGraph,
    Passage,
    PassageExtraction,
    SparseArray,
    SynonymEdges,
)

ROWS = [
    [("Ada", 'born <in> & "of"', "Lund"), ("Lund", "home of", "Ada"), ("Ada", "is", "Ada")],
    [("Ada", "met", "Bo\x07b")],
    [],
]
PASSAGES = [
    Passage("p<0>", "Ada & co", "…"),
    Passage("p\ud800", "", "…"),
    Passage("p2", "", "nothing"),
]


def index() -> tuple[KnowledgeGraph, FactTable, EdgeOrigins]:
    records = tuple(PassageExtraction((), tuple(rows)) for rows in ROWS)
    facts = collect_facts(Extraction("toy", records, ""), str, keep_empty=False)
    position = {node: place for place, node in enumerate(facts.nodes)}
    synonyms = SynonymEdges(
        np.array([position["Lund"], position["Ada"]]),
        np.array([position["Bo\x07b"], position["Lund"]]),
        np.array([0.8125, 0.1], dtype=np.float32),
    )
    graph = build_graph(
        facts,
        synonyms,
        fact_weight="per_direction",
        synonym_merge="add",
        passage_matrix="fact_count",
    )
    return graph, facts, EdgeOrigins(facts, synonyms)


def written(path: Path, holders: SparseArray | None = None) -> KnowledgeGraph:
    graph, facts, origins = index()
    about = {"dataset": "toy <1>"}
    write_atomic(path, graphml(graph, facts, origins, PASSAGES, about=about, holders=holders))
    return graph


def test_networkx_reads_the_same_weights(tmp_path: Path) -> None:
    graph = written(tmp_path / "toy.graphml")
    read = nx.read_graphml(tmp_path / "toy.graphml")
    assert not read.is_directed()
    assert list(read) == ["n0", "n1", "n2"]
    weights = nx.to_scipy_sparse_array(read, nodelist=list(read), weight="weight")
    assert (weights != graph.adjacency).nnz == 0
    assert read.graph["dataset"] == "toy <1>"
    assert read.nodes["n0"] == {"phrase": "Ada", "kind": "phrase", "passages": 2}
    assert read.nodes["n1"]["phrase"] == "Bo\ufffdb"
    edge = read.edges["n0", "n2"]
    assert edge["kind"] == "fact+synonymy"
    assert edge["similarity"] == float(np.float32(0.1))
    assert json.loads(edge["relations"]) == ['born <in> & "of"']
    assert json.loads(edge["relations_back"]) == ["home of"]
    assert json.loads(edge["passages"]) == ["p<0>"]
    assert json.loads(read.edges["n0", "n1"]["passages"]) == ["p\ufffd"]
    assert read.edges["n1", "n2"] == {"weight": 0.8125, "kind": "synonymy", "similarity": 0.8125}


def test_igraph_reads_the_same_weights(tmp_path: Path) -> None:
    igraph = pytest.importorskip("igraph")
    graph = written(tmp_path / "toy.graphml")
    read = igraph.Graph.Read_GraphML(str(tmp_path / "toy.graphml"))
    assert (read.vcount(), read.ecount()) == (len(graph.nodes), graph.adjacency.nnz // 2)
    weights = np.array(read.get_adjacency(attribute="weight").data)
    assert (weights == graph.adjacency.toarray()).all()
    assert read.vs["passages"] == [2, 1, 1]
    assert sorted(read.es["kind"]) == ["fact", "fact+synonymy", "synonymy"]


def test_passages_as_nodes(tmp_path: Path) -> None:
    graph = index()[0]
    written(tmp_path / "toy.graphml", holders=graph.passage_nodes)
    read = nx.read_graphml(tmp_path / "toy.graphml")
    weights = nx.to_scipy_sparse_array(read, nodelist=list(read), weight="weight")
    assert (weights != passage_node_adjacency(graph, edge_weight="count")).nnz == 0
    assert read.nodes["p0"] == {"phrase": "p<0>", "kind": "passage", "title": "Ada & co"}
    assert read.edges["p0", "n0"] == {"weight": 3.0, "kind": "holds"}


def test_an_empty_graph(tmp_path: Path) -> None:
    facts = collect_facts(Extraction("none", (), ""), str, keep_empty=False)
    nothing = KnowledgeGraph((), sparse.csr_array((0, 0)), sparse.csr_array((0, 0)), np.zeros(0))
    parts = graphml(nothing, facts, EdgeOrigins(facts, None), [], about={})
    write_atomic(tmp_path / "none.graphml", parts)
    assert len(nx.read_graphml(tmp_path / "none.graphml")) == 0


def test_a_fault_while_writing_leaves_no_file(tmp_path: Path) -> None:
    def failing() -> object:
        raise GraphError("halfway")
        yield b""

    graph, facts, origins = index()
    parts = graphml(graph, facts, origins, PASSAGES, about={})
    with pytest.raises(GraphError, match="halfway"):
        write_atomic(tmp_path / "toy.graphml", chain(parts, failing()))  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
