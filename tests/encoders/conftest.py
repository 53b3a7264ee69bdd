"""Tiny checkpoints with random weights, made on the spot."""

from __future__ import annotations

from pathlib import Path

import pytest

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "river", "bank", "the", "of"]


@pytest.fixture(scope="session")
def bert_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random two-layer BERT with a word tokenizer, as transformers saves it."""
    pytest.importorskip("torch", reason="extra 'encoders' is not installed")
    pytest.importorskip("sentence_transformers", reason="extra 'encoders' is not installed")
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("bert")
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    tokenizer = BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=64)
    tokenizer.save_pretrained(str(folder))
    generator_state = torch.random.get_rng_state()
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        initializer_range=0.5,
    )
    BertModel(config).save_pretrained(str(folder))
    torch.random.set_rng_state(generator_state)
    return folder
