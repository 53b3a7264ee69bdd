"""Many requests, a few at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from hippo_exp.errors import ConfigError
from hippo_exp.llm.errors import LLMCallError
from hippo_exp.llm.protocol import ChatModel, ChatReply, ChatRequest

Outcome = ChatReply | LLMCallError


def complete_many(
    model: ChatModel,
    requests: Sequence[ChatRequest],
    concurrency: int = 1,
    on_reply: Callable[[int, Outcome], None] | None = None,
) -> list[Outcome]:
    """The replies, in the order of the requests; a request that failed has its error there.

    The first request goes alone, so that a wrong key or address costs one call. After an error
    that every request would meet no further one is sent; calls under way end first.

    Args:
        model: is asked from several threads.
        requests: any number.
        concurrency: calls at a time.
        on_reply: is told (position, outcome) as outcomes come, in the calling thread.

    Raises:
        LLMFatalError: no request can succeed.
        ConfigError: a concurrency below 1.
    """
    if concurrency < 1:
        raise ConfigError("at least one call at a time", where="concurrency", fix="raise it")
    outcomes: dict[int, Outcome] = {}
    rest = iter(range(len(requests)))
    with ThreadPoolExecutor(concurrency, thread_name_prefix="llm") as pool:
        running: dict[Future[Outcome], int] = {}

        def start(limit: int) -> None:
            for position in _take(rest, limit - len(running)):
                running[pool.submit(_ask, model, requests[position])] = position

        start(1)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in [item for item in running if item in done]:
                position = running.pop(future)
                outcomes[position] = future.result()
                if on_reply is not None:
                    on_reply(position, outcomes[position])
            start(concurrency)
    return [outcomes[position] for position in range(len(requests))]


def _take(positions: Iterator[int], number: int) -> Iterator[int]:
    for _, position in zip(range(number), positions, strict=False):
        yield position


def _ask(model: ChatModel, request: ChatRequest) -> Outcome:
    try:
        return model.complete(request)
    except LLMCallError as error:
        return error
