"""A corpus from plain lists: passages, triples, questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from hippo_exp.datasets.assemble import assemble, corpus_counts, dataset_digest
from hippo_exp.errors import DataError, FaultListError, HippoExpError
from hippo_exp.openie import capitalized_entities
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.storage import digest_json
from hippo_exp.text import counted
from hippo_exp.types import Dataset, Extraction, Passage, PassageExtraction, Question

PassageLike: TypeAlias = str | tuple[str, str] | Passage
"""A text; a title and a text; or a passage with its own id."""
Rows: TypeAlias = Sequence[Sequence[tuple[str, str, str]]]
"""(n_passages,) the triples of each passage."""
QuestionLike: TypeAlias = Mapping[str, object] | Question
"""``{"text", "gold", "entities", "answers", "id"}``, the first two required; or a question."""

OWN = "own"
"""Name of the extraction of a corpus of one's own, as in ``configs/dataset/custom.yaml``."""
_KEYS = ("text", "gold", "entities", "answers", "id")


def inputs_from_lists(
    name: str,
    passages: Sequence[PassageLike],
    triples: Rows | None,
    questions: Sequence[QuestionLike],
    *,
    by_rule: bool,
) -> Inputs:
    """Check the lists and put them together.

    Args:
        name: of the data set.
        passages, triples, questions: see :func:`hippo_exp.load_dataset`.
        by_rule: questions without entities get those of the capitalised-words rule.

    Raises:
        FaultListError: everything that is wrong with them.
    """
    faults: list[HippoExpError] = []
    corpus = _passages(passages, faults)
    asked = _questions(questions, faults)
    if by_rule:
        asked = tuple(map(_with_entities, asked))
    extraction = _extraction(corpus, triples, faults)
    if faults:
        raise FaultListError(faults)
    if asked:
        dataset = assemble(name, corpus, asked, "title", where="questions")
    else:
        digest = dataset_digest(corpus, (), "title")
        dataset = Dataset(name, corpus, (), "title", digest, corpus_counts(corpus))
    return Inputs(dataset, generated={} if extraction is None else {OWN: extraction})


def _passages(passages: Sequence[PassageLike], faults: list[HippoExpError]) -> tuple[Passage, ...]:
    found = []
    for place, given in enumerate(passages):
        where = f"passages[{place}]"
        if isinstance(given, Passage):
            found.append(given)
        elif isinstance(given, str):
            found.append(Passage(f"p{place}", "", given))
        elif len(given) == 2 and all(isinstance(part, str) for part in given):
            found.append(Passage(f"p{place}", *given))
        else:
            fix = "give a text, a pair (title, text), or a Passage"
            faults.append(DataError("not a passage", where=where, fix=fix))
    ids = [passage.id for passage in found]
    if len(dict.fromkeys(ids)) < len(ids):
        faults.append(DataError("two passages have one id", where="passages", fix="rename one"))
    if not passages:
        faults.append(DataError("the corpus is empty", where="passages", fix="give a passage"))
    return tuple(found)


def _questions(
    questions: Sequence[QuestionLike], faults: list[HippoExpError]
) -> tuple[Question, ...]:
    found = []
    for place, given in enumerate(questions):
        if isinstance(given, Question):
            found.append(given)
            continue
        where, fix = f"questions[{place}]", f"keys: {', '.join(_KEYS)}; gold is a list of titles"
        unknown = [key for key in given if key not in _KEYS]
        lists = {key: _texts(given.get(key, ())) for key in ("gold", "entities", "answers")}
        text = given.get("text")
        if unknown or not isinstance(text, str) or None in lists.values() or not lists["gold"]:
            what = f"unknown key {unknown[0]!r}" if unknown else "not a question with text and gold"
            faults.append(DataError(what, where=where, fix=fix))
            continue
        found.append(
            Question(
                id=str(given.get("id", f"q{place}")),
                text=text,
                gold=tuple(sorted(dict.fromkeys(lists["gold"]))),
                entities=lists["entities"] if "entities" in given else None,
                answers=lists["answers"] or (),
            )
        )
    ids = [question.id for question in found]
    if len(dict.fromkeys(ids)) < len(ids):
        faults.append(DataError("two questions have one id", where="questions", fix="rename one"))
    return tuple(found)


def _with_entities(question: Question) -> Question:
    if question.entities is not None:
        return question
    return replace(question, entities=capitalized_entities(question.text))


def _texts(value: object) -> tuple[str, ...] | None:
    """A list of texts as a tuple; None for anything else."""
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return tuple(value)
    return None


def _extraction(
    passages: Sequence[Passage], triples: Rows | None, faults: list[HippoExpError]
) -> Extraction | None:
    if triples is None:
        return None
    if len(triples) != len(passages):
        what = f"triples of {counted(len(triples), 'passage')} for {len(passages)}"
        faults.append(DataError(what, where="triples", fix="give one list for each passage"))
        return None
    wrong = [
        f"triples[{place}]"
        for place, rows in enumerate(triples)
        if any(isinstance(row, str) or _texts(tuple(row)) is None or len(row) != 3 for row in rows)
    ]
    if wrong:
        fix = "a triple is (subject, relation, object)"
        faults.append(DataError("not a list of triples", where=wrong[0], fix=fix))
        return None
    records = tuple(
        PassageExtraction((), tuple(tuple(row) for row in rows), "ok" if rows else "ok_empty")
        for rows in triples
    )
    return Extraction(OWN, records, digest_json(records), "given")
