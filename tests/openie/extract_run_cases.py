"""A model that answers well, and the statuses of a run."""

from __future__ import annotations

from extract_fakes import is_ner

from hippo_exp.llm import ChatRequest
from hippo_exp.openie.extract import ExtractionRun

ENTITIES = '{"named_entities": ["Ada"]}'


TRIPLES = '{"triples": [["Ada", "wrote", "notes"]]}'


def good(request: ChatRequest) -> str:
    return ENTITIES if is_ner(request) else TRIPLES


def statuses(run: ExtractionRun) -> list[str]:
    return [record.extraction.status for record in run.records]
