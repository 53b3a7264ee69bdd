"""What the paper says about exactly the data and settings of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hippo_exp.config import config_folder, load_settings, row_settings
from hippo_exp.config.schema import RetrievalSettings, SupportingFactsSettings
from hippo_exp.pipeline.differences import differences, sentence
from hippo_exp.pipeline.planning.plan import PlannedRow
from hippo_exp.pipeline.retrievers.identity import measured_identity
from hippo_exp.pipeline.source.counts import check_counts, paper_counts
from hippo_exp.pipeline.source.sampled import partial_of
from hippo_exp.reporting import PaperColumn, load_paper_table
from hippo_exp.types import Dataset

PAPER_LLM = "openai"
"""The configuration of the paper's language model."""


@dataclass(frozen=True)
class Published:
    """The paper's side of a table.

    Attributes:
        cells: numbers of the rows whose settings are the paper's; None when the data are not.
        effects: numbers of the rows whose method is the paper's but for the encoder: an ablation's
            effect may be set beside the paper's though the encoder differs.
        reason: why there is no number, where there is none.
        row_reasons: row -> how its settings differ from those of the paper's row of this id.
    """

    cells: PaperColumn | None
    effects: PaperColumn | None
    reason: str
    row_reasons: Mapping[str, str] = field(default_factory=dict)


def published(
    settings: RetrievalSettings, dataset: Dataset, planned: Sequence[PlannedRow]
) -> Published:
    """The paper's numbers for this run, or why they do not apply.

    A number stands beside ours only where the data set, the scoring and the row's method are those
    of the configuration as shipped and the questions and passages are as many as the paper's.
    """
    table = settings.experiment.paper_table
    column = settings.dataset.paper
    if table is None:
        return Published(None, None, "no published value for this experiment")
    if column is None:
        reason = f"no published value: {dataset.name} is not in the paper's tables"
        return Published(None, None, reason)
    if partial_of(dataset) or _of_one_gold_source(settings):
        return Published(None, None, "a part of the questions; the paper's value is for all")
    shipped = _shipped(settings)
    faults = check_counts(dataset, paper_counts(column))
    if shipped is None or faults:
        reason = _other_data(settings) if shipped is None else faults[0].what
        return Published(None, None, f"no published value: {reason}")
    paper = load_paper_table(config_folder() / "paper", table).column(column)
    cells = _only(paper, _as_shipped(shipped, planned, any_encoder=False, published_only=True))
    effects = _only(paper, _as_shipped(shipped, planned, any_encoder=True, published_only=False))
    return Published(cells, effects, "", _other_methods(shipped, planned, paper))


def published_counts(settings: RetrievalSettings) -> Published:
    """The paper's counts for a table of statistics, or why they do not apply.

    The questions are of no account here; the counts themselves tell whether the data are the
    paper's, so that they are compared with whatever files are there.
    """
    table, column = settings.experiment.paper_table, settings.dataset.paper
    if table is None or column is None:
        reason = f"no published value: {settings.dataset.name} is not in the paper's tables"
        return Published(None, None, reason)
    shipped = _shipped(settings)
    free = {"memory_mb": 0}
    if (
        shipped is None
        or settings.graph != shipped.graph
        or settings.synonymy.model_copy(update=free) != shipped.synonymy.model_copy(update=free)
    ):
        return Published(None, None, "no published value: the settings are not the paper's")
    return Published(load_paper_table(config_folder() / "paper", table).column(column), None, "")


def _of_one_gold_source(settings: RetrievalSettings) -> bool:
    dataset = settings.dataset
    return isinstance(dataset, SupportingFactsSettings) and bool(dataset.gold_source_prefix)


def _other_data(settings: RetrievalSettings) -> str:
    """How data set or scoring differ from the configuration as shipped."""
    shipped = _as_configured(settings)
    if shipped is None:
        return f"{settings.dataset.name} is no data set of the paper"
    found = differences(_data_settings(shipped), _data_settings(settings))
    return sentence(found, "the paper's data set")


def _data_settings(settings: RetrievalSettings) -> dict[str, object]:
    plain = settings.model_dump(mode="json", include={"dataset", "evaluation"})
    dataset = {key: value for key, value in plain["dataset"].items() if key != "dir"}
    return {"dataset": dataset, "evaluation": {"decimals": plain["evaluation"]["decimals"]}}


def _other_methods(
    shipped: RetrievalSettings, planned: Sequence[PlannedRow], paper: PaperColumn
) -> dict[str, str]:
    """Row -> the settings in which it differs from the paper's row of this id."""
    rows = {row.id: row for row in shipped.experiment.rows if row.published}
    found = {}
    for item in planned:
        if item.row.id in rows and paper.numbers.get(item.row.id):
            method = item.row.method
            theirs = measured_identity(row_settings(shipped, rows[item.row.id]), method)
            other = differences(theirs, compared_identity(item, shipped))
            if other:
                reason = sentence(other, "the paper's row")
                found[item.row.id] = f"no published value: {reason}"
    return found


def compared_identity(item: PlannedRow, shipped: RetrievalSettings) -> dict[str, object]:
    """A row's identity; one that has no language model yet is taken to use the paper's."""
    settings = item.settings
    if settings.llm is None:
        settings = settings.model_copy(update={"llm": shipped.llm})
    return measured_identity(settings, item.row.method)


def _only(paper: PaperColumn, rows: set[str]) -> PaperColumn:
    numbers = {row: values for row, values in paper.numbers.items() if row in rows}
    return PaperColumn(numbers=numbers, tolerances=paper.tolerances)


def _shipped(settings: RetrievalSettings) -> RetrievalSettings | None:
    """The configuration as shipped; None where data set or scoring are set otherwise."""
    shipped = _as_configured(settings)
    if shipped is None or _data_settings(shipped) != _data_settings(settings):
        return None
    return shipped


def _as_configured(settings: RetrievalSettings) -> RetrievalSettings | None:
    """The configuration of the data set's name; None where there is none."""
    name = settings.dataset.name
    if not (config_folder() / "dataset" / f"{name}.yaml").is_file():
        return None
    overrides = [f"dataset={name}"]
    if settings.experiment.paper_encoder is not None:
        overrides.append(f"encoder={settings.experiment.paper_encoder}")
    if settings.ircot is not None or settings.reader is not None:
        overrides.append(f"llm={PAPER_LLM}")
    return load_settings(RetrievalSettings, f"experiment/{settings.experiment.name}", overrides)


def _as_shipped(
    shipped: RetrievalSettings,
    planned: Sequence[PlannedRow],
    *,
    any_encoder: bool,
    published_only: bool,
) -> set[str]:
    """Ids of the rows that have the shipped method, with the same encoder or with any."""
    rows = {row.id: row for row in shipped.experiment.rows}
    same = set()
    for item in planned:
        if item.row.id not in rows or (published_only and not item.row.published):
            continue
        ours = compared_identity(item, shipped)
        theirs = measured_identity(row_settings(shipped, rows[item.row.id]), item.row.method)
        if any_encoder:
            ours.pop("encoder", None)
            theirs.pop("encoder", None)
        if ours == theirs:
            same.add(item.row.id)
    return same
