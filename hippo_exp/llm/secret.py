"""The key of a server: read from the environment, never shown."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from hippo_exp.errors import ConfigError
from hippo_exp.llm.errors import LLMFatalError

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_PLACEHOLDER = "no-key"


class Secret:
    """A key that shows its variable's name and never itself.

    Args:
        variable: the environment variable's name; None for a server without a key.
        environment: where it is looked up; the process's own by default.

    Raises:
        ConfigError: ``variable`` is not a name; it is not shown, as it may be a key.
        LLMFatalError: the variable is not set, or holds what no key can hold.
    """

    def __init__(self, variable: str | None, environment: Mapping[str, str] | None = None) -> None:
        self.variable = variable
        self._value = ""
        if variable is None:
            return
        if not _NAME.match(variable):
            raise ConfigError(
                "not the name of an environment variable (not shown, as it may be a key)",
                where="key_env",
                fix="give the name of the variable that holds the key, such as OPENAI_API_KEY",
            )
        value = (os.environ if environment is None else environment).get(variable, "").strip()
        if not value:
            raise LLMFatalError("no key for the language model", where=variable, fix=self.remedy)
        if not (value.isascii() and value.isprintable()):
            what = "the key holds characters that no key has"
            raise LLMFatalError(what, where=variable, fix=self.remedy)
        self._value = value

    @property
    def remedy(self) -> str:
        """What a user does about a wrong key."""
        if self.variable is None:
            return "the server wants a key: set key_env to the name of the variable that holds it"
        return f"set the environment variable {self.variable} to a valid key"

    def reveal(self) -> str:
        """The key itself, or a placeholder that servers without a key accept."""
        return self._value or _PLACEHOLDER

    def redact(self, text: str) -> str:
        """``text`` without the key."""
        return text.replace(self._value, "[key]") if self._value else text

    def __repr__(self) -> str:
        return f"Secret({self.variable!r})"
