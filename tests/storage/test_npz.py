"""Arrays in a file: everything that is not as it was written is refused."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.lib import format as npy

from hippo_exp.storage.npz import DAMAGED, npz_bytes, npz_fault, read_npz

ARRAYS: dict[str, np.ndarray] = {
    "vectors": np.arange(12, dtype=np.float32).reshape(3, 4),
    "empty": np.zeros((0, 7)),
    "number": np.array(3),
    "words": np.array(["a", "bé", ""]),
    "columns": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "flags": np.array([True, False, True]),
    "big_endian": np.arange(3, dtype=">i4"),
}


def assert_same(found: dict[str, np.ndarray], wanted: dict[str, np.ndarray]) -> None:
    assert list(found) == list(wanted)
    for name, array in wanted.items():
        assert found[name].dtype == array.dtype
        assert found[name].flags.f_contiguous == array.flags.f_contiguous
        np.testing.assert_array_equal(found[name], array, strict=True)


def test_arrays_come_back_as_they_were_and_as_numpy_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(npz_bytes(ARRAYS))
    found = read_npz(path)
    assert_same(found, ARRAYS)
    with np.load(path) as oracle:
        assert_same({name: oracle[name] for name in oracle.files}, ARRAYS)
    assert all(array.flags.writeable and array.flags.aligned for array in found.values())
    assert npz_bytes(ARRAYS) == path.read_bytes()
    assert npz_fault(path) == ""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(place=st.integers(0, len(npz_bytes(ARRAYS)) - 1), flip=st.integers(1, 255))
def test_no_changed_byte_gives_other_arrays(tmp_path: Path, place: int, flip: int) -> None:
    data = bytearray(npz_bytes(ARRAYS))
    data[place] ^= flip
    path = tmp_path / "a.npz"
    path.write_bytes(data)
    try:
        found = read_npz(path)
    except DAMAGED:
        assert npz_fault(path).startswith("it cannot be read (")
        return
    assert_same(found, ARRAYS)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(end=st.integers(0, len(npz_bytes(ARRAYS)) - 1))
def test_no_truncated_file_is_read(tmp_path: Path, end: int) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(npz_bytes(ARRAYS)[:end])
    with pytest.raises(DAMAGED):
        read_npz(path)


def zipped(data: bytes, kind: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", kind) as archive:
        archive.writestr("x.npy", data)
    return buffer.getvalue()


def npy_bytes(array: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    npy.write_array(buffer, array, allow_pickle=True)
    return buffer.getvalue()


def claiming(shape: tuple[int, ...]) -> bytes:
    buffer = io.BytesIO()
    npy.write_array_header_1_0(buffer, {"descr": "<f8", "fortran_order": False, "shape": shape})
    return buffer.getvalue() + bytes(8)


FOREIGN = {
    "no_archive": b"no archive",
    "array_alone": npy_bytes(np.arange(3)),
    "no_array": zipped(b"no array"),
    "empty_member": zipped(b""),
    "compressed": zipped(npy_bytes(np.arange(300)), zipfile.ZIP_DEFLATED),
    "objects": zipped(npy_bytes(np.array([{"a": 1}], dtype=object))),
    "pickle": zipped(pickle.dumps([1])),
    "claims_too_much": zipped(claiming((10**15,))),
    "bytes_left_over": zipped(claiming((0,))),
    "later_version": zipped(npy.magic(9, 0) + bytes(100)),
}


# Named, because an archive's bytes carry the time it was made: as a test's name they would differ
# from one worker to the other.
@pytest.mark.parametrize("data", FOREIGN.values(), ids=FOREIGN)
def test_what_the_store_did_not_write_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(data)
    with pytest.raises(DAMAGED):
        read_npz(path)
    assert npz_fault(path)


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    path, trace = tmp_path / "a.npz", tmp_path / "trace"

    class Harmful:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return Path.touch, (trace,)  # type: ignore[return-value]

    path.write_bytes(zipped(npy_bytes(np.array([Harmful()], dtype=object))))
    with pytest.raises(ValueError, match="objects are not read"):
        read_npz(path)
    assert not trace.exists()
    assert npz_fault(tmp_path / "absent.npz") == ""
