"""Entities of questions by a language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from hippo_exp.llm import ChatModel
from hippo_exp.openie.extract.asking import FAILURES, Outcome
from hippo_exp.openie.extract.concurrent import OrderedMap, ThreadedMap, first_alone
from hippo_exp.openie.extract.gates import Gate
from hippo_exp.openie.extract.settings import GateSettings
from hippo_exp.openie.extract.steps import Step
from hippo_exp.openie.extract.usage import Usage
from hippo_exp.types.extraction import ExtractionStatus


@dataclass(frozen=True)
class QueryEntitiesRun:
    """Entities of questions.

    Attributes:
        entities: question -> entities, in the order of the questions; failed ones are absent.
        statuses: question -> status; ``ok`` for those taken over that have entities.
        details: question -> why it failed.
        usage: of this run.
    """

    entities: Mapping[str, tuple[str, ...]]
    statuses: Mapping[str, ExtractionStatus]
    details: Mapping[str, str]
    usage: Usage


def query_entities(question: str, model: ChatModel, step: Step) -> Outcome[str]:
    """Entities of one question, or of one thought.

    Raises:
        LLMFatalError: no request can succeed.
    """
    return step.entities(model, question=question)


def extract_query_entities(
    questions: Sequence[str],
    model: ChatModel,
    step: Step,
    *,
    previous: Mapping[str, tuple[str, ...]] | None = None,
    gates: GateSettings | None = None,
    each: OrderedMap | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> QueryEntitiesRun:
    """Extract the entities of every question; equal questions are asked once.

    Args:
        questions: texts.
        model: answers; called from several threads when ``each`` has them.
        step: prompt of kind ``query_ner``.
        previous: question -> entities of an earlier run; questions in it are not asked again.
        gates: when to stop; None for the usual limits.
        each: ordered map; None for one question after another.
        progress: called with the number done and the number to do.

    Raises:
        LLMFatalError: no request can succeed.
        ExtractionStoppedError: a gate closed.
    """
    distinct = list(dict.fromkeys(questions))
    found = {text: previous[text] for text in distinct if text in previous} if previous else {}
    statuses: dict[str, ExtractionStatus] = {
        text: "ok" if names else "ok_empty" for text, names in found.items()
    }
    details: dict[str, str] = {}
    usage = Usage()
    todo = [text for text in distinct if text not in found]
    gate = Gate(gates or GateSettings(), "questions", kept=len(found))

    def work(text: str) -> Outcome[str]:
        return query_entities(text, model, step)

    with closing(first_alone(work, todo, each or ThreadedMap())) as results:
        for number, (text, outcome) in enumerate(zip(todo, results, strict=True), start=1):
            parsed = outcome.parsed
            statuses[text] = parsed.status
            usage += outcome.usage
            if parsed.status in FAILURES:
                details[text] = parsed.detail
            else:
                found[text] = parsed.items
            if progress is not None:
                progress(number, len(todo))
            gate.see(
                parsed.status,
                empty=not parsed.items,
                detail=parsed.detail,
                largest_prompt=outcome.usage.largest_prompt,
            )
    return QueryEntitiesRun(
        entities={text: found[text] for text in distinct if text in found},
        statuses={text: statuses[text] for text in distinct},
        details=details,
        usage=usage,
    )
