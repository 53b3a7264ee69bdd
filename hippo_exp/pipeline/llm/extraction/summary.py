"""What an extraction was made with and what it took: ``extraction.json``, and the last lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hippo_exp import __version__
from hippo_exp.config.schema import ExtractSettings
from hippo_exp.openie.extract import ExtractionRun, QueryEntitiesRun
from hippo_exp.pipeline.llm.extraction.target import OPENIE, QUERY_NER, SUMMARY
from hippo_exp.pipeline.llm.extraction.work import Work
from hippo_exp.pipeline.llm.session import LLMSession
from hippo_exp.storage import write_atomic
from hippo_exp.text import counted


def write_summary(
    folder: Path,
    settings: ExtractSettings,
    work: Work,
    run: ExtractionRun,
    found: QueryEntitiesRun | None,
    session: LLMSession,
    seconds: float,
    command: str,
) -> None:
    """Write ``extraction.json``; no address, no key.

    Raises:
        StoreError: it cannot be written.
    """
    steps = {"ner": work.extractor.ner, "triples": work.extractor.triples}
    prompts = {name: step.prompt.digest for name, step in steps.items()}
    prompts |= {"query_ner": work.query_step.prompt.digest, "repair": work.query_step.repair.digest}
    content: dict[str, Any] = {
        "command": command,
        "version": __version__,
        "dataset": {"name": work.dataset.name, "digest": work.dataset.digest},
        "passages": len(run.records),
        "passages_of_corpus": len(work.dataset.passages),
        "llm": settings.llm.model_dump(mode="json") if settings.llm else None,
        "prompts": prompts,
        "extractor": run.extractor_digest,
        "statuses": dict(run.statuses),
        "dropped": dict(run.dropped),
        "usage_of_records": asdict(run.usage),
        "query_ner": _query(work, found),
        "last_run": {"seconds": seconds, "asked_passages": run.asked, "roles": session.report()},
    }
    text = json.dumps(content, ensure_ascii=False, indent=1)
    write_atomic(folder / SUMMARY, f"{text}\n".encode())


def closing_lines(
    folder: Path,
    settings: ExtractSettings,
    work: Work,
    run: ExtractionRun,
    found: QueryEntitiesRun | None,
    session: LLMSession,
    seconds: float,
) -> Iterator[str]:
    """What came out, what it took, and what to do next."""
    yield f"passages: {_counts(run.statuses)}; dropped: {_counts(run.dropped)}"
    if found is not None:
        yield f"questions: {_counts(dict(sorted(Counter(found.statuses.values()).items())))}"
    for role, entry in session.report().items():
        paid, reused = entry["paid"], entry["reused"]
        cost = "cost unknown" if paid["usd"] is None else f"{paid['usd']:.4g} USD"
        yield (
            f"{role}: {counted(paid['calls'], 'call')} ({paid['prompt_tokens']:,} prompt and "
            f"{paid['completion_tokens']:,} reply tokens, {cost}), {reused['calls']:,} kept replies"
        )
    yield f"{seconds:.0f} s; written to {folder}: {OPENIE}, {QUERY_NER}, {SUMMARY}"
    failed = sum(record.failed for record in run.records)
    if failed:
        yield f"{counted(failed, 'passage')} failed; the same command asks again"
    if len(run.records) < len(work.dataset.passages) and folder_is_own(settings):
        yield "a table needs every passage: the same command without limit_passages does the rest"
    elif found is not None:
        unit = "" if work.dataset.gold_unit == "passage" else " dataset.gold_unit=title"
        yield (
            f"next: python -m experiments.table2 dataset=custom dataset.dir={folder}{unit} "
            "'rows=[bm25,dense,hipporag]'"
        )


def folder_is_own(settings: ExtractSettings) -> bool:
    """Whether the files stand beside a corpus that was there before."""
    return settings.dataset.format == "custom" and settings.to is None


def _query(work: Work, found: QueryEntitiesRun | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "step": work.query_step.digest,
        "questions": len(found.statuses),
        "statuses": dict(sorted(Counter(found.statuses.values()).items())),
        "failed": dict(found.details),
        "usage": asdict(found.usage),
    }


def _counts(counts: Any) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none"
