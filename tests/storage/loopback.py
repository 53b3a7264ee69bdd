"""A real HTTP server on the loopback interface, with every fault that a mirror can have."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote


@dataclass
class Mirror:
    """What the server has, and how it misbehaves.

    Attributes:
        files: path -> bytes.
        ranges: whether it honours ``Range``.
        cuts: bytes after which the next bodies break off.
        corrupt: number of the next bodies that have a wrong byte.
        statuses: status codes of the next answers, before any file is looked up.
        redirects: path -> path.
        gzip: says ``Content-Encoding: gzip`` and sends it so.
        chunk_delay: seconds between two pieces of a body.
        asked: (path, Range) of each request.
    """

    files: dict[str, bytes]
    ranges: bool = True
    cuts: list[int] = field(default_factory=list)
    corrupt: int = 0
    statuses: list[int] = field(default_factory=list)
    redirects: dict[str, str] = field(default_factory=dict)
    wrong_range: bool = False
    chunk_delay: float = 0.0
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    address: str = ""


@contextmanager
def serve(mirror: Mirror) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            answer(self, mirror)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    mirror.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield mirror.address
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def answer(handler: BaseHTTPRequestHandler, mirror: Mirror) -> None:
    path = unquote(handler.path.partition("127.0.0.1")[0]).lstrip("/")
    if handler.path.startswith("http://"):
        path = unquote(handler.path.split("/", 3)[3])
    wanted = handler.headers.get("Range")
    mirror.asked.append((path, wanted))
    if mirror.statuses:
        _status(handler, mirror.statuses.pop(0))
    elif path in mirror.redirects:
        _status(handler, 302, location=f"/{mirror.redirects[path]}")
    elif path not in mirror.files:
        _status(handler, 404)
    else:
        _send(handler, mirror, mirror.files[path], wanted)


def _status(handler: BaseHTTPRequestHandler, status: int, *, location: str = "") -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", "0")
    if location:
        handler.send_header("Location", location)
    handler.end_headers()


def _send(handler: BaseHTTPRequestHandler, mirror: Mirror, body: bytes, wanted: str | None) -> None:
    start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted else 0
    partial = bool(wanted) and mirror.ranges
    if partial and start >= len(body):
        _status(handler, 416)
        return
    if not partial:
        start = 0
    rest = body[start:]
    if mirror.corrupt:
        mirror.corrupt -= 1
        rest = bytes([rest[0] ^ 1]) + rest[1:]
    handler.send_response(206 if partial else 200)
    if partial:
        first = start - 1 if mirror.wrong_range else start
        handler.send_header("Content-Range", f"bytes {first}-{len(body) - 1}/{len(body)}")
    handler.send_header("Content-Length", str(len(rest)))
    handler.end_headers()
    if mirror.cuts:
        handler.wfile.write(rest[: mirror.cuts.pop(0)])
        handler.wfile.flush()
        handler.close_connection = True
        handler.connection.close()
        return
    _write(handler, rest, mirror.chunk_delay)


def _write(handler: BaseHTTPRequestHandler, rest: bytes, delay: float) -> None:
    step = max(len(rest) // 20, 1) if delay else max(len(rest), 1)
    try:
        for position in range(0, len(rest), step):
            handler.wfile.write(rest[position : position + step])
            handler.wfile.flush()
            time.sleep(delay)
    except (BrokenPipeError, ConnectionResetError):
        handler.close_connection = True
