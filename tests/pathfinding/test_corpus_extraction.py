"""Rates of the extraction's faults, and forms that synonymy edges can join."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from corpus_retrieval import vectors

from hippo_exp.pathfinding.corpus import Blueprint, SyntheticParameters, generate_corpus
from hippo_exp.text import normalize_clean
from hippo_exp.types import PassageExtraction

CLEAN = SyntheticParameters(
    n_passages=1500,
    n_questions=10,
    missing_facts=0.0,
    spurious_facts=0.0,
    malformed_rows=0.0,
    failed_passages=0.0,
    literal_facts=0.0,
)


def extracted(**chosen: float) -> tuple[PassageExtraction, ...]:
    return generate_corpus(dataclasses.replace(CLEAN, **chosen)).extraction.passages  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def n_rows() -> int:
    return sum(len(record.rows) for record in extracted())


def test_without_faults_every_row_is_a_triple() -> None:
    records = extracted()
    assert all(len(row) == 3 and all(row) for record in records for row in record.rows)
    assert {record.status for record in records} == {"ok"}


@pytest.mark.parametrize("rate", [0.1, 0.5, 1.0])
def test_missing_facts(rate: float, n_rows: int) -> None:
    records = extracted(missing_facts=rate)
    kept = sum(len(record.rows) for record in records)
    assert kept / n_rows == pytest.approx(1 - rate, abs=0.03)
    assert all((record.status == "ok_empty") == (not record.rows) for record in records)
    assert all(record.entities for record in records)


def test_malformed_rows(n_rows: int) -> None:
    rows = [row for record in extracted(malformed_rows=0.2) for row in record.rows]
    lengths = [len(row) for row in rows]
    assert set(lengths) == {2, 3, 4}
    assert len(rows) == n_rows
    assert np.mean(np.array(lengths) != 3) == pytest.approx(0.2, abs=0.03)


def test_failed_passages() -> None:
    records = extracted(failed_passages=0.2)
    failed = [record for record in records if record.status == "parse_error"]
    assert len(failed) / len(records) == pytest.approx(0.2, abs=0.04)
    assert all(not record.rows and not record.entities for record in failed)


def test_spurious_facts_join_entities_of_their_passage(n_rows: int) -> None:
    records = extracted(spurious_facts=1.0)
    added = 0
    for record in records:
        for subject, relation, far in record.rows:
            if relation == "is connected with":
                added += 1
                assert subject != far
                assert {subject, far} <= set(record.entities[1:])
    assert added == sum(len(record.rows) for record in records) - n_rows
    assert added == sum(len(record.entities) > 2 for record in records)


def test_literal_facts_have_a_year() -> None:
    rows = [row for record in extracted(literal_facts=1.0) for row in record.rows]
    years = [row[2] for row in rows if row[1] == "is dated"]
    assert len(years) > 200
    assert all(1000 < int(year) < 2020 for year in years)


def test_most_forms_of_an_entity_are_near_its_usual_one(blueprint: Blueprint) -> None:
    """Near: cosine of character n-grams of the normalised phrases at least 0.8."""
    forms = [[normalize_clean(f) for f in fs] for fs in blueprint.world.forms]
    usual = vectors([fs[0] for fs in forms for _ in fs[1:]])
    other = vectors([f for fs in forms for f in fs[1:]])
    cosines = np.asarray(usual.multiply(other).sum(axis=1)).ravel()
    assert 0.75 < (cosines >= 0.8).mean() < 0.97


def test_forms_of_different_entities_are_seldom_near(blueprint: Blueprint) -> None:
    usual = vectors([normalize_clean(forms[0]) for forms in blueprint.world.forms])
    near = (usual @ usual.T).tocsr()
    near.setdiag(0.0)
    assert (near.max(axis=1).toarray() >= 0.8).mean() < 0.03
