"""The figures measured on the released extraction (pitfalls, first table)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hippo_exp.datasets import read_corpus, read_musique, with_entities
from hippo_exp.errors import DataError
from hippo_exp.openie import capitalized_entities, read_openie, read_query_entities

pytestmark = pytest.mark.real_data

OPENIE = "openie_musique_train_results_ner_gpt-3.5-turbo-1106_1890.json"


@pytest.fixture(scope="module")
def musique(data_root: Path) -> Path:
    folder = data_root / "musique_train"
    if not folder.is_dir():
        pytest.skip("no folder musique_train in HIPPO_EXP_DATA")
    return folder


def test_released_extraction(musique: Path) -> None:
    passages = read_corpus(musique / "musique_train_corpus.json")
    extraction = read_openie(musique / OPENIE, passages, name="gpt-3.5-turbo-1106")
    sizes = Counter(len(row) for record in extraction.passages for row in record.rows)
    assert len(extraction.passages) == 1890
    assert sizes == {2: 70, 3: 17234, 4: 112, 5: 2, 6: 1}
    assert sum(sizes.values()) == 17419
    assert sum(not record.rows for record in extraction.passages) == 2
    assert Counter(record.status for record in extraction.passages) == {"ok": 1890}
    assert extraction.source == OPENIE


def test_released_extraction_joins_a_shuffled_part_of_its_corpus(musique: Path) -> None:
    passages = read_corpus(musique / "musique_train_corpus.json")
    whole = read_openie(musique / OPENIE, passages, name="gpt")
    part = read_openie(musique / OPENIE, passages[::-3], name="gpt")
    assert part.passages == whole.passages[::-3]


def test_extraction_of_another_corpus_is_refused(musique: Path, data_root: Path) -> None:
    other = data_root / "case_study_biomed" / "case_study_biomed_corpus.json"
    with pytest.raises(DataError) as caught:
        read_openie(musique / OPENIE, read_corpus(other), name="gpt", corpus=other.name)
    assert "101 of 101 passages of case_study_biomed_corpus.json have no record" in str(
        caught.value
    )
    assert OPENIE in str(caught.value)


@pytest.mark.parametrize(
    ("name", "triples"), [("case_study_university", 397), ("case_study_biomed", 751)]
)
def test_case_study_extractions(data_root: Path, name: str, triples: int) -> None:
    folder = data_root / name
    passages = read_corpus(folder / f"{name}_corpus.json")
    extraction = read_openie(folder / "openie.json", passages, name="llm")
    rows = [row for record in extraction.passages for row in record.rows]
    assert (len(rows), {len(row) for row in rows}) == (triples, {3})


def test_query_entities_cover_every_question(musique: Path) -> None:
    data = read_musique(
        musique / "musique_train.json", musique / "musique_train_corpus.json", name="musique_train"
    )
    with_names = with_entities(data, read_query_entities(musique / "query_ner.json"))
    sizes = Counter(len(question.entities or ()) for question in with_names.questions)
    assert sizes == {1: 49, 2: 43, 3: 6, 4: 2}
    found = [capitalized_entities(question.text) for question in data.questions]
    assert sum(not entities for entities in found) == 6
