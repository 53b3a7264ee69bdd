"""Prompts: text files with the turns of a conversation and places to fill in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from hippo_exp.errors import ConfigError
from hippo_exp.llm import ChatMessage
from hippo_exp.storage import digest_json
from hippo_exp.text import did_you_mean

Role = Literal["system", "user", "assistant"]

PLACEHOLDERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ner": ("passage",),
        "triples": ("passage", "entities"),
        "query_ner": ("question",),
        "repair": ("problem", "layout"),
        "ircot_thought": ("demonstrations", "passages", "question", "thoughts"),
        "qa": ("demonstrations", "passages", "question"),
    }
)
"""Prompt -> the placeholders that its file must hold, each at least once, and no others."""

_ROLES: Mapping[str, Role] = {"[system]": "system", "[user]": "user", "[assistant]": "assistant"}
_PLACE = re.compile(r"\{(\{[A-Za-z_]\w*\})\}|\{([A-Za-z_]\w*)\}")


@dataclass(frozen=True)
class Prompt:
    """A prompt, read and checked.

    Attributes:
        kind: see ``PLACEHOLDERS``.
        turns: with the placeholders in them.
        digest: SHA-256 over the turns; the file's name does not count.
    """

    kind: str
    turns: tuple[ChatMessage, ...]
    digest: str

    def render(self, **values: str) -> tuple[ChatMessage, ...]:
        """The conversation, every placeholder replaced once; braces in a value stay as they are.

        Raises:
            ConfigError: a value is missing, or one is given that the prompt has no place for.
        """
        wanted = PLACEHOLDERS[self.kind]
        if sorted(values) != sorted(wanted):
            raise ConfigError(
                f"the prompt takes {', '.join(wanted)} and got {', '.join(sorted(values)) or '-'}",
                where=f"prompt {self.kind}",
                fix="give one value for each placeholder",
            )

        def fill(match: re.Match[str]) -> str:
            return match[1] or values[match[2]]

        return tuple(
            ChatMessage(turn.role, _PLACE.sub(fill, turn.content).strip()) for turn in self.turns
        )


def load_prompt(kind: str, path: Path | None = None) -> Prompt:
    """Read a prompt: the project's own, or one in its place.

    A line ``[system]``, ``[user]`` or ``[assistant]`` opens a turn; the last turn is the user's.
    ``{name}`` is a placeholder (letters, digits, underscores); ``{{name}}`` stands for ``{name}``
    itself; other braces, as in JSON, are plain text.

    Args:
        kind: a key of ``PLACEHOLDERS``.
        path: a file of one's own; None for the project's.

    Raises:
        ConfigError: an unknown kind, an unreadable file, turns out of order, or placeholders that
            are unknown or missing.
    """
    if kind not in PLACEHOLDERS:
        fix = did_you_mean(kind, PLACEHOLDERS, all_of="there are")
        raise ConfigError(f"unknown prompt {kind!r}", where="prompt", fix=fix)
    where = str(path) if path is not None else f"prompt {kind}"
    turns = _turns(prompt_text(f"{kind}.txt", path), where)
    found = [match[2] for turn in turns for match in _PLACE.finditer(turn.content) if match[2]]
    wanted = PLACEHOLDERS[kind]
    unknown = next((name for name in found if name not in wanted), None)
    if unknown is not None:
        fix = did_you_mean(unknown, wanted, all_of="there are")
        raise ConfigError(
            f"unknown placeholder {{{unknown}}}", where=where, fix=f"{fix}; {{{{…}}}} is text"
        )
    missing = [name for name in wanted if name not in found]
    if missing:
        what = f"the placeholder {{{missing[0]}}} is missing"
        raise ConfigError(what, where=where, fix="put it where its value shall stand")
    return Prompt(kind, turns, digest_json(turns))


def prompt_text(name: str, path: Path | None) -> str:
    """The text of a file of one's own, or of the project's file ``name``.

    Raises:
        ConfigError: the file cannot be read.
    """
    if path is None:
        file = resources.files("hippo_exp.openie").joinpath("prompts", name)
        return file.read_text(encoding="utf-8")
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        what = f"cannot be read ({error.strerror})"
        raise ConfigError(what, where=str(path), fix="check the path of the prompt") from error
    except UnicodeDecodeError as error:
        raise ConfigError("not UTF-8", where=str(path), fix="save the file as UTF-8") from error


def _turns(text: str, where: str) -> tuple[ChatMessage, ...]:
    roles: list[Role] = []
    contents: list[list[str]] = []
    for line in text.splitlines():
        if line.strip() in _ROLES:
            roles.append(_ROLES[line.strip()])
            contents.append([])
        elif contents:
            contents[-1].append(line)
        elif line.strip():
            fix = "begin with a line [system] or [user]"
            raise ConfigError("text before the first turn", where=where, fix=fix)
    talk = roles[1:] if roles[:1] == ["system"] else roles
    if not talk or any(role != ("user", "assistant")[at % 2] for at, role in enumerate(talk)):
        raise ConfigError(
            f"the turns are {', '.join(roles) or 'none'}",
            where=where,
            fix="write at most one [system] first, then [user] and [assistant] by turns",
        )
    if talk[-1] != "user":
        raise ConfigError("the last turn is not the user's", where=where, fix="end with [user]")
    return tuple(
        ChatMessage(role, "\n".join(lines).strip())
        for role, lines in zip(roles, contents, strict=True)
    )
