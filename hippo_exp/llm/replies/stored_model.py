"""A model that looks into the store of replies first, and may be forbidden to call."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import Literal

from hippo_exp.errors import ConfigError, HippoExpError
from hippo_exp.llm.errors import LLMFatalError
from hippo_exp.llm.protocol import ChatModel, ChatReply, ChatRequest
from hippo_exp.llm.replies.store import ReplyStore, reply_key
from hippo_exp.llm.usage import Usage

Mode = Literal["call", "replay"]


class MissingReplyError(LLMFatalError):
    """A reply that a run without calls needs and the store does not have."""


class StoredModel:
    """A :class:`~hippo_exp.llm.protocol.ChatModel` that pays for each request once.

    Threads that ask the same request at the same moment share one call, and its error.

    Args:
        model: is asked for what the store lacks; may be None in mode ``replay``.
        store: where replies are looked up and kept.
        mode: ``call``, or ``replay``, which never calls.

    Attributes:
        paid: what the calls of this object cost.
        reused: what the replies found in the store had cost.
    """

    def __init__(self, model: ChatModel | None, store: ReplyStore, mode: Mode = "call") -> None:
        if model is None and mode == "call":
            fix = "set llm.mode to replay"
            raise ConfigError("no model to call", where="llm.mode call", fix=fix)
        self.store = store
        self.mode = mode
        self.paid = Usage()
        self.reused = Usage()
        self._model = model
        self._lock = threading.Lock()
        self._asked: dict[str, Future[ChatReply]] = {}

    def complete(self, request: ChatRequest) -> ChatReply:
        """The reply, from the store or from the model.

        Raises:
            MissingReplyError: mode ``replay``, and the store has no reply.
            LLMError: what the model raises; nothing is kept then.
        """
        key = reply_key(request)
        while True:
            found = self._found(key)
            if found is not None:
                return found
            with self._lock:
                other = self._asked.get(key)
                mine: Future[ChatReply] | None = None if other else Future()
                if mine is not None:
                    self._asked[key] = mine
            if mine is not None:
                return self._pay(key, request, mine)
            if other is not None:
                try:
                    return other.result()
                except CancelledError:
                    continue

    def missing(self, requests: Iterable[ChatRequest]) -> list[ChatRequest]:
        """The requests without a kept reply, each once, in their order; nothing is called."""
        self.store.refresh()
        wanted = {reply_key(request): request for request in requests}
        return [request for key, request in wanted.items() if key not in self.store]

    def require(self, requests: Iterable[ChatRequest]) -> None:
        """Check that a run without calls can be made.

        Raises:
            MissingReplyError: names how many replies are missing, and the first of them.
        """
        absent = self.missing(requests)
        if absent:
            keys = ", ".join(reply_key(request)[:12] for request in absent[:5])
            more = f" and {len(absent) - 5} more" if len(absent) > 5 else ""
            raise self._absent(f"{len(absent)} replies are not in the store ({keys}{more})")

    def _found(self, key: str) -> ChatReply | None:
        reply = self.store.get(key)
        if reply is not None:
            with self._lock:
                self.reused += Usage.of(reply)
        return reply

    def _pay(self, key: str, request: ChatRequest, promise: Future[ChatReply]) -> ChatReply:
        with self._promised(key, promise):
            reply = self._found(key)  # another thread may have paid since the first look
            if reply is None:
                reply = self._call(key, request)
            promise.set_result(reply)
            return reply

    @contextmanager
    def _promised(self, key: str, promise: Future[ChatReply]) -> Iterator[None]:
        try:
            yield
        except HippoExpError as error:
            promise.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._asked[key]
            promise.cancel()  # no effect on one that has an outcome

    def _call(self, key: str, request: ChatRequest) -> ChatReply:
        if self.mode == "replay" or self._model is None:
            last = " ".join(request.messages[-1].content.split())[:60] if request.messages else ""
            raise self._absent(f"the reply {key[:12]} to {last!r} is not in the store")
        reply = self._model.complete(request)
        with self._lock:
            self.paid += Usage.of(reply)
        return self.store.put(key, reply)

    def _absent(self, what: str) -> MissingReplyError:
        fix = "run once in mode call; model, prompts and parameters must be the same"
        return MissingReplyError(what, where=str(self.store.root), fix=fix)
