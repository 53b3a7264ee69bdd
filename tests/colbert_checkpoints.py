"""Tiny ColBERT checkpoints with random weights, in the layout of colbert-ir/colbertv2.0."""

from __future__ import annotations

import string
from collections.abc import Sequence
from pathlib import Path

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused0]", "[unused1]")


def write_colbert(
    folder: Path, words: Sequence[str], *, hidden: int = 16, dim: int = 8, positions: int = 192
) -> Path:
    """Write config, tokenizer and weights of a random two-layer BERT with a head."""
    import torch
    from safetensors.torch import save_file
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = list(dict.fromkeys([*SPECIAL, *string.punctuation, *words]))
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(str(folder))
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=hidden,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=2 * hidden,
        max_position_embeddings=positions,
        initializer_range=0.5,
        architectures=["HF_ColBERT"],
    )
    state = torch.random.get_rng_state()
    torch.manual_seed(7)
    weights = {f"bert.{name}": value for name, value in BertModel(config).state_dict().items()}
    weights["linear.weight"] = torch.randn(dim, hidden)
    torch.random.set_rng_state(state)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    config.save_pretrained(str(folder))
    return folder
