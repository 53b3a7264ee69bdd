"""Corpora shared by the tests of the synthetic corpus."""

from __future__ import annotations

import pytest

from hippo_exp.pathfinding.corpus import (
    Blueprint,
    SyntheticCorpus,
    SyntheticParameters,
    draft_corpus,
    write_corpus,
)


@pytest.fixture(scope="session")
def parameters() -> SyntheticParameters:
    return SyntheticParameters(n_passages=1200, n_questions=120, seed=3)


@pytest.fixture(scope="session")
def blueprint(parameters: SyntheticParameters) -> Blueprint:
    return draft_corpus(parameters)


@pytest.fixture(scope="session")
def corpus(blueprint: Blueprint, parameters: SyntheticParameters) -> SyntheticCorpus:
    return write_corpus(blueprint, parameters)
