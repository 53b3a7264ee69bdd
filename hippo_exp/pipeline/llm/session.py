"""The language model of one run: a client for each server, one store of replies, the accounts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from hippo_exp.config.schema import LLMSettings
from hippo_exp.llm import ChatModel, OpenAIClient, Price, ReplyStore, RetryPolicy, StoredModel
from hippo_exp.openie.extract import ChatSettings, ThreadedMap
from hippo_exp.pipeline.llm.prices import price_of
from hippo_exp.pipeline.llm.roles import Role, base_url_of, chat_settings, role_identity
from hippo_exp.pipeline.llm.spending import GuardedModel, Spending

REPLIES = "replies"
"""Folder of the kept replies, below that of the stage outputs."""


@contextmanager
def opened(settings: LLMSettings | None, cache: Path) -> Iterator[LLMSession | None]:
    """The language model of a run until the block ends; None where none is chosen."""
    if settings is None:
        yield None
        return
    with LLMSession(settings, cache) as session:
        yield session


class LLMSession:
    """Models by role; replies are kept below ``cache``.

    Args:
        settings: servers, limits, money.
        cache: folder of stage outputs.
    """

    def __init__(self, settings: LLMSettings, cache: Path) -> None:
        self.settings = settings
        self.store = ReplyStore(cache / REPLIES)
        self.spending = Spending(settings.budget_usd)
        self._clients: dict[str, OpenAIClient] = {}
        self._models: dict[Role, StoredModel] = {}

    def model(self, role: Role) -> StoredModel:
        """The model of a role; what its calls used is counted by itself.

        Raises:
            ConfigError: an address that is none.
            LLMFatalError: the key's variable is not set.
        """
        if role not in self._models:
            inner = self._guarded(role) if self.settings.mode == "call" else None
            self._models[role] = StoredModel(inner, self.store, self.settings.mode)
        return self._models[role]

    def chat(self, role: Role) -> ChatSettings:
        """How a role's requests look."""
        return chat_settings(self.settings, role)

    @property
    def each(self) -> ThreadedMap:
        """Applies a function to many items, as many at a time as the settings allow."""
        return ThreadedMap(self.settings.concurrency)

    def report(self) -> dict[str, Any]:
        """Role -> settings, calls, tokens, seconds and cost, of this run and of kept replies."""
        found: dict[str, Any] = {}
        for role, model in sorted(self._models.items()):
            price = price_of(self.settings, role)
            found[role] = {
                "settings": role_identity(self.settings, role),
                "paid": asdict(model.paid) | {"usd": model.paid.usd(price) if price else None},
                "reused": asdict(model.reused),
            }
        return found

    def close(self) -> None:
        """Bring the replies to the disk and close the connections."""
        self.store.close()
        for client in self._clients.values():
            client.close()

    def __enter__(self) -> LLMSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _guarded(self, role: Role) -> ChatModel:
        price = price_of(self.settings, role) or Price(
            0.0, 0.0
        )  # unknown prices are refused before
        return GuardedModel(self._client(base_url_of(self.settings, role)), price, self.spending)

    def _client(self, base_url: str) -> OpenAIClient:
        if base_url not in self._clients:
            self._clients[base_url] = OpenAIClient(
                base_url=base_url,
                key_env=self.settings.key_env,
                timeout=self.settings.timeout,
                retry=RetryPolicy(attempts=self.settings.attempts),
                limit_field=self.settings.limit_field,
            )
        return self._clients[base_url]
