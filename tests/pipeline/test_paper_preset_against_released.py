"""The ``paper`` preset against a straight-line implementation, question by question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from released_reference import Released

from hippo_exp.config import load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.retrievers.stored_encoders import StoredEncoder
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.ranking import queries_of, rank_questions
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.storage import Store

pytestmark = [pytest.mark.real_data, pytest.mark.slow, pytest.mark.xdist_group("musique_train")]
TIED = 1e-7


def compare(data_root: Path, cache: Path, encoder: str, *changes: str, **options: Any) -> None:
    overrides = ["dataset=musique_train", f"encoder={encoder}", f"data.root={data_root}", *changes]
    settings = load_settings(RetrievalSettings, "experiment/table2", overrides)
    assert settings.preset.name == "paper"
    inputs = read_inputs(settings)
    bench = Workbench(inputs, Store(cache))
    retriever = bench.hipporag(settings)
    queries = queries_of(inputs.dataset)
    rankings = rank_questions(retriever, queries, ties=settings.retriever.ties, what="test")
    encoder = bench.encoder(settings)
    assert isinstance(encoder, StoredEncoder)
    encode = encoder.phrases
    (openie,) = (data_root / "musique_train").glob("openie_*gpt-3.5*")
    released = Released(openie, encode, synonymy=options.pop("synonymy", True))
    assert list(bench.index(settings).graph.nodes) == released.nodes
    for query, ranking in zip(queries, rankings, strict=True):
        scores = released.scores(list(query.entities), **options)
        expected = np.argsort(scores, kind="stable")[::-1]
        top = min(20, len(ranking.passages))
        ours, theirs = ranking.passages[:top], expected[:top]
        np.testing.assert_allclose(scores[ours], scores[theirs], atol=TIED, err_msg=query.id)
        gaps = -np.diff(scores[expected[: top + 1]])
        if (gaps > TIED).all():
            assert ours.tolist() == theirs.tolist(), query.id


@pytest.mark.parametrize(
    "encoder", ["char_ngram", pytest.param("minilm", marks=pytest.mark.neural)]
)
def test_every_ranking_of_the_paper_preset(
    data_root: Path, vectors_cache: Path, encoder: str
) -> None:
    compare(data_root, vectors_cache, encoder)


def test_ablations_of_the_paper_preset(data_root: Path, vectors_cache: Path) -> None:
    without = "retriever.hipporag.node_specificity=false"
    compare(data_root, vectors_cache, "char_ngram", without, specificity=False)
    compare(data_root, vectors_cache, "char_ngram", "synonymy.enabled=false", synonymy=False)
