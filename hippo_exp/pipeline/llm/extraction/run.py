"""Running an extraction: read, estimate, ask, write."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from hippo_exp.config import cache_root
from hippo_exp.config.schema import GENERATED_FORMATS, ExtractSettings
from hippo_exp.llm import ChatRequest
from hippo_exp.openie.extract import (
    ExtractionRun,
    GateSettings,
    QueryEntitiesRun,
    extract_passages,
    extract_query_entities,
    write_extraction,
    write_query_entities,
)
from hippo_exp.pipeline.llm.expected import announce, expect, permit
from hippo_exp.pipeline.llm.extraction.corpus_files import answerable, check_free, write_corpus
from hippo_exp.pipeline.llm.extraction.summary import closing_lines, write_summary
from hippo_exp.pipeline.llm.extraction.target import (
    OPENIE,
    QUERY_NER,
    reading_settings,
    target_folder,
)
from hippo_exp.pipeline.llm.extraction.work import (
    Work,
    earlier_entities,
    earlier_records,
    make_steps,
)
from hippo_exp.pipeline.llm.roles import Role
from hippo_exp.pipeline.llm.session import LLMSession
from hippo_exp.pipeline.progress import Progress, say
from hippo_exp.pipeline.source.files import dataset_folder
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.text import counted


def run_extraction(settings: ExtractSettings, command: str) -> None:
    """Extract what an earlier run in the same folder has not, and write everything there.

    Args:
        settings: checked by ``extract_faults``.
        command: as typed, for the summary.

    Raises:
        BudgetError: calls that may cost money without confirmation, or beyond the budget.
        ExtractionStoppedError: a gate closed; no file is written, the replies are kept.
        HippoExpError: what reading, asking or writing raises.
    """
    assert settings.llm is not None
    folder = target_folder(settings)
    reading = reading_settings(settings)
    elsewhere = settings.dataset.format in GENERATED_FORMATS or folder != dataset_folder(reading)
    if elsewhere:
        check_free(folder)
    work = _work(settings, folder, elsewhere=elsewhere)
    with LLMSession(settings.llm, cache_root(settings.cache.root)) as session:
        requests = work.requests(session.store)
        expected = expect(settings.llm, requests)
        say(_plan(work))
        announce(settings.llm, expected)
        if settings.dry_run:
            return
        permit(settings.llm, expected)
        if settings.llm.mode == "replay":
            _require(session, requests)
        started = time.perf_counter()
        run = _passages(settings, work, session)
        write_extraction(folder / OPENIE, run, work.passages)
        found = _questions(settings, work, session, folder)
        if elsewhere:
            write_corpus(folder, work.dataset, work.passages, work.questions)
        seconds = time.perf_counter() - started
        write_summary(folder, settings, work, run, found, session, seconds, command)
        for line in closing_lines(folder, settings, work, run, found, session, seconds):
            print(line)


def _work(settings: ExtractSettings, folder: Path, *, elsewhere: bool) -> Work:
    dataset = read_inputs(reading_settings(settings)).dataset
    passages = dataset.passages[: settings.limit_passages]
    questions = answerable(dataset, passages) if elsewhere else list(dataset.questions)
    extractor, step = make_steps(settings)
    return Work(
        dataset=dataset,
        passages=passages,
        questions=tuple(questions) if settings.questions else (),
        extractor=extractor,
        query_step=step,
        records=earlier_records(folder, extractor),
        entities=earlier_entities(folder, step) if settings.questions else {},
    )


def _plan(work: Work) -> str:
    done = sum(text.contents in work.records for text in work.passages)
    total = counted(len(work.dataset.passages), "passage")
    return (
        f"{work.dataset.name}: {len(work.passages):,} of {total} "
        f"({done:,} done before), {counted(len(work.questions), 'question')}"
    )


def _require(session: LLMSession, requests: Mapping[Role, Sequence[ChatRequest]]) -> None:
    """Raises where a run without calls lacks replies."""
    for role, asked in requests.items():
        if asked:
            session.model(role).require(asked)


def _passages(settings: ExtractSettings, work: Work, session: LLMSession) -> ExtractionRun:
    with Progress("triples", len(work.passages), "passages") as progress:
        progress.start()
        return extract_passages(
            work.passages,
            session.model("extraction"),
            work.extractor,
            previous=work.records,
            gates=_gates(settings),
            each=session.each,
            progress=lambda done, total: progress.advance(1),
        )


def _questions(
    settings: ExtractSettings, work: Work, session: LLMSession, folder: Path
) -> QueryEntitiesRun | None:
    if not work.questions:
        return None
    with Progress("query entities", len(work.questions), "questions") as progress:
        progress.start()
        found = extract_query_entities(
            work.texts,
            session.model("query_ner"),
            work.query_step,
            previous=work.entities,
            gates=_gates(settings),
            each=session.each,
            progress=lambda done, total: progress.advance(1),
        )
    write_query_entities(folder / QUERY_NER, found.entities)
    return found


def _gates(settings: ExtractSettings) -> GateSettings:
    return GateSettings(**settings.gates.model_dump())
