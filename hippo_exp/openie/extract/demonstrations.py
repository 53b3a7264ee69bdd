"""Demonstrations of multi-step reasoning, in the layout of IRCoT's files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.errors import ConfigError
from hippo_exp.openie.extract.prompts import prompt_text
from hippo_exp.types import Passage

_BLOCK = re.compile(r"^# METADATA:.*$", re.MULTILINE)
_PARTS = re.compile(r"\A(?P<passages>.*?)^Q:(?P<question>.*?)^A:(?P<answer>.*)\Z", re.M | re.S)
TITLE_MARK = "Wikipedia Title: "


@dataclass(frozen=True, slots=True)
class Demonstration:
    """One worked example.

    Attributes:
        passages: its passages, each opened by a title line.
        question: the question.
        reasoning: the chain of thoughts, closed by "So the answer is: …".
    """

    passages: str
    question: str
    reasoning: str

    def __str__(self) -> str:
        return f"{self.passages}\n\nQuestion: {self.question}\nThought: {self.reasoning}"


def load_demonstrations(path: Path | None = None, limit: int = 1) -> tuple[Demonstration, ...]:
    """The first demonstrations of a file (official behaviour, rows 21 and 22: one).

    Each begins with a line ``# METADATA: …``; then passages, a line ``Q: …``, a line ``A: …``.
    Other lines that begin with ``#`` are comments.

    Args:
        path: for example IRCoT's file of a data set; None for the project's own.
        limit: number of demonstrations, at least 0; a file may hold fewer.

    Raises:
        ConfigError: the file is unreadable or holds none, or one of those asked for lacks a part.
    """
    where = str(path) if path is not None else "demonstrations"
    blocks = _BLOCK.split(prompt_text("demonstrations.txt", path))[1:]
    if not blocks:
        fix = "begin each demonstration with a line '# METADATA: {}'"
        raise ConfigError("the file holds no demonstration", where=where, fix=fix)
    found = []
    for number, block in enumerate(blocks[:limit], start=1):
        lines = [line for line in block.split("\n") if not line.startswith("#")]
        match = _PARTS.match("\n".join(lines))
        if match is None:
            raise ConfigError(
                f"demonstration {number} lacks its question or its answer",
                where=where,
                fix="write the passages, then a line 'Q: …' and a line 'A: …'",
            )
        parts = {name: text.strip() for name, text in match.groupdict().items()}
        found.append(Demonstration(parts["passages"], parts["question"], parts["answer"]))
    return tuple(found)


def show_demonstrations(demonstrations: Sequence[Demonstration]) -> str:
    """Their text, as it stands in a prompt."""
    return "\n\n".join(map(str, demonstrations))


def show_passages(passages: Sequence[Passage]) -> str:
    """Passages as the demonstrations show theirs: a title line, then the text."""
    return "\n\n".join(
        f"{TITLE_MARK}{passage.title}\n{passage.text}" if passage.title else passage.text
        for passage in passages
    )
