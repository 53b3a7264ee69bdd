"""``hippo-exp llm``: a small language model on this machine."""

from __future__ import annotations

import argparse
import os
import threading

from hippo_exp.cli.parser import examples

EXAMPLES = examples("hippo-exp llm serve", "hippo-exp llm serve --port 8080 --threads 4")


def add_llm_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``llm`` and its subcommands to the command line."""
    llm = commands.add_parser(
        "llm",
        help="serve a small language model on this machine",
        description="A small language model (Gemma 3, 270M parameters) on this machine.",
        epilog=EXAMPLES,
    )
    actions = llm.add_subparsers(dest="action", required=True, metavar="ACTION")
    about = "serve it until Ctrl-C, OpenAI-compatible"
    serve_it = actions.add_parser("serve", help=about, epilog=EXAMPLES)
    serve_it.add_argument("--host", default="127.0.0.1", help="address (default: 127.0.0.1)")
    serve_it.add_argument("--port", type=int, default=8080, help="0 for any free one (8080)")
    cores = max((os.cpu_count() or 2) - 1, 1)
    serve_it.add_argument(
        "--threads", type=int, default=cores, help=f"fewer than idle cores ({cores})"
    )
    serve_it.add_argument("--context", type=int, default=4096, help="tokens of a request (4096)")
    serve_it.add_argument("--parallel", type=int, default=1, help="requests at a time (1)")


def run_llm(options: argparse.Namespace) -> None:
    """Run one subcommand of ``llm``.

    Raises:
        HippoExpError: what keeps the server from starting.
    """
    serve(
        options.host,
        options.port,
        threads=options.threads,
        context=options.context,
        parallel=options.parallel,
    )


def serve(
    host: str,
    port: int,
    *,
    threads: int = 1,
    context: int = 4096,
    parallel: int = 1,
    stop: threading.Event | None = None,
) -> None:
    """Serve the local model until Ctrl-C, or until ``stop`` is set; print where it is.

    Raises:
        MissingExtraError: the extra ``local-llm`` is not installed.
        LLMError: the server does not start.
    """
    from hippo_exp.llm.local_server import local_server

    running = local_server(host, port, threads=threads, context=context, parallel=parallel)
    try:
        with running as server:
            print(f"base URL {server.base_url}  model {server.model}  key none", flush=True)
            print("Ctrl-C stops the server", flush=True)
            (stop or threading.Event()).wait()
    except KeyboardInterrupt:
        print("stopped")
