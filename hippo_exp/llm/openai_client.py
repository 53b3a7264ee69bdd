"""A server with the chat-completions protocol, asked with the ``openai`` package."""

from __future__ import annotations

import random
import socket
import time
import warnings
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from hippo_exp.errors import ConfigError
from hippo_exp.llm.address import call_url, normalize_base_url, not_found_hint
from hippo_exp.llm.errors import LLMCallError, LLMError, LLMFatalError
from hippo_exp.llm.faults import Action, NoReplyError, status_fault
from hippo_exp.llm.protocol import ChatMessage, ChatReply, ChatRequest, ReplyFormat
from hippo_exp.llm.retry import RetryPolicy
from hippo_exp.llm.secret import Secret
from hippo_exp.llm.wire import LimitField, payload, read_reply

if TYPE_CHECKING:
    from openai import OpenAI

_SIMPLER: dict[ReplyFormat, ReplyFormat] = {"json_schema": "json_object", "json_object": "text"}
_AGAIN = (Action.RETRY, Action.RETRY_THEN_STOP)


class OpenAIClient:
    """A :class:`~hippo_exp.llm.protocol.ChatModel` behind an OpenAI-compatible server.

    After a fault that every request would meet, all further requests fail with it, without a call.
    A reply format that the server refuses (HTTP 400 about ``response_format``) is not asked for
    again: ``json_schema`` becomes ``json_object``, that becomes plain text, with a warning, and
    each reply says which one was used.

    Args:
        base_url: usually ends in ``/v1``; see :func:`~hippo_exp.llm.address.normalize_base_url`.
        key_env: name of the environment variable with the key; None for a server without one.
        timeout: seconds without a sign of the server, per call.
        retry: how often a call is tried.
        rng: of the jitter; its own by default.
        sleep: waits between two tries.
        limit_field: name under which the server takes the limit of tokens.

    Raises:
        ConfigError: an address, a name or a timeout that cannot be.
        LLMFatalError: the variable of the key is not set.
    """

    def __init__(
        self,
        *,
        base_url: str,
        key_env: str | None,
        timeout: float = 120.0,
        retry: RetryPolicy | None = None,
        rng: random.Random | None = None,
        sleep: Callable[[float], None] = time.sleep,
        limit_field: LimitField = "max_tokens",
    ) -> None:
        if not 0 < timeout < float("inf"):
            raise ConfigError("the timeout must be positive", where="timeout", fix="give seconds")
        self.base_url = normalize_base_url(base_url)
        self._secret = Secret(key_env)
        self._retry = retry or RetryPolicy()
        self._rng = rng or random.Random()
        self._sleep = sleep
        self._limit_field = limit_field
        self._refused: tuple[ReplyFormat, ...] = ()
        self._fatal: LLMFatalError | None = None
        self._client = _connect(self.base_url, self._secret, timeout)

    @property
    def refused_formats(self) -> tuple[ReplyFormat, ...]:
        """The formats that the server has refused, in the order of refusal."""
        return self._refused

    def complete(self, request: ChatRequest) -> ChatReply:
        """The reply; see :class:`~hippo_exp.llm.protocol.ChatModel`.

        Raises:
            LLMCallError: this request failed after all retries.
            LLMFatalError: no request can succeed.
        """
        failures = 0
        while True:
            if self._fatal is not None:
                raise _again(self._fatal)
            reply_format = self._format_for(request.format)
            try:
                return self._call(request, reply_format)
            except NoReplyError as fault:
                if fault.action is Action.DROP_FORMAT and reply_format != "text":
                    self._refuse(reply_format, fault)
                    continue
                failures += 1
                if fault.action not in _AGAIN or failures >= self._retry.attempts:
                    raise self._error(fault, request, failures) from self._cause(fault)
                wait = self._retry.delay(failures, fault.retry_after, self._rng)
            self._sleep(wait)

    def probe(self, model: str) -> ChatReply:
        """One small call that shows whether address, key and model are right.

        Raises:
            LLMError: as :meth:`complete`.
        """
        turn = ChatMessage("user", "Say yes.")
        return self.complete(
            ChatRequest(model=model, messages=(turn,), temperature=0.0, seed=None, max_tokens=16)
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def __enter__(self) -> OpenAIClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _call(self, request: ChatRequest, reply_format: ReplyFormat) -> ChatReply:
        """One call.

        Raises:
            NoReplyError: it brought no reply.
        """
        import openai

        started = time.perf_counter()
        try:
            answer = self._client.chat.completions.with_raw_response.create(
                **payload(request, reply_format, self._limit_field)
            )
        except openai.APIStatusError as error:
            body, wait = error.response.text, error.response.headers.get("retry-after")
            raise status_fault(error.status_code, self._secret.redact(body), wait) from error
        except openai.APITimeoutError as error:
            raise NoReplyError(Action.RETRY, "the server did not answer in time") from error
        except openai.APIConnectionError as error:
            raise _connection_fault(error) from error
        except UnicodeError as error:  # half a surrogate pair in the prompt
            raise NoReplyError(Action.GIVE_UP, f"the prompt is not Unicode ({error})") from error
        seconds = time.perf_counter() - started
        return read_reply(self._secret.redact(answer.http_response.text), seconds, reply_format)

    def _format_for(self, wanted: ReplyFormat) -> ReplyFormat:
        while wanted in self._refused:
            wanted = _SIMPLER[wanted]
        return wanted

    def _refuse(self, refused: ReplyFormat, fault: NoReplyError) -> None:
        if refused in self._refused:
            return
        self._refused = (*self._refused, refused)
        warnings.warn(
            f"{self.base_url} refuses replies of format {refused} ({fault}); "
            f"{self._format_for(refused)} is used instead",
            stacklevel=3,
        )

    def _error(self, fault: NoReplyError, request: ChatRequest, failures: int) -> LLMError:
        where = f"POST {call_url(self.base_url)}, model {request.model}"
        if fault.action is Action.GIVE_UP or fault.action is Action.DROP_FORMAT:
            return LLMCallError(fault.what, where=where, fix="see what the server says")
        if fault.action is Action.RETRY:
            what = f"no reply after {failures} tries; the last: {fault.what}"
            fix = "run again later: the replies so far are kept; or lower the concurrency"
            return LLMCallError(what, where=where, fix=fix)
        fixes = {
            Action.WRONG_KEY: f"{self._secret.remedy}, and check the account's quota",
            Action.NOT_FOUND: not_found_hint(self.base_url),
            Action.RETRY_THEN_STOP: "start the server, or mend base_url",
        }
        self._fatal = LLMFatalError(fault.what, where=where, fix=fixes[fault.action])
        return self._fatal

    def _cause(self, fault: NoReplyError) -> BaseException:
        """The original error, unless its text holds the key."""
        cause = fault.__cause__ or fault
        clean = self._secret.redact(str(cause)) == str(cause)
        return cause if clean else NoReplyError(fault.action, fault.what)


def _connect(base_url: str, secret: Secret, timeout: float) -> OpenAI:
    from openai import OpenAI

    return OpenAI(base_url=base_url, api_key=secret.reveal(), timeout=timeout, max_retries=0)


def _connection_fault(error: BaseException) -> NoReplyError:
    """A connection that broke (which may pass), or a server that is not there."""
    reason = error
    while True:
        if isinstance(reason, ConnectionRefusedError | socket.gaierror):
            return NoReplyError(Action.RETRY_THEN_STOP, f"no server answers there ({reason})")
        deeper = reason.__cause__ or reason.__context__
        if deeper is None:
            break
        reason = deeper
    return NoReplyError(
        Action.RETRY, f"the connection broke ({str(reason) or type(reason).__name__})"
    )


def _again(error: LLMFatalError) -> LLMFatalError:
    return LLMFatalError(error.what, where=error.where, fix=error.fix)
