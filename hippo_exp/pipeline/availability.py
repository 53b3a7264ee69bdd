"""Why a row cannot run here, found before any work."""

from __future__ import annotations

import importlib.util

from hippo_exp.config.schema import (
    CharNgramSettings,
    RetrievalSettings,
    RowSettings,
    SentenceTransformerSettings,
)
from hippo_exp.errors import HippoExpError, MissingExtraError
from hippo_exp.pipeline.encoding import make_encoder
from hippo_exp.pipeline.files import missing_reason
from hippo_exp.pipeline.inputs import Inputs


def unavailable_reason(settings: RetrievalSettings, row: RowSettings, inputs: Inputs) -> str:
    """One line that says what the row lacks and what fills it; empty when the row can run.

    Args:
        settings: the row's resolved settings.
        row: the row.
        inputs: the data set as read, with what it lacks.
    """
    if row.retriever is None:
        return row.missing
    if row.retriever == "bm25":
        return ""
    reason = _encoder_reason(settings)
    if reason or row.retriever == "dense":
        return reason
    return _extraction_reason(settings, inputs) or _entities_reason(inputs)


def fetch_command(settings: RetrievalSettings, row: RowSettings) -> str:
    """The one command that fetches a missing OpenIE file; empty where that is not what lacks.

    What an encoder lacks is fetched by the command that stands in its reason.
    """
    if row.retriever not in ("hipporag", "hipporag_ensemble"):
        return ""
    dataset = settings.dataset
    entry = dataset.openie.get(settings.openie.extractor)
    if entry is None or entry.upstream is None or not missing_reason(settings, entry):
        return ""
    return f"hippo-exp data fetch {dataset.name} --parts {settings.openie.extractor}"


def _encoder_reason(settings: RetrievalSettings) -> str:
    encoder = settings.encoder
    if isinstance(encoder, CharNgramSettings):
        return ""
    fault = ""
    if importlib.util.find_spec("sentence_transformers") is None:
        fault = str(MissingExtraError("sentence-transformers", "encoders"))
    try:
        make_encoder(encoder)
    except HippoExpError as error:
        fault = str(error)
    if fault and isinstance(encoder, SentenceTransformerSettings) and encoder.revision:
        # The same words on every machine: a table must not depend on which part is lacking.
        return (
            f"the weights of {encoder.model} are not on this machine; with the extra 'encoders' "
            f"installed, run hf download {encoder.model} --revision {encoder.revision}"
        )
    return fault


def _extraction_reason(settings: RetrievalSettings, inputs: Inputs) -> str:
    name = settings.openie.extractor
    if name in inputs.extractions:
        return ""
    entry = settings.dataset.openie.get(name)
    if entry is None:
        known = ", ".join(sorted(settings.dataset.openie)) or "none"
        return f"no OpenIE file of {name} for {settings.dataset.name} (there are: {known})"
    if not missing_reason(settings, entry):
        return ""
    return f"{entry.file} is not in the data set's folder"


def _entities_reason(inputs: Inputs) -> str:
    if all(question.entities is not None for question in inputs.dataset.questions):
        return ""
    reason = inputs.entities_missing or "some questions have no query entities"
    return f"{reason}; write query_ner.json (question -> entities) or set query_ner=capitalized"
