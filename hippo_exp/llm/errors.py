"""Errors of asking a language model."""

from __future__ import annotations

from hippo_exp.errors import HippoExpError


class LLMError(HippoExpError):
    """A language model that cannot be asked, or did not answer."""

    exit_code = 8


class LLMCallError(LLMError):
    """One request failed after its retries; the work on other passages goes on."""


class LLMFatalError(LLMError):
    """A fault that every further request would meet: wrong key, empty quota, wrong address."""
