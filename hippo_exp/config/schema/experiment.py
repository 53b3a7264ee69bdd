"""Settings of an experiment: its rows, measures and statistics."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import Names, Settings, Text

RetrieverName = Literal["bm25", "dense", "hipporag", "hipporag_ensemble"]


class RowSettings(Settings):
    """One row of a table: a retriever and what it changes of the common settings.

    Attributes:
        id: snake_case, used in files and in ``rows=``.
        label: the paper's row name.
        retriever: the retriever, or None for a row whose method does not exist here yet.
        use: options of configuration groups instead of the chosen ones, for example
            ``{encoder: contriever}``.
        set: dotted settings of this row, for example ``{synonymy.enabled: false}``.
        published: whether the paper's row of this id has exactly these settings, so that its
            number may stand beside ours.
        note: said under the table.
        missing: why the row cannot run at all, and what would fill it.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$")]
    label: Text
    retriever: RetrieverName | None
    use: dict[Literal["encoder", "expansion", "synonymy", "openie"], Text] = Field(
        default_factory=dict
    )
    set: dict[str, Any] = Field(default_factory=dict)
    published: bool = False
    note: Text = ""
    missing: Text = ""

    @model_validator(mode="after")
    def _runs_or_says_why_not(self) -> Self:
        if self.retriever is None and not self.missing:
            raise ValueError("a row without a retriever needs its reason in `missing`")
        return self


class ExperimentSettings(Settings):
    """A table: its rows in order and how it is measured."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9_]+$")]
    title: Text
    metrics: Annotated[Names, Field(min_length=1)]
    paper_table: Text | None = None
    baseline: Text | None = None
    layout: Literal["table", "grid", "case_study"] = "table"
    rows: Annotated[tuple[RowSettings, ...], Field(strict=False, min_length=1)]


class EvaluationSettings(Settings):
    """Rounding and statistics."""

    decimals: Annotated[int, Field(ge=1, le=12)] | None
    bootstrap_resamples: Annotated[int, Field(ge=100, le=1_000_000)]
    permutation_resamples: Annotated[int, Field(ge=100, le=1_000_000)]
