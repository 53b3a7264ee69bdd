"""Files that a row or a data set lacks."""

from __future__ import annotations

from hippo_exp.config.schema import (
    GENERATED_FORMATS,
    FileSettings,
    RetrievalSettings,
)
from hippo_exp.config.schema.extractors import DEFAULT_EXTRACTOR, GENERATOR, extractor_names
from hippo_exp.pipeline.planning.gaps import Gap
from hippo_exp.pipeline.source.files import dataset_faults, file_state
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.pipeline.source.propositions import PART, propositions_entry
from hippo_exp.pipeline.source.summaries import summaries_file


def extraction_gaps(settings: RetrievalSettings) -> list[Gap]:
    """What the chosen extractor lacks: its OpenIE file."""
    name, dataset = settings.openie.extractor, settings.dataset
    if dataset.format in GENERATED_FORMATS and name == GENERATOR:
        return []
    entry = dataset.openie.get(name)
    known = ", ".join(extractor_names(dataset)) or "none"
    if name == DEFAULT_EXTRACTOR:
        return [Gap("files", f"no extraction of {dataset.name} is known")]
    if entry is None:
        return [Gap("files", f"no OpenIE file of {name} for {dataset.name} (there are: {known})")]
    return _file_gaps(settings, entry, name)


def dataset_gaps(settings: RetrievalSettings) -> list[Gap]:
    """What the data set lacks: questions or corpus."""
    if not settings.dataset.files:
        return [Gap("files", str(fault)) for fault in dataset_faults(settings)]
    return [
        gap
        for part, entry in settings.dataset.files.items()
        for gap in _file_gaps(settings, entry, part)
    ]


def proposition_gaps(settings: RetrievalSettings) -> list[Gap]:
    """The corpus of propositions, where it is lacking."""
    entry = propositions_entry(settings)
    if entry is None:
        return [Gap("files", f"no proposition corpus is known for {settings.dataset.name}")]
    return _file_gaps(settings, entry, PART)


def summary_gaps(settings: RetrievalSettings) -> list[Gap]:
    """The file of summaries, where it is lacking."""
    path = summaries_file(settings)
    if path.is_file():
        return []
    return [
        Gap("llm", f"needs an LLM: its summaries, {path.name}, are not in the data set's folder")
    ]


def entity_gaps(settings: RetrievalSettings, inputs: Inputs | None) -> list[Gap]:
    """Query entities that are lacking, with the rule that stands in for them."""
    dataset = settings.dataset
    if settings.query_ner == "capitalized" or dataset.format in GENERATED_FORMATS:
        return []
    entry = dataset.query_entities
    gaps = (
        [Gap("files", "the data set has no query-entity file")]
        if entry is None
        else _file_gaps(settings, entry, "query_entities")
    )
    if not gaps and inputs is not None:
        if all(question.entities is not None for question in inputs.dataset.questions):
            return []
        gaps = [Gap("files", inputs.entities_missing or "some questions have no query entities")]
    advice = "write query_ner.json (question -> entities) or set query_ner=capitalized"
    return [
        gap if gap.fetch else Gap(gap.kind, f"{gap.reason}; {advice}", gap.command) for gap in gaps
    ]


def _file_gaps(settings: RetrievalSettings, entry: FileSettings, part: str) -> list[Gap]:
    state = file_state(settings, entry)
    if state == "there":
        return []
    if state != "missing":
        return [Gap("files", f"{entry.file} cannot be read ({state})")]
    reason = f"{entry.file} is not in the data set's folder"
    fetch = (settings.dataset.name, part) if entry.upstream else None
    own = settings.dataset.format == "custom"
    made = own and part != PART and entry not in settings.dataset.files.values()
    command = "hippo-exp extract dataset=custom dataset.dir=FOLDER llm=local" if made else ""
    return [Gap("files", reason, command, fetch=fetch)]
