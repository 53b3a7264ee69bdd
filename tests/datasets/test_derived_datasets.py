from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.datasets import entities_digest, sample_questions, with_entities
from hippo_exp.datasets.assemble import assemble
from hippo_exp.errors import ConfigError, DataError
from hippo_exp.types import Dataset, Passage, Question


def twelve() -> Dataset:
    passages = [Passage(str(n), f"T{n}", "text") for n in range(12)]
    questions = [Question(f"q{n}", f"Question {n}?", (f"T{n}",)) for n in range(12)]
    return assemble("d", passages, questions, "title", where="memory", notes=("own",))


def test_partial_sample_is_marked_and_in_file_order() -> None:
    whole = twelve()
    sample = sample_questions(whole, 5, 0)
    ids = [question.id for question in sample.questions]
    assert len(ids) == 5
    assert ids == [question.id for question in whole.questions if question.id in ids]
    assert sample.notes == ("own", "PARTIAL n=5 of 12")
    assert (sample.sampled_from, whole.sampled_from) == (12, None)
    assert sample_questions(whole, 12, 0).sampled_from is None
    assert sample.passages == whole.passages
    assert sample.digest != whole.digest
    assert sample.counts["questions"] == sample.counts["questions_with_1_gold"] == 5
    assert sample.counts["passages"] == 12


def test_same_ids_under_any_hash_seed() -> None:
    code = (
        "from hippo_exp.datasets import sample_questions\n"
        "from hippo_exp.datasets.assemble import assemble\n"
        "from hippo_exp.types import Passage, Question\n"
        "p = [Passage(str(n), f'T{n}', 'text') for n in range(12)]\n"
        "q = [Question(f'q{n}', f'Question {n}?', (f'T{n}',)) for n in range(12)]\n"
        "s = sample_questions(assemble('d', p, q, 'title', where='', notes=('own',)), 5, 0)\n"
        "print(s.digest, *[question.id for question in s.questions])\n"
    )
    here = sample_questions(twelve(), 5, 0)
    expected = [here.digest, *[question.id for question in here.questions]]
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split() == expected


@given(seed=st.integers(0, 2**32))
def test_smaller_samples_are_parts_of_larger_ones(seed: int) -> None:
    samples = [
        {question.id for question in sample_questions(twelve(), n, seed).questions}
        for n in range(1, 13)
    ]
    assert [len(sample) for sample in samples] == list(range(1, 13))
    assert all(small < large for small, large in pairwise(samples))


def test_every_question_is_drawn_equally_often() -> None:
    whole = twelve()
    drawn = [q.id for seed in range(1200) for q in sample_questions(whole, 3, seed).questions]
    # binomial(1200, 1/4): mean 300, standard deviation 15
    assert all(240 < drawn.count(question.id) < 360 for question in whole.questions)


def test_large_limit_changes_nothing() -> None:
    whole = twelve()
    assert sample_questions(whole, 12, 3) is whole
    assert sample_questions(whole, 99, 3) is whole


@pytest.mark.parametrize(("limit", "seed"), [(0, 0), (-1, 0), (3, -1)])
def test_senseless_sample(limit: int, seed: int) -> None:
    with pytest.raises(ConfigError):
        sample_questions(twelve(), limit, seed)


def test_entities_are_attached_by_question_text() -> None:
    whole = twelve()
    entities = {question.text: (f"T{question.id[1:]}",) for question in whole.questions}
    entities["Question 3?"] = ()
    entities["Some other question?"] = ("X",)
    data = with_entities(whole, entities)
    assert data.questions[2].entities == ("T2",)
    assert data.questions[3].entities == ()
    assert data.digest == whole.digest
    assert entities_digest(data.questions) != entities_digest(whole.questions)
    assert data.counts == whole.counts
    assert whole.questions[2].entities is None


def test_missing_entities_are_an_error() -> None:
    entities = {f"Question {n}?": ("x",) for n in range(8)}
    with pytest.raises(DataError) as caught:
        with_entities(twelve(), entities)
    message = str(caught.value)
    assert "no query entities for 4 questions of 12: 'q8' 'Question 8?'" in message
    assert "and 1 more" in message
