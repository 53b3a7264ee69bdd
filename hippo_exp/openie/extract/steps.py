"""The steps of extraction: named entities, triples given the entities, entities of a question."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hippo_exp.llm import ChatMessage, ChatModel
from hippo_exp.openie.extract.asking import FAILURES, Outcome, ask
from hippo_exp.openie.extract.parse import parse_entities, parse_triples
from hippo_exp.openie.extract.prompts import Prompt
from hippo_exp.openie.extract.records import PassageRecord
from hippo_exp.openie.extract.settings import ChatSettings
from hippo_exp.storage import digest_json
from hippo_exp.types import Passage, PassageExtraction, Triple

_STRINGS: Mapping[str, object] = {"type": "array", "items": {"type": "string"}}
ENTITY_SCHEMA: Mapping[str, object] = MappingProxyType(
    {
        "type": "object",
        "properties": {"named_entities": _STRINGS},
        "required": ["named_entities"],
        "additionalProperties": False,
    }
)
"""JSON schema of a list of entities."""
TRIPLE_SCHEMA: Mapping[str, object] = MappingProxyType(
    {
        "type": "object",
        "properties": {
            "triples": {"type": "array", "items": {**_STRINGS, "minItems": 3, "maxItems": 3}}
        },
        "required": ["triples"],
        "additionalProperties": False,
    }
)
"""JSON schema of a list of triples."""
_ENTITY_LAYOUT = '{"named_entities": ["...", "..."]}'
_TRIPLE_LAYOUT = '{"triples": [["subject", "relation", "object"], ...]}'


@dataclass(frozen=True)
class Step:
    """A prompt, what repairs its replies, and how the model is asked.

    Attributes:
        prompt: of kind ``ner``, ``triples`` or ``query_ner``.
        repair: of kind ``repair``.
        settings: model, limits, format.
    """

    prompt: Prompt
    repair: Prompt
    settings: ChatSettings

    @property
    def digest(self) -> str:
        """SHA-256 over the contents of the prompts and the settings."""
        return digest_json([self.prompt.digest, self.repair.digest, self.settings])

    def entities(self, model: ChatModel, *, round_: int = 0, **values: str) -> Outcome[str]:
        """Ask for a list of entities; the arguments as for :meth:`triples`."""
        request = self.settings.request(
            self.prompt.render(**values), ENTITY_SCHEMA, max_tokens=self._limit(round_)
        )
        return ask(
            model,
            request,
            parse_entities,
            repair=lambda problem: self._repair(problem, _ENTITY_LAYOUT),
            settings=self.settings,
        )

    def triples(self, model: ChatModel, *, round_: int = 0, **values: str) -> Outcome[Triple]:
        """Ask for a list of triples.

        Args:
            model: answers.
            round_: how many runs have failed here before; each doubles the limit of tokens, so
                that the request differs from the one whose reply is stored.
            values: of the prompt's placeholders.

        Raises:
            LLMFatalError: no request can succeed.
        """
        request = self.settings.request(
            self.prompt.render(**values), TRIPLE_SCHEMA, max_tokens=self._limit(round_)
        )
        return ask(
            model,
            request,
            parse_triples,
            repair=lambda problem: self._repair(problem, _TRIPLE_LAYOUT),
            settings=self.settings,
        )

    def _limit(self, round_: int) -> int:
        return int(self.settings.max_tokens * 2 ** min(round_, 30))

    def _repair(self, problem: str, layout: str) -> Sequence[ChatMessage]:
        return self.repair.render(problem=problem, layout=layout)


@dataclass(frozen=True)
class Extractor:
    """The two steps for a passage (paper, section 3.2 and appendix D).

    Attributes:
        ner: named entities of the passage.
        triples: triples, the entities pasted into the prompt.
    """

    ner: Step
    triples: Step

    @property
    def digest(self) -> str:
        """SHA-256 over all that decides the requests, the passages apart."""
        return digest_json([self.ner.digest, self.triples.digest])

    def extract(self, passage: Passage, model: ChatModel, *, round_: int = 0) -> PassageRecord:
        """Extract one passage.

        Without entities because of a failure, no triples are asked for, and the passage has that
        status. Entities that were cut off are used; the passage stays ``truncated``.

        Args:
            passage: title and text go into both prompts.
            model: answers.
            round_: how many runs have failed on this passage before, see :meth:`Step.triples`.

        Raises:
            LLMFatalError: no request can succeed.
        """
        ner = self.ner.entities(model, round_=round_, passage=passage.contents)
        entities = ner.parsed.items
        if ner.parsed.status in ("parse_error", "api_error"):
            return _record(round_, ner)
        pasted = json.dumps({"named_entities": list(entities)}, ensure_ascii=False)
        triples = self.triples.triples(
            model, round_=round_, passage=passage.contents, entities=pasted
        )
        return _record(round_, ner, triples)


def _record(
    round_: int, ner: Outcome[str], triples: Outcome[Triple] | None = None
) -> PassageRecord:
    rows = triples.parsed.items if triples is not None else ()
    outcomes: list[Outcome[str] | Outcome[Triple]] = [ner]
    if triples is not None:
        outcomes.append(triples)
    statuses = [outcome.parsed.status for outcome in outcomes]
    status = max(statuses, key=lambda name: FAILURES.index(name) if name in FAILURES else -1)
    if status not in FAILURES:
        status = "ok" if ner.parsed.items or rows else "ok_empty"
    dropped: dict[str, int] = {}
    details = []
    for step, outcome in zip(("entities", "triples"), outcomes, strict=False):
        dropped |= {f"{step}_{key}": count for key, count in outcome.parsed.dropped.items()}
        if outcome.parsed.status in FAILURES:
            details.append(f"{step}: {outcome.parsed.detail}; reply: {outcome.reply[:200]!r}")
    usage = ner.usage + triples.usage if triples is not None else ner.usage
    return PassageRecord(
        PassageExtraction(ner.parsed.items, tuple(map(tuple, rows)), status),
        failures=round_ + (status in ("parse_error", "truncated")),
        dropped=dropped,
        detail="; ".join(details),
        usage=usage,
    )
