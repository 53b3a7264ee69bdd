"""Prompts and demonstrations of multi-step retrieval and of reading, as the settings name them."""

from __future__ import annotations

from pathlib import Path

from hippo_exp.config import absolute, data_root
from hippo_exp.config.schema import IRCoTSettings, ReaderSettings, RetrievalSettings
from hippo_exp.errors import ConfigError, DataError
from hippo_exp.openie.extract import Demonstration, Prompt, load_demonstrations, load_prompt

_PART = "ircot_prompt"
"""The released demonstrations among a data set's extras."""


def prompt_of(kind: str, path: str | None, setting: str) -> Prompt:
    """The project's prompt, or the file of a setting.

    Raises:
        ConfigError: a file that is no such prompt.
    """
    return load_prompt(kind, absolute(path, setting) if path is not None else None)


def demonstrations_of(
    settings: RetrievalSettings, options: IRCoTSettings | ReaderSettings
) -> tuple[Demonstration, ...]:
    """The demonstrations that the settings choose.

    Raises:
        ConfigError: a file without demonstrations, or a data set without released ones.
        DataError: the released file is not there.
    """
    group = "ircot" if isinstance(options, IRCoTSettings) else "reader"
    chosen, setting = options.demonstrations_from, f"{group}.demonstrations_from"
    if chosen == "project":
        return load_demonstrations(None, options.demonstrations)
    if chosen == "release":
        return load_demonstrations(_released(settings, setting), options.demonstrations)
    path = absolute(chosen, setting)
    return load_demonstrations(path, options.demonstrations)


def _released(settings: RetrievalSettings, setting: str) -> Path:
    name, entry = settings.dataset.name, settings.dataset.extras.get(_PART)
    if entry is None:
        raise ConfigError(
            f"the release has no demonstrations for {name}",
            where=f"{setting}=release",
            fix="choose project, or the path of a file",
        )
    root = data_root(settings.data.root)
    path = root / (entry.folder or settings.dataset.folder or name) / entry.file
    if not path.is_file():
        fix = f"hippo-exp data fetch {name} --parts {_PART}"
        raise DataError("the released demonstrations are missing", where=str(path), fix=fix)
    return path
