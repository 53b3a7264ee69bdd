"""A real HTTP server on the loopback interface that speaks the chat-completions protocol.

It answers from a script, one step a call, and then, when the script is used up, with a good reply.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def chat_body(text: str | None, *, finish_reason: str = "stop", **more: object) -> bytes:
    """The body of a good reply; 7 prompt tokens and 3 of the reply."""
    message = {"role": "assistant", "content": text}
    value = {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "served-model",
        "system_fingerprint": "fp_1",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
        **more,
    }
    return json.dumps(value).encode()


def error_body(message: str, *, code: str | None = None, kind: str | None = None) -> bytes:
    return json.dumps({"error": {"message": message, "code": code, "type": kind}}).encode()


@dataclass
class Step:
    """One answer.

    Attributes:
        status: HTTP status.
        body: sent as it is.
        headers: sent besides the usual ones.
        delay: seconds before the answer.
        reset: break the connection instead of answering.
        cut: bytes of the body that are sent before the connection closes; None for all.
    """

    status: int = 200
    body: bytes = field(default_factory=lambda: chat_body("ok"))
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    reset: bool = False
    cut: int | None = None


@dataclass
class Script:
    """What the server does, and what it was asked.

    Attributes:
        steps: the next answers.
        answer: text of a good reply, from the request's body, when the steps are used up.
        delay: seconds before each good reply.
        bodies: of all calls, in the order in which they came.
        headers: of all calls, names in lower case.
        paths: of all calls.
        most_at_once: calls that were under way at the same time, at most.
    """

    steps: list[Step] = field(default_factory=list)
    answer: Callable[[dict[str, Any]], str] = lambda body: f"re: {body['messages'][-1]['content']}"
    delay: float = 0.0
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    most_at_once: int = 0
    base_url: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)
    under_way: int = 0

    @property
    def calls(self) -> int:
        return len(self.bodies)

    def prompts(self) -> list[str]:
        """The last message of each call."""
        return [body["messages"][-1]["content"] for body in self.bodies]


@contextmanager
def scripted_server(script: Script) -> Iterator[Script]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            _handle(self, script)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that was killed has left; nothing is printed about it."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    script.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handle(handler: BaseHTTPRequestHandler, script: Script) -> None:
    raw = handler.rfile.read(int(handler.headers["Content-Length"]))
    body = json.loads(raw)
    with script.lock:
        script.bodies.append(body)
        script.headers.append({k.lower(): v for k, v in handler.headers.items()})
        script.paths.append(handler.path)
        script.under_way += 1
        script.most_at_once = max(script.most_at_once, script.under_way)
        step = script.steps.pop(0) if script.steps else None
    try:
        if handler.path != "/v1/chat/completions":
            _send(handler, Step(404, b"not found"))
        elif step is None:
            _send(handler, Step(body=chat_body(script.answer(body)), delay=script.delay))
        else:
            _send(handler, step)
    finally:
        with script.lock:
            script.under_way -= 1


def _send(handler: BaseHTTPRequestHandler, step: Step) -> None:
    time.sleep(step.delay)
    if step.reset:
        linger = struct.pack("ii", 1, 0)
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        handler.close_connection = True
        handler.connection.close()
        return
    handler.send_response(step.status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(step.body)))
    for name, value in step.headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(step.body if step.cut is None else step.body[: step.cut])
    if step.cut is not None:
        handler.close_connection = True
