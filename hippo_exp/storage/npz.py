"""Named arrays in one ``.npz`` file, of which every byte is checked when it is read."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[np.generic]]
"""What a stage leaves: named arrays of plain dtypes (nothing is pickled)."""

DAMAGED = (
    *(EOFError, ValueError, TypeError, KeyError, OverflowError),
    RuntimeError,  # NotImplementedError among them
    *(zipfile.BadZipFile, zlib.error, struct.error),
)
"""What reading a damaged file raises, besides OSError."""

_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
_HEADER_BYTES = 1 << 16
_CHUNK = 1 << 20


def npz_bytes(arrays: Arrays, label: str = "") -> bytes:
    """The arrays as an uncompressed ``.npz``, the same bytes for the same arrays and label.

    Args:
        arrays: what is kept.
        label: whose arrays they are (ASCII); the archive's comment.

    Raises:
        ValueError: an array of objects, which would be pickled.
    """
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.comment = label.encode("ascii")
    return buffer.getvalue()


def read_npz(path: Path, label: str = "") -> dict[str, NDArray[np.generic]]:
    """The arrays of a file that :func:`npz_bytes` made.

    A member's checksum is compared before its header is looked at, and nothing larger than the
    file itself is allocated.

    Raises:
        OSError: the file cannot be read.
        one of ``DAMAGED``: it holds something else, or what another label stands for, or arrays of
            objects.
    """
    with path.open("rb") as stream, zipfile.ZipFile(stream) as archive:
        if archive.comment != label.encode("ascii"):
            raise ValueError("it was kept under another name")
        whole = path.stat().st_size
        return {
            info.filename.removesuffix(".npy"): _array(_contents(archive, info, whole))
            for info in archive.infolist()
        }


def npz_fault(path: Path, label: str = "") -> str:
    """Why a file cannot be read by :func:`read_npz`; empty where it can, or is not there."""
    try:
        read_npz(path, label)
    except FileNotFoundError:
        return ""
    except (OSError, *DAMAGED) as error:
        return f"it cannot be read ({error})"
    return ""


def _contents(archive: zipfile.ZipFile, info: zipfile.ZipInfo, whole: int) -> NDArray[np.uint8]:
    """(file_size,) the bytes of a member, which the archive compares with its checksum."""
    if info.compress_type != zipfile.ZIP_STORED or info.file_size > whole:
        raise ValueError("not an archive as it was written")
    raw = np.empty(info.file_size, dtype=np.uint8)
    view, filled = memoryview(raw.data), 0
    with cast(zipfile.ZipExtFile, archive.open(info)) as member:
        while filled < len(view):
            read = member.readinto(view[filled : filled + _CHUNK])
            if not read:
                raise EOFError(f"{info.filename} ends early")
            filled += read
    return raw


def _array(raw: NDArray[np.uint8]) -> NDArray[np.generic]:
    """The array whose ``.npy`` form is ``raw``, sharing its memory."""
    head = io.BytesIO(raw[:_HEADER_BYTES].tobytes())
    version = npy.read_magic(head)
    if version not in _HEADERS:
        raise ValueError(f"arrays of format {version} are not read")
    shape, fortran, dtype = _HEADERS[version](head)
    if dtype.hasobject:
        raise ValueError("objects are not read")
    flat = raw[head.tell() :].view(dtype)
    return flat.reshape(shape[::-1]).T if fortran else flat.reshape(shape)
