"""Passages of musique_train removed and added again: the same graph and the same rankings."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.graph import personalized_pagerank
from hippo_exp.graph.incremental import IncrementalIndex, IndexedPassage
from hippo_exp.pipeline.maintenance.growing import index_rules, lookup
from hippo_exp.pipeline.retrievers.stored_encoders import StoredEncoder
from hippo_exp.pipeline.retrievers.synonyms import cosine_synonyms
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.ranking import queries_of, rank_questions
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.retrieval import CosineLinker, HippoRAGRetriever
from hippo_exp.storage import Store
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import KnowledgeGraph, Ranking, Vectors

pytestmark = [pytest.mark.real_data, pytest.mark.slow, pytest.mark.xdist_group("musique_train")]


def ranked(
    bench: Workbench, settings: RetrievalSettings, graph: KnowledgeGraph, vectors: Vectors
) -> tuple[Ranking, ...]:
    encoder = bench.encoder(settings)
    assert isinstance(encoder, StoredEncoder)
    retriever = HippoRAGRetriever(
        graph,
        linker=CosineLinker(vectors, encoder.phrases),
        normalize=NORMALIZERS[settings.graph.normalizer],
        expand=partial(personalized_pagerank, restart_prob=0.5),
        no_entity="uniform",
        link_empty=True,
    )
    queries = queries_of(bench.inputs.dataset)
    return rank_questions(retriever, queries, ties=settings.retriever.ties, what="test")


@pytest.mark.parametrize(
    "encoder", ["char_ngram", pytest.param("minilm", marks=pytest.mark.neural)]
)
def test_fifty_passages_removed_and_added_again(
    encoder: str, data_root: Path, vectors_cache: Path
) -> None:
    overrides = ["dataset=musique_train", f"encoder={encoder}", f"data.root={data_root}"]
    settings = load_settings(RetrievalSettings, "experiment/table2", overrides)
    store = Store(vectors_cache)
    inputs = read_inputs(settings)
    bench = Workbench(inputs, store)
    original = bench.index(settings)
    stored = bench.encoder(settings)
    assert isinstance(stored, StoredEncoder)
    assert original.node_vectors is not None
    nodes, vectors = original.graph.nodes, original.node_vectors
    records = inputs.extraction(settings).passages
    passages = [IndexedPassage(str(n), record) for n, record in enumerate(records)]
    index = IncrementalIndex.from_index(
        index_rules(settings),
        passages,
        nodes=nodes,
        vectors=vectors,
        synonyms=cosine_synonyms(settings.synonymy, nodes, vectors, stored, store),
        encode=lookup(original),
    )
    assert_same(index.graph(), original.graph)
    chosen = np.random.default_rng(0).choice(len(passages), 50, replace=False).tolist()
    removed = index.remove([str(n) for n in chosen])
    assert removed.nodes_removed > 300
    assert index.n_nodes == len(nodes) - removed.nodes_removed
    for n in chosen:
        index.add([passages[n]])
    order = [passage.id for passage in passages]
    again = index.graph(order)
    assert_same(again, original.graph)
    assert (index.node_vectors() != vectors).sum() == 0
    before = ranked(bench, settings, original.graph, vectors)
    after = ranked(bench, settings, again, index.node_vectors())
    for one, two in zip(before, after, strict=True):
        assert one.passages.tolist() == two.passages.tolist()
        assert one.scores.tolist() == two.scores.tolist()


def assert_same(found: KnowledgeGraph, expected: KnowledgeGraph) -> None:
    assert found.nodes == expected.nodes
    assert found.counts == expected.counts
    assert np.array_equal(found.specificity, expected.specificity)
    for one, two in (
        (found.adjacency, expected.adjacency),
        (found.passage_nodes, expected.passage_nodes),
    ):
        assert np.array_equal(one.indptr, two.indptr)
        assert np.array_equal(one.indices, two.indices)
        assert np.array_equal(one.data, two.data)
