"""Settings of the study of surface variety."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hippo_exp.config.schema.base import Names, Settings, Text


class VarietyPoint(Settings):
    """One corpus of the study.

    Attributes:
        id: a row of the experiment.
        overrides: settings of table 5 that make the corpus, for example ``dataset=musique_train``.
        axis: the setting that is varied in a series of such corpora; empty for one by itself.
        value: of that setting.
    """

    id: Text
    overrides: Annotated[tuple[Text, ...], Field(strict=False, min_length=1)]
    axis: Text = ""
    value: float = 0.0


class VarietySettings(Settings):
    """The corpora that are compared.

    Attributes:
        points: in the order of the rows.
        quick_rows: rows that are run with ``variety.quick=true``.
        quick: only those, for a look.
    """

    points: Annotated[tuple[VarietyPoint, ...], Field(strict=False, min_length=1)]
    quick_rows: Names
    quick: bool = False
