"""What is to be extracted, with what, and what an earlier run has done of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hippo_exp.config.schema import ExtractSettings
from hippo_exp.errors import DataError
from hippo_exp.llm import ChatModel, ChatRequest, ReplyStore
from hippo_exp.openie import read_query_entities
from hippo_exp.openie.extract import (
    Extractor,
    GateSettings,
    PassageRecord,
    Step,
    extract_passages,
    extract_query_entities,
    read_records,
)
from hippo_exp.pipeline.llm.expected import PlanningModel
from hippo_exp.pipeline.llm.extraction.target import OPENIE, QUERY_NER, SUMMARY, prompts_of
from hippo_exp.pipeline.llm.roles import Role, chat_settings
from hippo_exp.storage import read_json
from hippo_exp.types import Dataset, Passage, Question

_NO_GATE = GateSettings(
    smoke_size=0, parse_error_share=1.0, max_api_errors_in_a_row=2**31, parse_error_after=2**31
)


@dataclass(frozen=True)
class Work:
    """One extraction.

    Attributes:
        dataset: as read.
        passages: those to extract from, the first ones of the corpus.
        questions: those whose entities are wanted.
        extractor: the two steps for a passage.
        query_step: the step for a question.
        records: contents -> record of an earlier run.
        entities: question -> entities of an earlier run.
    """

    dataset: Dataset
    passages: tuple[Passage, ...]
    questions: tuple[Question, ...]
    extractor: Extractor
    query_step: Step
    records: Mapping[str, PassageRecord] = field(default_factory=dict)
    entities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def texts(self) -> list[str]:
        """The questions' texts."""
        return [question.text for question in self.questions]

    def requests(self, store: ReplyStore) -> dict[Role, list[ChatRequest]]:
        """What the store lacks, as far as it can be foreseen; nothing is called."""
        triples, names = PlanningModel(store), PlanningModel(store)
        extract_passages(
            self.passages, triples, self.extractor, previous=self.records, gates=_NO_GATE
        )
        if self.questions:
            self.query_entities(names)
        return {"extraction": triples.missing, "query_ner": names.missing}

    def query_entities(self, model: ChatModel) -> None:
        """Ask for the entities of every question, whatever comes back."""
        extract_query_entities(
            self.texts, model, self.query_step, previous=self.entities, gates=_NO_GATE
        )


def make_steps(settings: ExtractSettings) -> tuple[Extractor, Step]:
    """The steps for passages and for questions.

    Raises:
        FaultListError: a prompt that is none.
        ConfigError: limits that do not fit.
    """
    assert settings.llm is not None
    prompts = prompts_of(settings)
    repair = prompts["repair"]
    chat = chat_settings(settings.llm, "extraction")
    extractor = Extractor(
        Step(prompts["ner"], repair, chat), Step(prompts["triples"], repair, chat)
    )
    query = Step(prompts["query_ner"], repair, chat_settings(settings.llm, "query_ner"))
    return extractor, query


def earlier_records(folder: Path, extractor: Extractor) -> Mapping[str, PassageRecord]:
    """Contents -> record of an earlier run in a folder; empty where there is none.

    Raises:
        DataError: a file of other prompts, settings or models, or of no run; it is not replaced.
    """
    path = folder / OPENIE
    return read_records(path, extractor.digest) if path.exists() else {}


def earlier_entities(folder: Path, step: Step) -> Mapping[str, tuple[str, ...]]:
    """Question -> entities of an earlier run in a folder; empty where there is none.

    Raises:
        DataError: a file that another prompt or model made, or somebody by hand; it is not
            replaced.
    """
    path, summary = folder / QUERY_NER, folder / SUMMARY
    if not path.exists():
        return {}
    made_by = read_json(summary) if summary.exists() else None
    query = made_by.get("query_ner") if isinstance(made_by, dict) else None
    if not isinstance(query, dict) or query.get("step") != step.digest:
        raise DataError(
            "the query entities there were made otherwise",
            where=str(path),
            fix="add questions=false to keep them, or to=FOLDER for another place",
        )
    # A run whose every question failed has left an empty file.
    return read_query_entities(path) if read_json(path) else {}
