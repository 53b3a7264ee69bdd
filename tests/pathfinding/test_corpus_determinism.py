"""The same settings give the same corpus; a setting changes only what comes after it."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import time

import pytest

from hippo_exp.pathfinding.corpus import SyntheticCorpus, SyntheticParameters, generate_corpus

SCRIPT = """
from hippo_exp.pathfinding.corpus import SyntheticParameters, generate_corpus
made = generate_corpus(SyntheticParameters(n_passages=400, n_questions=40))
print(made.dataset.digest, made.extraction.digest)
"""


def digests(**chosen: object) -> tuple[str, str]:
    base = SyntheticParameters(n_passages=400, n_questions=40)
    made = generate_corpus(dataclasses.replace(base, **chosen))  # type: ignore[arg-type]
    return made.dataset.digest, made.extraction.digest


def test_same_digest_under_every_hash_seed() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for hash_seed in ("0", "1")
    }
    assert printed == {" ".join(digests())}


@pytest.mark.parametrize(
    "later",
    [
        {"missing_facts": 0.6},
        {"spurious_facts": 0.6},
        {"malformed_rows": 0.6},
        {"literal_facts": 0},
    ],
)
def test_extraction_faults_leave_the_texts(later: dict[str, float]) -> None:
    assert digests(**later)[0] == digests()[0]
    assert digests(**later)[1] != digests()[1]


def test_questions_leave_the_passages() -> None:
    base = SyntheticParameters(n_passages=400, n_questions=40)
    other = dataclasses.replace(base, n_questions=20, share_path_finding=0.9, query_variant_rate=1)
    assert generate_corpus(base).dataset.passages == generate_corpus(other).dataset.passages


@pytest.mark.parametrize(
    "changed", [{"seed": 1}, {"variant_rate": 0.1}, {"facts_per_passage": 3.0}]
)
def test_every_other_setting_changes_both(changed: dict[str, float]) -> None:
    assert digests(**changed)[0] != digests()[0]
    assert digests(**changed)[1] != digests()[1]


def test_ids_are_distinct_and_ordered(corpus: SyntheticCorpus) -> None:
    for items in (corpus.dataset.passages, corpus.dataset.questions):
        ids = [item.id for item in items]
        assert ids == sorted(set(ids))


def test_the_default_takes_less_than_three_seconds() -> None:
    start = time.process_time()
    generate_corpus(SyntheticParameters())
    assert time.process_time() - start < 3.0
