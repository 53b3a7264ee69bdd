"""Why a row cannot run here, found before any work: everything that it lacks, not the first."""

from __future__ import annotations

import importlib.util

from hippo_exp.config.schema import (
    CharNgramSettings,
    ColBERTSettings,
    FileSettings,
    MiniLMSettings,
    RetrievalSettings,
    RowSettings,
)
from hippo_exp.config.schema.extractors import DEFAULT_EXTRACTOR, GENERATOR, extractor_names
from hippo_exp.errors import HippoExpError, MissingExtraError
from hippo_exp.pipeline.llm.rows import asks_llm, llm_command
from hippo_exp.pipeline.planning.gaps import Gap, GapKind
from hippo_exp.pipeline.retrievers.encoding import make_encoder
from hippo_exp.pipeline.source.files import dataset_faults, file_state
from hippo_exp.pipeline.source.inputs import (
    ENTITY_RETRIEVERS,
    GRAPH_RETRIEVERS,
    Inputs,
)
from hippo_exp.pipeline.source.propositions import PART, propositions_entry
from hippo_exp.pipeline.source.summaries import summaries_file


def row_gaps(
    settings: RetrievalSettings, row: RowSettings, inputs: Inputs | None = None
) -> tuple[Gap, ...]:
    """Everything that a row lacks here; empty when it can run.

    Args:
        settings: the row's resolved settings.
        row: the row.
        inputs: the data set as read; None where no file has been read, then questions and corpus
            count among what may be lacking.
    """
    if row.retriever is None:
        kind: GapKind = row.needs or "code"
        return (Gap(kind, row.missing),)
    gaps = [] if inputs is not None else dataset_gaps(settings)
    searcher = row.searcher
    if searcher not in (None, "bm25"):
        gaps += encoder_gaps(settings)
    if searcher == "proposition":
        gaps += _proposition_gaps(settings)
    if searcher == "raptor":
        gaps += _summary_gaps(settings)
    if searcher in GRAPH_RETRIEVERS:
        gaps += extraction_gaps(settings)
    if searcher in ENTITY_RETRIEVERS:
        gaps += _entity_gaps(settings, inputs)
    return (*gaps, *_llm_gaps(settings, row, inputs))


def _llm_gaps(settings: RetrievalSettings, row: RowSettings, inputs: Inputs | None) -> list[Gap]:
    gaps = []
    if asks_llm(settings, row) and settings.llm is None:
        reason = "needs an LLM, and none is chosen (llm=local is that of `hippo-exp llm serve`)"
        gaps.append(Gap("llm", reason, llm_command(settings)))
    if settings.reader is not None and inputs is not None:
        answered = any(question.answers for question in inputs.dataset.questions)
        gaps += [] if answered else [Gap("files", "no question of the data set has an answer")]
    return gaps


def encoder_gaps(settings: RetrievalSettings) -> list[Gap]:
    """What the encoder of the settings lacks: weights, or the packages that read them."""
    encoder = settings.encoder
    if isinstance(encoder, CharNgramSettings):
        return []
    fault = ""
    package = "transformers" if isinstance(encoder, ColBERTSettings) else "sentence_transformers"
    if importlib.util.find_spec(package) is None:
        fault = str(MissingExtraError(package.replace("_", "-"), "encoders"))
    try:
        make_encoder(encoder)
    except HippoExpError as error:
        fault = str(error)
    if fault and not isinstance(encoder, MiniLMSettings) and encoder.revision:
        # The same words on every machine: a table must not depend on which part is lacking.
        model, revision = encoder.model, encoder.revision
        reason = f"the weights of {model} are not on this machine (they need the extra 'encoders')"
        return [Gap("weights", reason, f"hf download {model} --revision {revision}")]
    return [Gap("weights", fault)] if fault else []


def extraction_gaps(settings: RetrievalSettings) -> list[Gap]:
    """What the chosen extractor lacks: its OpenIE file."""
    name, dataset = settings.openie.extractor, settings.dataset
    if dataset.format == "synthetic" and name == GENERATOR:
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


def _proposition_gaps(settings: RetrievalSettings) -> list[Gap]:
    entry = propositions_entry(settings)
    if entry is None:
        return [Gap("files", f"no proposition corpus is known for {settings.dataset.name}")]
    return _file_gaps(settings, entry, PART)


def _summary_gaps(settings: RetrievalSettings) -> list[Gap]:
    path = summaries_file(settings)
    if path.is_file():
        return []
    return [
        Gap("llm", f"needs an LLM: its summaries, {path.name}, are not in the data set's folder")
    ]


def _entity_gaps(settings: RetrievalSettings, inputs: Inputs | None) -> list[Gap]:
    dataset = settings.dataset
    if settings.query_ner == "capitalized" or dataset.format == "synthetic":
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
    return [Gap("files", reason, fetch=fetch)]
