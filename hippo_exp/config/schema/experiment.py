"""Settings of an experiment: its rows, measures and statistics."""

from __future__ import annotations

from operator import not_
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from hippo_exp.config.schema.base import Fixed, Names, Settings, Text, fault, is_none
from hippo_exp.config.schema.presets import PresetName
from hippo_exp.config.schema.quality import ScoredSettings
from hippo_exp.config.schema.retrievers import SearcherName
from hippo_exp.text import did_you_mean

_OWN = Fixed(
    "it is part of configs/experiment/NAME.yaml: choose rows with rows=[a,b], or add an experiment"
)

Layout = Literal[
    "table",
    "grid",
    "case_study",
    "statistics",
    "errors",
    "passage_mass",
    "openie_quality",
    "classes",
    "maintenance",
    "index_watch",
    "variety",
    "online_cost",
    "index_cost",
    "break_even",
]
"""What an experiment makes of its rows."""
COST_LAYOUTS: tuple[Layout, ...] = ("online_cost", "index_cost", "break_even")
"""Those about calls, tokens, money and time."""
RetrieverName = SearcherName | Literal["ircot", "no_retrieval"]
"""``ircot`` searches with an inner retriever; ``no_retrieval`` gives a reader no passage."""


Sought = Literal["gold", "answer"]
"""What a table looks for: all gold passages of a question, or those that name its answer."""


def _is_all(value: object) -> bool:
    return value == "gold"


def _is_empty(value: object) -> bool:
    return not value


class ChooseSettings(Settings):
    """Rows of which each question's is chosen on the questions of other folds, by a metric.

    Without ``folds`` all questions take the row that is best on all of them: the best in hindsight.
    """

    rows: Annotated[Names, Field(min_length=2)]
    metric: Text
    folds: Annotated[int, Field(ge=2, le=1000)] | None


class RowSettings(Settings):
    """One row of a table: a retriever and what it changes of the common settings.

    Attributes:
        id: snake_case, used in files and in ``rows=``.
        label: the paper's row name.
        retriever: the retriever, or None for a row whose method does not exist here yet.
        inner: the retriever that ``ircot`` searches with.
        choose: takes each question's ranking from one of these rows, chosen on other questions.
        use: options of configuration groups instead of the chosen ones, for example
            ``{encoder: contriever}``.
        set: dotted settings of this row, for example ``{synonymy.enabled: false}``.
        published: whether the paper's row of this id has exactly these settings, so that its
            number may stand beside ours.
        note: said under the table.
        near: whether the paper's row differs in what no setting says, as ``note`` tells; then even
            a strict run does not require its counts.
        preset: the one preset under which the row is there; None for all.
        missing: why the row cannot run at all, and what would fill it.
        needs: what sort of thing is missing; None for code that is not written.
        model: the language model that a row about cost is of; None for the chosen one.
        score: what a row about the quality of an extraction is scored on.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$")]
    label: Text
    retriever: RetrieverName | None
    inner: Annotated[SearcherName | None, Field(exclude_if=is_none)] = None
    choose: Annotated[ChooseSettings | None, Field(exclude_if=is_none)] = None
    use: dict[Literal["encoder", "expansion", "synonymy", "openie"], Text] = Field(
        default_factory=dict
    )
    set: dict[str, Any] = Field(default_factory=dict)
    published: bool = False
    note: Text = ""
    near: Annotated[bool, Field(exclude_if=not_)] = False
    preset: Annotated[PresetName | None, Field(exclude_if=is_none)] = None
    missing: Text = ""
    needs: Annotated[Literal["llm"] | None, Field(exclude_if=is_none)] = None
    model: Annotated[Text | None, Field(exclude_if=is_none)] = None
    score: Annotated[ScoredSettings | None, Field(exclude_if=is_none)] = None

    @model_validator(mode="after")
    def _runs_or_says_why_not(self) -> Self:
        if self.retriever is None and not self.missing:
            what = f"the row {self.id} has no retriever and no reason"
            raise fault(what, where="missing", fix="say under missing why it cannot run")
        if (self.retriever == "ircot") != (self.inner is not None):
            what = f"the row {self.id} has {'no' if self.inner is None else 'an'} inner retriever"
            raise fault(what, where="inner", fix="ircot rows have one, and no others")
        return self

    @property
    def searcher(self) -> SearcherName | None:
        """What searches: the inner retriever of ``ircot``, else the retriever."""
        if self.retriever == "ircot" or self.retriever == "no_retrieval":
            return self.inner
        return self.retriever

    @property
    def method(self) -> str:
        """Name of the whole method, for example ``ircot(bm25)``; ``none`` where there is none."""
        return f"ircot({self.inner})" if self.inner else self.retriever or "none"


class ExperimentSettings(Settings):
    """A table: its rows in order and how it is measured.

    ``paper_encoder`` names the encoder of the paper's table, where the rows take the chosen one.
    ``sought``: all gold passages of a question, or those that name its answer. ``by_hops``:
    whether files with the same numbers by number of hops are left beside the table. ``against``:
    further baseline -> the rows that are compared with it, a family of tests by itself.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9_]+$"), _OWN]
    title: Annotated[Text, _OWN]
    metrics: Annotated[Names, Field(min_length=1)]
    paper_table: Annotated[Text | None, _OWN] = None
    baseline: Text | None = None
    against: Annotated[dict[Text, Names], Field(exclude_if=_is_empty), _OWN] = Field(
        default_factory=dict
    )
    layout: Annotated[Layout, _OWN] = "table"
    paper_encoder: Annotated[Text | None, _OWN] = None
    sought: Annotated[Sought, Field(exclude_if=_is_all), _OWN] = "gold"
    by_hops: Annotated[bool, Field(exclude=True), _OWN] = False
    rows: Annotated[tuple[RowSettings, ...], Field(strict=False, min_length=1), _OWN]

    @property
    def is_about_cost(self) -> bool:
        """Whether its numbers are of calls, tokens, money and time."""
        return self.layout in COST_LAYOUTS

    @model_validator(mode="after")
    def _rows_and_baseline_fit(self) -> Self:
        ids = [row.id for row in self.rows]
        twice = [name for name in dict.fromkeys(ids) if ids.count(name) > 1]
        if twice:
            fix = "give each row an id of its own"
            raise fault(f"two rows are named {twice[0]}", where="rows", fix=fix)
        if self.baseline is not None and self.baseline not in ids:
            fix = f"{did_you_mean(self.baseline, ids, all_of='the rows are')}; or null for none"
            raise fault(f"no row is named {self.baseline!r}", where="baseline", fix=fix)
        for name in [*self.against, *(row for rows in self.against.values() for row in rows)]:
            if name not in ids:
                fix = did_you_mean(name, ids, all_of="the rows are")
                raise fault(f"no row is named {name!r}", where="against", fix=fix)
        return self


class EvaluationSettings(Settings):
    """Rounding and statistics."""

    decimals: Annotated[int, Field(ge=1, le=12)] | None
    bootstrap_resamples: Annotated[int, Field(ge=100, le=1_000_000)]
    permutation_resamples: Annotated[int, Field(ge=100, le=1_000_000)]
