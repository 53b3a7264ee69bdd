"""Words of a command line: a data set, free text, and settings, in any order after the first."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from hippo_exp.config import public

_SETTING = re.compile(r"[+~]*[\w./-]+=")
_PLACES = ("data.root", "cache.root", "dataset.dir")


@dataclass(frozen=True)
class Words:
    """What was typed.

    Attributes:
        dataset: the first word.
        text: the words after it that are no settings, joined by blanks.
        overrides: the settings, that of the data set first.
    """

    dataset: str
    text: str
    overrides: tuple[str, ...]


def read_words(words: Sequence[str]) -> Words:
    """Sort the words: ``NAME=VALUE`` without a blank before the sign is a setting."""
    dataset, rest = words[0], words[1:]
    overrides = [word for word in rest if _SETTING.match(word)]
    text = " ".join(word for word in rest if not _SETTING.match(word))
    if _SETTING.match(dataset):
        return Words(dataset.partition("=")[2], text, (dataset, *overrides))
    return Words(dataset, text, (f"dataset={dataset}", *overrides))


def made_by(name: str, words: Words, options: Sequence[str]) -> str:
    """The command that does the same again, without the settings that say where things are."""
    settings = [
        f"{key}={public(value)}"
        for key, _, value in (text.partition("=") for text in words.overrides[1:])
        if key not in _PLACES
    ]
    if words.dataset == "custom":
        settings.insert(0, "dataset.dir=FOLDER")
    text = [words.text] if words.text else []
    return shlex.join([*("hippo-exp", *name.split()), words.dataset, *text, *settings, *options])
