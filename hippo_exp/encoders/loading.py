"""Builds a sentence-transformers model from a local folder, without network and without noise."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hippo_exp.errors import EncoderError, MissingExtraError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

POOLABLE = ("Transformer", "Pooling", "Normalize")
"""Modules that an explicit pooling may stand for; any other one would be lost silently."""


def load_model(
    folder: Path, *, pooling: str, dtype: str, max_length: int | None, device: str | None
) -> SentenceTransformer:
    """Load the checkpoint in ``folder``.

    Args:
        folder: see :func:`hippo_exp.encoders.checkpoint.checkpoint_folder`.
        pooling: ``mean`` or ``cls`` over the transformer's last layer (mean: tokens with
            attention mask 1 only), or ``modules``: the layers that the checkpoint itself lists.
        dtype: name of the torch type of all weights; newer libraries otherwise load the type
            in which the checkpoint was saved.
        max_length: tokens after which a text is cut; None keeps the checkpoint's own limit.
        device: torch device; None picks an accelerator when there is one.

    Raises:
        MissingExtraError: sentence-transformers is not installed.
        EncoderError: the folder holds no loadable model, or the settings do not fit it.
    """
    check_installed()
    torch, library = _libraries()
    names = _module_names(folder)
    _check_pooling(folder, pooling, names)
    kwargs: dict[str, Any] = {"model_kwargs": {"dtype": getattr(torch, dtype)}}
    with _no_progress_bars(), _load_errors(folder):
        if pooling == "modules":
            model = library.SentenceTransformer(
                str(folder), device=device, local_files_only=True, **kwargs
            )
        else:
            model = _pooled(library, folder, pooling, device, kwargs)
    _set_max_length(model, folder, max_length)
    wrong = sorted({str(item.dtype) for item in model.parameters()} - {f"torch.{dtype}"})
    if wrong:
        raise EncoderError(
            f"weights of type {wrong[0]} where torch.{dtype} was asked for",
            where=str(folder),
            fix="upgrade transformers and sentence-transformers",
        )
    return model.eval()


def check_installed() -> None:
    """Fail at once, and cheaply, where torch or sentence-transformers is not installed.

    Raises:
        MissingExtraError: names the package and the extra ``encoders``.
    """
    for package in ("torch", "sentence_transformers"):
        if importlib.util.find_spec(package) is None:
            raise MissingExtraError(package.replace("_", "-"), "encoders")


def _libraries() -> tuple[Any, Any]:
    import sentence_transformers
    import torch

    return torch, sentence_transformers


def _pooled(
    library: Any, folder: Path, pooling: str, device: str | None, kwargs: dict[str, Any]
) -> SentenceTransformer:
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    local = {"local_files_only": True}
    transformer = Transformer(str(folder), processor_kwargs=local, config_kwargs=local, **kwargs)
    head = Pooling(transformer.get_embedding_dimension(), pooling_mode=pooling)
    model: SentenceTransformer = library.SentenceTransformer(
        modules=[transformer, head], device=device, local_files_only=True
    )
    return model


def _module_names(folder: Path) -> tuple[str, ...]:
    listing = folder / "modules.json"
    if not listing.is_file():
        return ()
    return tuple(
        str(module["type"]).rsplit(".", 1)[-1] for module in json.loads(listing.read_text("utf-8"))
    )


def _check_pooling(folder: Path, pooling: str, names: tuple[str, ...]) -> None:
    if pooling == "modules" and not names:
        raise EncoderError(
            "the checkpoint lists no modules (modules.json)",
            where=str(folder),
            fix="set encoder.pooling=mean, as for Contriever, or encoder.pooling=cls",
        )
    lost = [name for name in names if name not in POOLABLE]
    if pooling != "modules" and lost:
        raise EncoderError(
            f"pooling={pooling} would leave out the checkpoint's layers {', '.join(lost)}",
            where=str(folder),
            fix="set encoder.pooling=modules",
        )


def _set_max_length(model: SentenceTransformer, folder: Path, max_length: int | None) -> None:
    if max_length is None:
        return
    limit = getattr(getattr(model[0], "config", None), "max_position_embeddings", None)
    if limit is not None and 0 < limit < max_length:
        raise EncoderError(
            f"max_length={max_length} exceeds the model's {limit} positions",
            where=str(folder),
            fix=f"give at most {limit}, or none for the model's own limit",
        )
    model.max_seq_length = max_length


@contextmanager
def _load_errors(folder: Path) -> Iterator[None]:
    from safetensors import SafetensorError

    try:
        yield
    except (OSError, ValueError, KeyError, SafetensorError) as error:
        raise EncoderError(
            f"the checkpoint cannot be loaded ({type(error).__name__}: {error})",
            where=str(folder),
            fix="check that the folder holds config.json, the tokenizer and complete weights",
        ) from error


@contextmanager
def _no_progress_bars() -> Iterator[None]:
    from transformers.utils import logging as library_logging

    logging: Any = library_logging
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()
