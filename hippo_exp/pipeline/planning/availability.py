"""Why a row cannot run here, found before any work: everything that it lacks, not the first."""

from __future__ import annotations

import importlib.util

from hippo_exp.config.schema import (
    CharNgramSettings,
    ColBERTSettings,
    MiniLMSettings,
    RetrievalSettings,
    RowSettings,
)
from hippo_exp.config.schema.retrievers import encodes, names_entities, on_graph
from hippo_exp.errors import HippoExpError, MissingExtraError
from hippo_exp.pipeline.llm.rows import asks_llm, llm_command
from hippo_exp.pipeline.planning.file_gaps import (
    dataset_gaps,
    entity_gaps,
    extraction_gaps,
    proposition_gaps,
    summary_gaps,
)
from hippo_exp.pipeline.planning.gaps import Gap, GapKind
from hippo_exp.pipeline.retrievers.encoding import make_encoder
from hippo_exp.pipeline.source.inputs import Inputs


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
    if encodes(searcher):
        gaps += encoder_gaps(settings)
    if searcher == "proposition":
        gaps += proposition_gaps(settings)
    if searcher == "raptor":
        gaps += summary_gaps(settings)
    if on_graph(searcher):
        gaps += extraction_gaps(settings)
    if names_entities(searcher):
        gaps += entity_gaps(settings, inputs)
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
