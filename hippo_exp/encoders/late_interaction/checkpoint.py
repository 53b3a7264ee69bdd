"""Reads a ColBERT checkpoint: BERT and a linear head, from safetensors, without network."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hippo_exp.errors import EncoderError, MissingExtraError

WEIGHTS = "model.safetensors"
HEAD = "linear.weight"
_PREFIX = "bert."
_UNUSED = ("bert.pooler.", "bert.embeddings.position_ids")  # stored by older libraries


@dataclass(frozen=True)
class ColBERTModel:
    """The parts of a checkpoint, on their device.

    Attributes:
        tokenizer: of transformers.
        bert: without a pooler, in evaluation mode.
        head: (dim, hidden) torch tensor, the projection without a bias.
    """

    tokenizer: Any
    bert: Any
    head: Any


def check_installed() -> None:
    """Fail at once, and cheaply, where torch or transformers is not installed.

    Raises:
        MissingExtraError: names the package and the extra ``encoders``.
    """
    for package in ("torch", "transformers"):
        if importlib.util.find_spec(package) is None:
            raise MissingExtraError(package, "encoders")


def load_colbert(folder: Path, *, dtype: str, device: str | None) -> ColBERTModel:
    """Load the checkpoint in ``folder``.

    Args:
        folder: holds ``config.json``, a tokenizer and ``model.safetensors`` with the weights
            ``bert.*`` and ``linear.weight``.
        dtype: name of the torch type of all weights.
        device: torch device; None picks an accelerator when there is one.

    Raises:
        MissingExtraError: torch or transformers is not installed.
        EncoderError: the folder holds no loadable ColBERT checkpoint.
    """
    check_installed()
    import torch
    from safetensors import SafetensorError
    from safetensors.torch import load_file
    from transformers import AutoTokenizer, BertConfig, BertModel

    try:
        kind = json.loads((folder / "config.json").read_text("utf-8")).get("model_type")
        weights = load_file(folder / WEIGHTS)
        loader: Any = AutoTokenizer
        tokenizer = loader.from_pretrained(str(folder), local_files_only=True)
    except (OSError, ValueError, KeyError, SafetensorError) as error:
        raise EncoderError(
            f"the checkpoint cannot be loaded ({type(error).__name__}: {error})",
            where=str(folder),
            fix=f"check that the folder holds config.json, the tokenizer and {WEIGHTS}",
        ) from error
    if kind != "bert" or HEAD not in weights:
        raise EncoderError(
            f"not a ColBERT checkpoint (model type {kind!r}, {HEAD} "
            f"{'found' if HEAD in weights else 'missing'})",
            where=str(folder),
            fix="give a checkpoint in the layout of colbert-ir/colbertv2.0",
        )
    bert: Any = BertModel(BertConfig.from_pretrained(str(folder)), add_pooling_layer=False)
    _fill(bert, weights, folder)
    target = device or ("cuda" if torch.cuda.is_available() else "cpu")
    type_ = getattr(torch, dtype)
    return ColBERTModel(tokenizer, bert.to(target, type_).eval(), weights[HEAD].to(target, type_))


def _fill(bert: Any, weights: dict[str, Any], folder: Path) -> None:
    """Copy the weights; each one that the model has must be there, and no other."""
    state = {
        name.removeprefix(_PREFIX): weight
        for name, weight in weights.items()
        if name != HEAD and not name.startswith(_UNUSED)
    }
    wrong = sorted(bert.state_dict().keys() ^ state.keys())
    if not wrong:
        shapes = {name: tuple(weight.shape) for name, weight in bert.state_dict().items()}
        wrong = [name for name, weight in state.items() if tuple(weight.shape) != shapes[name]]
    if wrong or weights[HEAD].shape[1] != bert.config.hidden_size:
        raise EncoderError(
            f"the weights do not fit config.json: {', '.join([*wrong, HEAD][:3])}",
            where=str(folder),
            fix="fetch the checkpoint again",
        )
    bert.load_state_dict(state)
