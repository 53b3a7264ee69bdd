"""The process of the local server: prints its address, and ends when its parent does.

Its only argument is a JSON object: path, name, host, port, threads, context, parallel.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Mapping
from typing import Any


def main() -> None:
    """Serve until the standard input is closed, as it is when the parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    server = start(json.loads(sys.argv[1]))
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)  # the server's destructor may wait for ever on an idle server


def start(settings: Mapping[str, Any]) -> Any:
    """A server that listens and whose model is loaded.

    Raises:
        RuntimeError: it cannot listen there, or load the model.
    """
    from xllamacpp import CommonParams, Server

    parameters = CommonParams()
    parameters.model.path = settings["path"]
    parameters.model_alias = {settings["name"]}
    parameters.hostnames = [settings["host"]]
    parameters.port = settings["port"]
    parameters.n_ctx = settings["context"] * settings["parallel"]
    parameters.n_parallel = settings["parallel"]
    parameters.cpuparams.n_threads = settings["threads"]
    parameters.cpuparams_batch.n_threads = settings["threads"]
    parameters.warmup = False
    parameters.ui = False
    parameters.verbosity = 0
    return Server(parameters)


if __name__ == "__main__":
    main()
