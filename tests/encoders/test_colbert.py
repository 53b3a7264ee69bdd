"""ColBERT against straight-line torch code on a checkpoint made on the spot."""

from __future__ import annotations

import importlib.util
import json
import shutil
import socket
import string
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hippo_exp.encoders.late_interaction import ColBERTEncoder, Side
from hippo_exp.errors import ConfigError, EncoderError, MissingExtraError

pytestmark = [
    pytest.mark.neural,
    pytest.mark.skipif(
        importlib.util.find_spec("torch") is None
        or importlib.util.find_spec("transformers") is None,
        reason="extra 'encoders' is not installed",
    ),
]

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused0]", "[unused1]"]
VOCABULARY = [*SPECIAL, *string.punctuation, "a", "b", "river", "bank", "the", "of"]
IDS = {token: position for position, token in enumerate(VOCABULARY)}
QUERY, DOCUMENT = 12, 20  # tokens
LONG = " ".join(["river of the bank"] * 8)
TEXTS = ["a", LONG, "The river , the bank .", "", "unknown words", "bank (of) a river!", "?!", "a"]
HIDDEN, DIM = 16, 8


@pytest.fixture(scope="module")
def colbert_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random BERT with a head, in the layout of colbert-ir/colbertv2.0."""
    import torch
    from safetensors.torch import save_file
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("colbert")
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY), encoding="utf-8")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(str(folder))
    config = BertConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=HIDDEN,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=40,
        initializer_range=0.5,
        architectures=["HF_ColBERT"],
    )
    state = torch.random.get_rng_state()
    torch.manual_seed(7)
    weights = {f"bert.{name}": value for name, value in BertModel(config).state_dict().items()}
    weights["linear.weight"] = torch.randn(DIM, HIDDEN)
    weights["bert.embeddings.position_ids"] = torch.arange(40)[None]  # as older libraries store it
    torch.random.set_rng_state(state)
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    config.save_pretrained(str(folder))
    return folder


def encoder(folder: Path, **settings: Any) -> ColBERTEncoder:
    given: dict[str, Any] = {
        "batch_size": 3, "query_length": QUERY, "document_length": DOCUMENT, "device": "cpu",
    }  # fmt: skip
    return ColBERTEncoder(model=str(folder), revision=None, **(given | settings))


def words(text: str) -> list[int]:
    """Token ids of a text whose words and punctuation are set apart here by hand."""
    spaced = "".join(f" {c} " if c in string.punctuation else c for c in text.lower())
    return [IDS.get(word, IDS["[UNK]"]) for word in spaced.split()]


def by_hand(folder: Path, text: str, side: Side) -> NDArray[np.float32]:
    """One text alone, without padding."""
    import torch
    from safetensors.torch import load_file
    from transformers import BertConfig, BertModel

    weights = load_file(folder / "model.safetensors")
    head = weights.pop("linear.weight")
    model = BertModel(BertConfig.from_pretrained(str(folder)))
    model.load_state_dict({k[5:]: v for k, v in weights.items() if "position_ids" not in k})
    length, marker = (QUERY, "[unused0]") if side == "query" else (DOCUMENT, "[unused1]")
    ids = [IDS["[CLS]"], IDS[marker], *words(text)[: length - 3], IDS["[SEP]"]]
    seen = [1] * len(ids)
    if side == "query":
        seen += [0] * (QUERY - len(ids))
        ids += [IDS["[MASK]"]] * (QUERY - len(ids))
    with torch.no_grad():
        given = {"input_ids": torch.tensor([ids]), "attention_mask": torch.tensor([seen])}
        rows = np.asarray(model.eval()(**given).last_hidden_state[0] @ head.T)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    if side == "document":
        rows = rows[[VOCABULARY[token] not in string.punctuation for token in ids]]
    return rows


@pytest.mark.parametrize("side", ["query", "document"])
@pytest.mark.parametrize("batch_size", [1, 3, 8])
def test_equals_straight_line_code(colbert_folder: Path, side: Side, batch_size: int) -> None:
    """Padding, truncation, markers, augmentation and punctuation; no batch changes a text."""
    found = encoder(colbert_folder, batch_size=batch_size).encode_tokens(TEXTS, side)
    assert found.vectors.dtype == np.float32
    assert len(found) == len(TEXTS)
    for position, text in enumerate(TEXTS):
        expected = by_hand(colbert_folder, text, side)
        assert found.text(position).shape == expected.shape
        np.testing.assert_allclose(found.text(position), expected, atol=2e-6)


def test_how_many_tokens_are_compared(colbert_folder: Path) -> None:
    given = encoder(colbert_folder)
    assert given.encode_tokens(TEXTS, "query").counts.tolist() == [QUERY] * len(TEXTS)
    documents = given.encode_tokens(TEXTS, "document")
    assert documents.counts.tolist() == [4, DOCUMENT, 7, 3, 5, 7, 3, 4]
    kept = encoder(colbert_folder, mask_punctuation=False).encode_tokens(TEXTS, "document")
    assert kept.counts.tolist() == [4, DOCUMENT, 9, 3, 5, 10, 5, 4]
    np.testing.assert_array_equal(kept.text(1), documents.text(1))


def test_equal_texts_get_equal_vectors(colbert_folder: Path) -> None:
    texts = ["a  b", LONG, "a b", "the", "A B"]
    for side in ("query", "document"):
        found = encoder(colbert_folder, batch_size=2).encode_tokens(texts, side)
        np.testing.assert_array_equal(found.text(2), found.text(0))
        np.testing.assert_array_equal(found.text(4), found.text(0))


def test_no_texts(colbert_folder: Path) -> None:
    found = encoder(colbert_folder).encode_tokens([], "document")
    assert (len(found), found.dim) == (0, DIM)


def test_documents_in_the_form_of_the_release(colbert_folder: Path) -> None:
    released = encoder(colbert_folder, document_form="release")
    plain = encoder(colbert_folder)
    found = released.encode_tokens(["river\nthe bank\nof a", "bank"], "document")
    expected = plain.encode_tokens(['the bank of a" | "river', '"bank"'], "document")
    np.testing.assert_array_equal(found.vectors, expected.vectors)
    for texts in (["bank"], ["a\nb"]):
        same = [given.encode_tokens(texts, "query").vectors for given in (released, plain)]
        np.testing.assert_array_equal(*same)


def test_low_precision_only_on_request(colbert_folder: Path) -> None:
    low = encoder(colbert_folder, precision="bf16").encode_tokens(TEXTS, "document")
    full = encoder(colbert_folder).encode_tokens(TEXTS, "document")
    assert low.vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(low.vectors, axis=1), 1, atol=1e-6)
    assert np.abs(low.vectors - full.vectors).max() > 1e-4


def test_identity_holds_what_changes_a_vector(colbert_folder: Path, tmp_path: Path) -> None:
    identity = encoder(colbert_folder).identity
    assert encoder(colbert_folder, batch_size=9, device=None).identity == identity
    copy = tmp_path / "another_name"
    shutil.copytree(colbert_folder, copy)
    assert encoder(copy).identity == identity
    for change in (
        {"query_length": 11}, {"document_length": 11}, {"mask_punctuation": False},
        {"document_form": "release"}, {"precision": "bf16"},
    ):  # fmt: skip
        assert encoder(colbert_folder, **change).identity != identity
    assert str(colbert_folder) not in json.dumps(identity)


def test_no_network_and_no_output(
    colbert_folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the encoder asked for the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    encoder(colbert_folder).encode_tokens(TEXTS, "document")
    assert capfd.readouterr() == ("", "")


def changed(folder: Path, target: Path, change: dict[str, Any], drop: Sequence[str] = ()) -> Path:
    from safetensors.torch import load_file, save_file

    shutil.copytree(folder, target)
    weights = {k: v for k, v in load_file(target / "model.safetensors").items() if k not in drop}
    save_file(weights | change, target / "model.safetensors", metadata={"format": "pt"})
    return target


def test_checkpoints_of_another_kind(colbert_folder: Path, tmp_path: Path) -> None:
    import torch

    name = "bert.encoder.layer.0.output.dense.weight"
    cases: list[tuple[dict[str, Any], list[str], str]] = [
        ({}, ["linear.weight"], r"linear\.weight missing"),
        ({}, [name], r"do not fit config\.json: encoder\.layer\.0"),
        ({"bert.other": torch.zeros(2)}, [], r"do not fit config\.json: other"),
        ({name: torch.zeros(16, 31)}, [], r"do not fit"),
        ({"linear.weight": torch.zeros(8, 15)}, [], r"do not fit"),
        ({"linear.weight": torch.full((8, 16), float("nan"))}, [], "not finite"),
    ]
    for number, (change, drop, message) in enumerate(cases):
        folder = changed(colbert_folder, tmp_path / str(number), change, drop)
        with pytest.raises(EncoderError, match=message):
            encoder(folder).encode_tokens(["a"], "query")


def test_unloadable_folders(colbert_folder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(colbert_folder, folder)
    (folder / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(EncoderError, match="cannot be loaded"):
        encoder(folder).encode_tokens(["a"], "query")
    with pytest.raises(EncoderError, match="cannot be loaded"):
        encoder(tmp_path).encode_tokens(["a"], "query")
    with pytest.raises(EncoderError, match="document_length=41 exceeds the model's 40 positions"):
        encoder(colbert_folder, document_length=41).encode_tokens(["a"], "document")


def test_a_vocabulary_without_markers(colbert_folder: Path, tmp_path: Path) -> None:
    from transformers import BertTokenizerFast

    folder = tmp_path / "plain"
    shutil.copytree(colbert_folder, folder)
    names = [f"word{n}" if "unused" in token else token for n, token in enumerate(VOCABULARY)]
    (folder / "vocab.txt").write_text("\n".join(names), encoding="utf-8")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(str(folder))
    with pytest.raises(EncoderError, match=r"lacks \[unused0\]"):
        encoder(folder).encode_tokens(["a"], "query")


@pytest.mark.parametrize(
    "settings",
    [
        {"batch_size": 0},
        {"query_length": 3},
        {"document_length": 3},
        {"precision": "fp64"},
        {"document_form": "quoted"},
    ],
)
def test_bad_settings(tmp_path: Path, settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        encoder(tmp_path, **settings)


@pytest.mark.parametrize("package", ["torch", "transformers"])
def test_missing_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == package else found(name)
    )
    with pytest.raises(MissingExtraError) as caught:
        encoder(tmp_path)
    assert caught.value.extra == "encoders"


def test_absent_weights_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(EncoderError, match=r"colbert-ir/colbertv2\.0"):
        ColBERTEncoder(
            model="colbert-ir/colbertv2.0", revision="c1e84128e85ef755c096a95bdb06b47793b13acf"
        )
