"""Extraction by a language model: prompts, the tolerant parser, runs that stop and resume."""

from hippo_exp.openie.extract.asking import FAILURES, Outcome, ask
from hippo_exp.openie.extract.concurrent import OrderedMap, ThreadedMap, first_alone
from hippo_exp.openie.extract.demonstrations import (
    Demonstration,
    load_demonstrations,
    show_demonstrations,
    show_passages,
)
from hippo_exp.openie.extract.files import read_records, write_extraction, write_query_entities
from hippo_exp.openie.extract.gates import ExtractionStoppedError, Gate
from hippo_exp.openie.extract.parse import Parsed, parse_entities, parse_triples
from hippo_exp.openie.extract.prompts import PLACEHOLDERS, Prompt, load_prompt
from hippo_exp.openie.extract.query import (
    QueryEntitiesRun,
    extract_query_entities,
    query_entities,
)
from hippo_exp.openie.extract.records import ExtractionRun, PassageRecord
from hippo_exp.openie.extract.run import extract_passages
from hippo_exp.openie.extract.settings import ChatSettings, GateSettings
from hippo_exp.openie.extract.steps import ENTITY_SCHEMA, TRIPLE_SCHEMA, Extractor, Step
from hippo_exp.openie.extract.usage import Usage

__all__ = [
    "ENTITY_SCHEMA",
    "FAILURES",
    "PLACEHOLDERS",
    "TRIPLE_SCHEMA",
    "ChatSettings",
    "Demonstration",
    "ExtractionRun",
    "ExtractionStoppedError",
    "Extractor",
    "Gate",
    "GateSettings",
    "OrderedMap",
    "Outcome",
    "Parsed",
    "PassageRecord",
    "Prompt",
    "QueryEntitiesRun",
    "Step",
    "ThreadedMap",
    "Usage",
    "ask",
    "extract_passages",
    "extract_query_entities",
    "first_alone",
    "load_demonstrations",
    "load_prompt",
    "parse_entities",
    "parse_triples",
    "query_entities",
    "read_records",
    "show_demonstrations",
    "show_passages",
    "write_extraction",
    "write_query_entities",
]
