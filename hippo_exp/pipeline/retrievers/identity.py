"""The identity of a cell: a digest of the settings and inputs that its row really uses."""

from __future__ import annotations

from typing import Any

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.retrievers import reads
from hippo_exp.pipeline.cells.code import code_digest
from hippo_exp.pipeline.llm.answering import reader_identity
from hippo_exp.pipeline.llm.multi_step import inner_of
from hippo_exp.pipeline.retrievers.encoding import make_encoder
from hippo_exp.pipeline.retrievers.identity_parts import method_identity
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.pipeline.source.propositions import propositions_of
from hippo_exp.pipeline.source.summaries import summary_tree
from hippo_exp.storage import digest_json


def measured_identity(settings: RetrievalSettings, method: str) -> dict[str, Any]:
    """What a row's numbers depend on: its rankings and, where there is one, the reader."""
    read = reader_identity(settings) if settings.reader is not None else {}
    return method_identity(settings, method) | read


def input_digests(settings: RetrievalSettings, retriever: str, inputs: Inputs) -> dict[str, str]:
    """Digests of what a row reads: questions and passages; checkpoint; triples and so on.

    Raises:
        DataError, EncoderError: a row that cannot run, whose inputs have no digest.
    """
    digests = {"dataset": inputs.dataset.digest}
    retriever = inner_of(retriever) or retriever
    keys = reads(retriever)
    if "encoder" in keys:
        digests["encoder"] = digest_json(dict(make_encoder(settings.encoder).identity))
    if retriever == "proposition":
        found = propositions_of(settings, inputs.dataset.passages)
        digests["propositions"] = found.digest
    if retriever == "raptor":
        contents = [passage.contents for passage in inputs.dataset.passages]
        digests["summaries"] = digest_json(summary_tree(settings, contents).summaries)
    if "openie" in keys:
        digests["extraction"] = inputs.extraction(settings).digest
    if "query_ner" in keys:
        digests["query_entities"] = inputs.entities_digest
    return digests


def cell_identities(
    settings: RetrievalSettings, retriever: str, digests: dict[str, str]
) -> dict[str, str]:
    """Measure -> 16 hexadecimal digits that name its cell: inputs, method, measure, summary.

    A cell has an interval, so that the seed and the number of bootstrap samples belong to it.

    Args:
        settings: the row's.
        retriever: the row's.
        digests: see :func:`input_digests`; for a row that cannot run, those that are known.
    """
    common = {
        "inputs": digests,
        "method": measured_identity(settings, retriever),
        "decimals": settings.evaluation.decimals,
        "seed": settings.seed,
        "bootstrap_resamples": settings.evaluation.bootstrap_resamples,
    }
    return {
        metric: digest_json(common | {"metric": metric})[:16]
        for metric in settings.experiment.metrics
    }


def work_identity(settings: RetrievalSettings, retriever: str, digests: dict[str, str]) -> str:
    """32 hexadecimal digits that name a row's work: what its rankings depend on, code included.

    Unlike a cell's identity it holds no measure, seed or interval, which are made from the rankings
    in no time, and it changes with the code, so that kept work of other code is never used.
    """
    method = method_identity(settings, retriever)
    return digest_json({"inputs": digests, "method": method, "code": code_digest()})[:32]
