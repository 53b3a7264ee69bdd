"""Settings of data files: name, origin, what must be known about them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hippo_exp.config.schema.base import FileName, Settings, Text


class FileSettings(Settings):
    """One data file: its name, where it comes from, what must be known about it.

    ``folder`` is that below the data root; None for the data set's own.
    """

    file: FileName
    folder: FileName | None = None
    upstream: Text | None = None
    git_blob_sha1: Text | None = None
    note: Text = ""


Files = Annotated[dict[Text, FileSettings], Field(default_factory=dict)]


class HubSettings(Settings):
    """A public hub copy from which larger samples are built (``hippo-exp data build``).

    ``corpus`` is the layout of the corpus in the release: a list of passages, or an object
    ``title -> [sentence, ...]``.
    """

    repository: Text
    configuration: Text | None = None
    split: Text
    revision: Text
    corpus: Literal["list", "titles"] = "list"
