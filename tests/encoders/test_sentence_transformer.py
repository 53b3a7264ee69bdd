"""The neural encoder against straight-line torch code on checkpoints made on the spot."""

from __future__ import annotations

import importlib.util
import json
import shutil
import socket
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hippo_exp.encoders import Pooling, Role, SentenceTransformerEncoder
from hippo_exp.errors import ConfigError, EncoderError, MissingExtraError

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None
    or importlib.util.find_spec("sentence_transformers") is None,
    reason="extra 'encoders' is not installed",
)

LONG = " ".join(["river of the bank"] * 15)  # 60 words, 4 of them below
TEXTS = ["a", LONG, "the river", "", "bank of the river", "unknown", "a b a b a b"]


def encoder(folder: Path, pooling: Pooling = "mean", **settings: Any) -> SentenceTransformerEncoder:
    given: dict[str, Any] = {"normalize": False, "batch_size": 4, "device": "cpu", **settings}
    return SentenceTransformerEncoder(model=str(folder), revision=None, pooling=pooling, **given)


def by_hand(folder: Path, text: str, pooling: str = "mean") -> NDArray[np.float32]:
    import torch
    from transformers import BertModel, BertTokenizerFast

    tokenizer = BertTokenizerFast.from_pretrained(str(folder))
    model = BertModel.from_pretrained(str(folder), dtype=torch.float32).eval()
    with torch.no_grad():
        hidden = model(**tokenizer([text], return_tensors="pt")).last_hidden_state[0]
    return np.asarray(hidden[0] if pooling == "cls" else hidden.mean(dim=0))


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_equals_straight_line_code(bert_folder: Path, pooling: Pooling) -> None:
    vectors = encoder(bert_folder, pooling).encode(TEXTS, "passage")
    expected = np.stack([by_hand(bert_folder, text, pooling) for text in TEXTS])
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, expected, atol=1e-5)


@pytest.mark.parametrize("batch_size", [1, 2, 7])
def test_batches_change_nothing(bert_folder: Path, batch_size: int) -> None:
    alone = np.concatenate([encoder(bert_folder).encode([text], "query") for text in TEXTS])
    batched = encoder(bert_folder, batch_size=batch_size).encode(TEXTS, "query")
    np.testing.assert_allclose(batched, alone, atol=1e-5)
    passages = batched[[1, 2, 4]]
    np.testing.assert_array_equal(
        np.argsort(-batched @ passages.T, axis=1), np.argsort(-alone @ passages.T, axis=1)
    )


def test_equal_texts_get_equal_vectors(bert_folder: Path) -> None:
    texts = ["a", "the river", "a", LONG, "a"]
    vectors = encoder(bert_folder, batch_size=2).encode(texts, "passage")
    np.testing.assert_array_equal(vectors[[2, 4]], vectors[[0, 0]])


def test_normalisation_by_role(bert_folder: Path) -> None:
    roles = {"query": False, "passage": False, "phrase": True}
    given = encoder(bert_folder, normalize=roles)
    raw = given.encode(TEXTS, "passage")
    unit = given.encode(TEXTS, "phrase")
    norms = np.linalg.norm(raw, axis=1)
    assert not np.allclose(norms, 1)
    np.testing.assert_allclose(unit, raw / norms[:, None], atol=1e-6)


def test_prefixes(bert_folder: Path) -> None:
    given = encoder(bert_folder, query_prefix="the ", passage_prefix="a ")
    plain = encoder(bert_folder)
    cases: list[tuple[Role, str]] = [("query", "the "), ("passage", "a "), ("phrase", "")]
    for role, prefix in cases:
        np.testing.assert_allclose(
            given.encode(["river"], role), plain.encode([prefix + "river"], role), atol=1e-6
        )


def test_max_length_cuts(bert_folder: Path) -> None:
    cut = encoder(bert_folder, max_length=6).encode([LONG], "passage")  # 4 words and 2 marks
    np.testing.assert_allclose(cut[0], by_hand(bert_folder, "river of the bank"), atol=1e-5)
    with pytest.raises(EncoderError, match="64 positions"):
        encoder(bert_folder, max_length=65).encode(["a"], "query")


def test_half_precision_checkpoint_is_loaded_in_fp32(bert_folder: Path, tmp_path: Path) -> None:
    import torch
    from transformers import BertModel

    half = tmp_path / "half"
    shutil.copytree(bert_folder, half)
    BertModel.from_pretrained(str(bert_folder)).to(torch.float16).save_pretrained(str(half))
    assert json.loads((half / "config.json").read_text())["dtype"] == "float16"
    vectors = encoder(half).encode(TEXTS, "query")
    expected = np.stack([by_hand(half, text) for text in TEXTS])  # computes in float32
    np.testing.assert_allclose(vectors, expected, atol=1e-5)
    low = encoder(half, precision="bf16").encode(TEXTS, "query")
    assert low.dtype == np.float32
    assert np.abs(low - expected).max() > 1e-4


def test_own_layers_of_a_checkpoint(bert_folder: Path, tmp_path: Path) -> None:
    """A projection after pooling, as GTR has it, is applied, or its loss refused."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import (
        Dense,
        Normalize,
        Pooling,
        Transformer,
    )

    torch.manual_seed(3)
    dense = Dense(16, 5, bias=False, activation_function=torch.nn.Identity())
    modules = [Transformer(str(bert_folder)), Pooling(16, "mean"), dense, Normalize()]
    folder = tmp_path / "gtr"
    SentenceTransformer(modules=modules, device="cpu").save(str(folder), create_model_card=False)
    vectors = encoder(folder, "modules").encode(TEXTS, "passage")
    pooled = np.stack([by_hand(bert_folder, text) for text in TEXTS])
    expected = pooled @ dense.linear.weight.detach().numpy().T
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(vectors, expected, atol=1e-5)
    with pytest.raises(EncoderError, match="Dense"):
        encoder(folder, "mean").encode(["a"], "query")


def test_modules_need_a_listing(bert_folder: Path) -> None:
    with pytest.raises(EncoderError, match=r"modules\.json"):
        encoder(bert_folder, "modules").encode(["a"], "query")


def test_no_texts(bert_folder: Path) -> None:
    assert encoder(bert_folder).encode([], "query").shape == (0, 16)


def test_no_network_and_no_output(
    bert_folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the encoder asked for the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    encoder(bert_folder).encode(TEXTS, "passage")
    assert capfd.readouterr() == ("", "")


def test_identity_holds_what_changes_a_vector(bert_folder: Path, tmp_path: Path) -> None:
    identity = encoder(bert_folder).identity
    json.dumps(identity)
    assert encoder(bert_folder, batch_size=9, device=None).identity == identity
    copy = tmp_path / "another_name"
    shutil.copytree(bert_folder, copy)
    assert encoder(copy).identity == identity
    for change in (
        {"normalize": True},
        {"max_length": 8},
        {"query_prefix": "q"},
        {"pooling": "cls"},
    ):
        assert encoder(bert_folder, **change).identity != identity
    (copy / "vocab.txt").write_text("changed", encoding="utf-8")
    assert encoder(copy).identity != identity
    assert str(bert_folder) not in json.dumps(identity)


def test_absent_weights_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("huggingface_hub")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    commit = "0123456789" * 4
    with pytest.raises(EncoderError) as caught:
        SentenceTransformerEncoder(
            model="nobody/nothing", revision=commit, pooling="mean", normalize=True, batch_size=1
        )
    message = str(caught.value)
    assert "nobody/nothing" in message
    assert commit in message
    assert "folder" in message
    assert "\n" not in message


@pytest.mark.parametrize("revision", [None, "main", "2bd46a2"])
def test_a_hub_name_must_be_pinned(revision: str | None) -> None:
    with pytest.raises(ConfigError, match="pinned"):
        SentenceTransformerEncoder(
            model="nobody/nothing", revision=revision, pooling="mean", normalize=True, batch_size=1
        )


def test_a_folder_has_no_revision(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no revision"):
        SentenceTransformerEncoder(
            model=str(tmp_path), revision="0" * 40, pooling="mean", normalize=True, batch_size=1
        )


@pytest.mark.parametrize(
    "settings",
    [
        {"batch_size": 0},
        {"max_length": 2},
        {"pooling": "max"},
        {"precision": "fp64"},
        {"normalize": {"query": True}},
    ],
)
def test_bad_settings(tmp_path: Path, settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        encoder(tmp_path, **settings)


@pytest.mark.parametrize("package", ["torch", "sentence_transformers"])
def test_missing_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == package else found(name)
    )
    with pytest.raises(MissingExtraError) as caught:
        encoder(tmp_path)
    assert caught.value.extra == "encoders"


def test_unloadable_folders(bert_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match="no weights"):
        _ = encoder(tmp_path).identity
    (tmp_path / "model.safetensors").write_bytes(b"not weights")
    shutil.copy(bert_folder / "config.json", tmp_path)
    with pytest.raises(EncoderError, match="cannot be loaded"):
        encoder(tmp_path).encode(["a"], "query")


def test_values_that_are_not_finite_are_refused(bert_folder: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    broken = tmp_path / "broken"
    shutil.copytree(bert_folder, broken)
    weights = load_file(str(broken / "model.safetensors"))
    weights["encoder.layer.1.output.LayerNorm.bias"][0] = float("nan")
    save_file(weights, str(broken / "model.safetensors"), metadata={"format": "pt"})
    with pytest.raises(EncoderError, match="not finite"):
        encoder(broken).encode(["a"], "query")
