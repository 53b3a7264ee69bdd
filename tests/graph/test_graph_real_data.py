"""The released extraction of the tuning split, read here with json alone."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import pytest
from graph_cases import ascii_phrase, listed
from scipy import sparse

from hippo_exp.graph import build_graph, collect_facts, find_synonyms
from hippo_exp.types import Extraction, FactTable, PassageExtraction, SparseArray

pytestmark = pytest.mark.real_data

FILE = "musique_train/openie_musique_train_results_ner_gpt-3.5-turbo-1106_1890.json"


@pytest.fixture(scope="module")
def extraction(data_root: Path) -> Extraction:
    path = data_root / FILE
    if not path.is_file():
        pytest.skip(f"{FILE} is absent from the data root")
    docs = json.loads(path.read_text(encoding="utf-8"))["docs"]
    records = tuple(
        PassageExtraction(
            tuple(map(str, doc["extracted_entities"])),
            tuple(tuple(map(str, row)) for row in doc["extracted_triples"]),
        )
        for doc in docs
    )
    return Extraction(name="gpt-3.5-turbo-1106", passages=records, digest="0" * 64)


@pytest.fixture(scope="module")
def facts(extraction: Extraction) -> FactTable:
    return collect_facts(extraction, ascii_phrase, keep_empty=True)


@pytest.fixture(scope="module")
def ngrams(facts: FactTable) -> SparseArray:
    text = pytest.importorskip("sklearn.feature_extraction.text")
    vectorizer = text.HashingVectorizer(
        analyzer="char_wb",
        ngram_range=(3, 5),
        n_features=2**18,
        alternate_sign=False,
        norm="l2",
        dtype=np.float32,
    )
    return sparse.csr_array(vectorizer.transform(facts.nodes))


def test_rows_kept_and_dropped(facts: FactTable) -> None:
    counts = facts.counts
    assert counts["passages"] == 1890
    assert counts["passages_without_facts"] == 2
    assert (counts["rows"], counts["kept"]) == (17_419, 17_234)
    dropped = [counts[f"dropped_arity_{arity}"] for arity in (2, 4, 5, 6)]
    assert dropped == [70, 112, 2, 1]
    assert counts["dropped_wrong_arity"] == 185
    assert counts["self_loops"] == 20
    assert len(facts.nodes) == 16_235
    assert facts.nodes[0] == ""
    assert len(facts.facts) == 17_036
    assert counts["distinct_relations"] == 5_034


def test_all_parts_of_all_rows_make_the_published_number_of_phrases(
    extraction: Extraction,
) -> None:
    parts = {part for record in extraction.passages for row in record.rows for part in row}
    assert len({ascii_phrase(part) for part in parts}) == 21_440


def test_graph_is_built_well_within_two_seconds(extraction: Extraction) -> None:
    repeated = Extraction(name="three", passages=extraction.passages * 3, digest="0" * 64)
    start = time.process_time()
    graph = build_graph(
        collect_facts(repeated, ascii_phrase, keep_empty=True),
        None,
        fact_weight="per_direction",
        synonym_merge="replace",
        passage_matrix="fact_count",
    )
    assert time.process_time() - start < 2  # 52,257 rows
    assert graph.counts["passages"] == 5670
    assert graph.adjacency.sum() == 2 * 2 * 3 * (17_234 - 20)


def test_synonyms_equal_the_plain_product_and_enter_the_graph(
    facts: FactTable, ngrams: SparseArray
) -> None:
    start = time.process_time()
    hits = find_synonyms(ngrams, facts.nodes, threshold=0.8, max_neighbors=101)
    assert time.process_time() - start < 10
    wide = ngrams.astype(np.float64)
    expected = []
    for first in range(0, wide.shape[0], 2000):
        block = (wide[first : first + 2000] @ wide.T).tocoo()
        near = (block.data >= 0.8 - 1e-6) & (block.row + first != block.col)
        expected += zip((block.row[near] + first).tolist(), block.col[near].tolist(), strict=True)
    long = [len(phrase.replace(" ", "")) > 2 for phrase in facts.nodes]
    expected = sorted(pair for pair in expected if long[pair[0]])
    assert sorted((source, target) for source, target, _ in listed(hits)) == expected
    assert len(expected) > 5000
    graph = build_graph(
        facts, hits, fact_weight="per_direction", synonym_merge="replace", passage_matrix="binary"
    )
    assert graph.counts["synonymy_edges"] == len(expected)
    assert (graph.adjacency != graph.adjacency.T).nnz == 0
