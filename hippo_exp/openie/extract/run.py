"""Two-step extraction of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

from hippo_exp.llm import ChatModel
from hippo_exp.openie.extract.concurrent import OrderedMap, ThreadedMap, first_alone
from hippo_exp.openie.extract.gates import Gate
from hippo_exp.openie.extract.records import ExtractionRun, PassageRecord
from hippo_exp.openie.extract.settings import GateSettings
from hippo_exp.openie.extract.steps import Extractor
from hippo_exp.types import Passage

Progress = Callable[[int, int], None]
"""Called with the number done and the number to do, after each."""


def extract_passages(
    passages: Sequence[Passage],
    model: ChatModel,
    extractor: Extractor,
    *,
    previous: Mapping[str, PassageRecord] | None = None,
    gates: GateSettings | None = None,
    each: OrderedMap | None = None,
    progress: Progress | None = None,
) -> ExtractionRun:
    """Extract every passage; passages with equal contents are asked for once.

    The first passage is done alone, so that a wrong key costs one call. A failure of one passage
    is a status of that passage.

    Args:
        passages: (n_passages,) the corpus.
        model: answers; called from several threads when ``each`` has them.
        extractor: the two steps.
        previous: contents -> record of an earlier run of the same extractor; only failures
            (``parse_error``, ``truncated``, ``api_error``) are asked for again, with a larger
            limit of tokens.
        gates: when to stop; None for the usual limits.
        each: ordered map; None for one passage after another.
        progress: see ``Progress``.

    Returns:
        One record per passage, in corpus order, whatever the order of the replies.

    Raises:
        LLMFatalError: no request can succeed.
        ExtractionStoppedError: a gate closed.
    """
    earlier = previous or {}
    distinct = {passage.contents: passage for passage in reversed(passages)}
    contents = list(dict.fromkeys(passage.contents for passage in passages))
    done = {text: earlier[text] for text in contents if text in earlier}
    todo = [text for text in contents if text not in done or done[text].failed]
    gate = Gate(gates or GateSettings(), "passages", kept=len(contents) - len(todo))

    def work(text: str) -> PassageRecord:
        round_ = earlier[text].failures if text in earlier else 0
        return extractor.extract(distinct[text], model, round_=round_)

    with closing(first_alone(work, todo, each or ThreadedMap())) as results:
        for number, (text, record) in enumerate(zip(todo, results, strict=True), start=1):
            done[text] = record
            if progress is not None:
                progress(number, len(todo))
            gate.see(
                record.extraction.status,
                empty=not record.extraction.rows,
                detail=record.detail,
                largest_prompt=record.usage.largest_prompt,
            )
    records = tuple(done[passage.contents] for passage in passages)
    return ExtractionRun(records, extractor.digest, len(todo))
