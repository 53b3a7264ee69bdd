"""Gzip whose bytes depend on the data alone."""

from __future__ import annotations

import gzip
import io


def gzip_bytes(data: bytes) -> bytes:
    """``data`` compressed without a name or a time stamp, the same bytes on every Python."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=buffer, mtime=0) as stream:
        stream.write(data)
    return buffer.getvalue()
