"""Digests, atomic writes, the store and run files."""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hippo_exp.errors import DataError, StoreError
from hippo_exp.storage import (
    Store,
    digest_array,
    digest_json,
    git_blob_id,
    read_json,
    read_json_lines,
    write_atomic,
    write_trec_run,
)
from hippo_exp.storage.npz import npz_fault
from hippo_exp.storage.store import NotKeptError, ProbeStore
from hippo_exp.types import Ranking


def test_git_blob_id_is_what_git_computes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"what is up, doc?")
    assert git_blob_id(path) == "bd9dbf5aae1a3862dd1526723246b20206e5fc37"


def test_git_blob_id_agrees_with_git(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(range(256)) * 9)
    git = subprocess.run(
        ["git", "hash-object", "--no-filters", str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert git_blob_id(path) == git.stdout.strip()


def test_digest_ignores_key_order_and_refuses_sets_and_nan() -> None:
    assert digest_json({"a": 1, "b": (2, 3)}) == digest_json({"b": [2, 3], "a": 1})
    assert digest_json({"a": 1}) != digest_json({"a": 1.5})
    with pytest.raises(TypeError):
        digest_json({"a": {1, 2}})
    with pytest.raises(ValueError, match="Out of range"):
        digest_json(float("nan"))


def test_digest_array_sees_dtype_shape_and_content() -> None:
    base = np.arange(6.0)
    seen = {
        digest_array(base),
        digest_array(base.reshape(2, 3)),
        digest_array(base.astype(np.float32)),
        digest_array(base[::-1]),
        digest_array(sparse.csr_array(base.reshape(2, 3))),
        digest_array(np.zeros((0, 3))),
    }
    assert len(seen) == 6


def test_interrupted_write_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.txt"
    write_atomic(path, b"old")

    def no_space(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", no_space)
    with pytest.raises(StoreError, match="No space left"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["out.txt"]


def test_write_below_a_file_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot write"):
        write_atomic(tmp_path / "file" / "below", b"")


def test_store_computes_once_and_recomputes_a_truncated_entry(tmp_path: Path) -> None:
    store = Store(tmp_path)
    calls = []

    def compute() -> dict[str, np.ndarray]:
        calls.append(1)
        return {"x": np.arange(5)}

    for _ in range(2):
        assert store.arrays("stage", 1, {"k": 1}, compute)["x"].tolist() == [0, 1, 2, 3, 4]
    assert len(calls) == 1
    assert (store.hits, store.misses) == ({"stage": 1}, {"stage": 1})
    store.arrays("stage", 2, {"k": 1}, compute)
    store.arrays("stage", 1, {"k": 2}, compute)
    assert len(calls) == 3
    for entry in (tmp_path / "stage").iterdir():
        entry.write_bytes(entry.read_bytes()[: entry.stat().st_size // 2])
    with pytest.warns(UserWarning, match="recomputed"):
        store.arrays("stage", 1, {"k": 1}, compute)
    assert len(calls) == 4
    store.arrays("stage", 1, {"k": 1}, compute)
    assert len(calls) == 4


def test_an_entry_under_another_s_name_is_not_believed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    one = store.path("stage", 1, {"k": 1})
    two = store.path("stage", 1, {"k": 2})
    assert one is not None
    assert two is not None
    store.arrays("stage", 1, {"k": 1}, lambda: {"x": np.arange(5)})
    assert npz_fault(one, one.stem) == ""
    one.rename(two)
    assert "another name" in npz_fault(two, two.stem)
    with pytest.warns(UserWarning, match="another name"):
        found = store.arrays("stage", 1, {"k": 2}, lambda: {"x": np.arange(2)})
    assert found["x"].tolist() == [0, 1]
    with pytest.raises(NotKeptError):
        ProbeStore(tmp_path).arrays("stage", 1, {"k": 1}, lambda: {"x": np.arange(5)})


def test_store_refuses_objects_that_would_be_pickled(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="pickle"):
        Store(tmp_path).arrays("s", 1, {}, lambda: {"x": np.array([{}], dtype=object)})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b"{", "line 1, column 2"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" + b"1" * 5000 + b"]", "unreadable number"),
    ],
)
def test_damaged_json_is_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        read_json(path)
    assert "\n" not in str(caught.value)


def test_json_lines_name_the_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n\n{"a": \n')
    with pytest.raises(DataError, match="line 3"):
        list(read_json_lines(path))


@given(st.lists(st.floats(-5, 5, allow_nan=False), min_size=1, max_size=20))
def test_trec_scores_strictly_decrease(
    tmp_path_factory: pytest.TempPathFactory, scores: list[float]
) -> None:
    values = np.sort(np.array(scores, dtype=np.float64))[::-1]
    path = tmp_path_factory.mktemp("run") / "row.trec.gz"
    ranking = Ranking("q 1", np.arange(len(values)), values)
    write_trec_run(path, [ranking], [f"p {i}" for i in range(len(values))], tag="row")
    rows = [line.split(" ") for line in gzip.decompress(path.read_bytes()).decode().splitlines()]
    assert all(len(row) == 6 for row in rows)
    written = np.array([row[4] for row in rows], dtype=np.float32)
    assert np.all(np.diff(written) < 0)
    np.testing.assert_allclose(written, values, atol=1e-5)


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        (["q 1", "q_1", "q2"], ["q_1#0", "q_1#1", "q2"]),
        (["a", "b c"], ["a", "b_c"]),
        (["q 1", "q_1", "q_1#0"], ["q_1#0", "q_1#1", "q_1#0#2"]),
        (["", " ", "x"], ["_#0", "_#1", "x"]),
    ],
)
def test_every_question_and_passage_of_a_trec_run_has_a_word_of_its_own(
    tmp_path: Path, ids: list[str], words: list[str]
) -> None:
    path = tmp_path / "row.trec.gz"
    order = np.arange(len(ids))
    write_trec_run(path, [Ranking(qid, order, -order * 1.0) for qid in ids], ids, tag="row")
    rows = [line.split(" ") for line in gzip.decompress(path.read_bytes()).decode().splitlines()]
    assert list(dict.fromkeys(row[0] for row in rows)) == words
    assert [row[2] for row in rows] == words * len(ids)
