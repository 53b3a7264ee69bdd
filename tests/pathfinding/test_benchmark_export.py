"""Files of the benchmark: the same bytes every time, read again by the project's own readers."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from benchmark_graph import SMALL

from hippo_exp.datasets import read_beir, read_custom, read_musique, with_entities
from hippo_exp.openie import read_openie, read_query_entities
from hippo_exp.pathfinding import SyntheticCorpus, generate_benchmark
from hippo_exp.pathfinding.benchmark.export import LAYOUTS, export_benchmark

FEW = dataclasses.replace(SMALL, n_passages=900, n_questions=12)
SCRIPT = """
import sys
from pathlib import Path
from benchmark_graph import SMALL
from hippo_exp.pathfinding.benchmark.export import export_benchmark
print(export_benchmark(SMALL, "small", {"beir": Path(sys.argv[1]), "openie": Path(sys.argv[1])}))
"""


@pytest.fixture(scope="module")
def corpus() -> SyntheticCorpus:
    return generate_benchmark(SMALL, "small")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("exported")


@pytest.fixture(scope="module")
def digests(folder: Path) -> dict[str, str]:
    return export_benchmark(SMALL, "small", {layout: folder / layout for layout in LAYOUTS})


def test_digests_are_those_of_the_files(folder: Path, digests: dict[str, str]) -> None:
    found = {
        path.relative_to(folder / layout).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for layout in LAYOUTS
        for path in sorted((folder / layout).rglob("*"))
        if path.is_file()
    }
    assert found == digests
    assert len(digests) == 7


def test_beir(folder: Path, digests: dict[str, str], corpus: SyntheticCorpus) -> None:
    read = read_beir(folder / "beir", name="small")
    assert read.passages == corpus.dataset.passages
    kept = [(q.id, q.text, q.gold) for q in corpus.dataset.questions]
    assert [(q.id, q.text, q.gold) for q in read.questions] == kept
    lines = (folder / "beir/queries.jsonl").read_text(encoding="utf-8").splitlines()
    for line, question in zip(lines, corpus.dataset.questions, strict=True):
        assert json.loads(line)["metadata"] == {
            "answers": list(question.answers),
            "entities": list(question.entities or ()),
            "hops": question.hops,
            "kind": "path_finding",
        }


def test_release(folder: Path, digests: dict[str, str], corpus: SyntheticCorpus) -> None:
    place = folder / "release"
    read = read_musique(place / "small.json", place / "small_corpus.json", name="small")
    assert read.passages == corpus.dataset.passages
    assert read == read_custom(place, name="small")
    for question, made in zip(read.questions, corpus.dataset.questions, strict=True):
        again = dataclasses.replace(question, entities=made.entities, kind="path_finding")
        assert again == made


def test_openie(folder: Path, digests: dict[str, str], corpus: SyntheticCorpus) -> None:
    read = read_openie(folder / "openie/openie.json", corpus.dataset.passages, name="small")
    assert read.passages == corpus.extraction.passages
    entities = read_query_entities(folder / "openie/query_ner.json")
    bare = [dataclasses.replace(q, entities=None) for q in corpus.dataset.questions]
    dataset = with_entities(dataclasses.replace(corpus.dataset, questions=tuple(bare)), entities)
    assert dataset.questions == corpus.dataset.questions


def test_the_same_bytes_under_every_hash_seed(tmp_path: Path, digests: dict[str, str]) -> None:
    printed = []
    for hash_seed in ("0", "1"):
        out = tmp_path / hash_seed
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(out)],
            env=os.environ
            | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parent)},
            check=True,
            capture_output=True,
            text=True,
        )
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    assert all(digests[file] in printed[0] for file in ("corpus.jsonl", "queries.jsonl"))


def test_extraction_faults_leave_texts_and_questions(tmp_path: Path) -> None:
    faulty = dataclasses.replace(FEW, missing_facts=0.6, spurious_facts=0.6)
    folders = dict.fromkeys(LAYOUTS, tmp_path)
    one, other = (export_benchmark(p, "few", folders) for p in (FEW, faulty))
    assert [file for file in one if one[file] != other[file]] == ["openie.json"]


def test_a_failed_export_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hippo_exp.pathfinding.benchmark.export import files

    def broken(record: object) -> str:
        raise RuntimeError("stopped")

    monkeypatch.setattr(files, "as_json", broken)
    with pytest.raises(RuntimeError, match="stopped"):
        export_benchmark(FEW, "few", {layout: tmp_path / layout for layout in LAYOUTS})
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
