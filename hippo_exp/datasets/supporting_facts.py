"""2WikiMultiHopQA and HotpotQA: gold as ``supporting_facts`` rows of title and sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hippo_exp.datasets.assemble import assemble
from hippo_exp.datasets.contexts import Contexts, gold_contents, read_contexts
from hippo_exp.datasets.corpus import read_corpus
from hippo_exp.datasets.faults import Faults, read_pair
from hippo_exp.datasets.fields import (
    Row,
    UniqueIds,
    answers,
    identifier,
    listing,
    object_rows,
    read_list,
    string,
)
from hippo_exp.datasets.gold import check_gold
from hippo_exp.errors import DataError
from hippo_exp.text import counted
from hippo_exp.types import Dataset, GoldUnit, Question


@dataclass(frozen=True)
class _Draft:
    """A question with gold titles, its contexts (title -> text) and where its gold is from."""

    question: Question
    contexts: Contexts
    gold_source: str | None


def read_supporting_facts(
    questions: Path,
    corpus: Path,
    *,
    name: str,
    gold_unit: GoldUnit = "title",
    trim_titles: bool = False,
    gold_source_prefix: str | None = None,
) -> Dataset:
    """Read questions whose gold is a list of supporting facts.

    Gold: the distinct titles of ``supporting_facts`` (official behaviour, row 16). With
    ``gold_unit="passage"``: the contents of the one passage that bears the title; where several
    bear it, that whose text is the question's context of that title. Hops: the number of gold keys.

    Args:
        questions: list of ``{_id, question, answer, type, supporting_facts: [[title, index], …],
            context: [[title, [sentence, …]], …]}``; ``context`` is needed only for repeated titles.
        corpus: see :func:`read_corpus`.
        name: name of the data set.
        gold_unit: what gold is matched by.
        trim_titles: remove white space from both ends of titles, in corpus and gold alike.
        gold_source_prefix: keep only questions whose field ``gold_source`` starts with this (for
            example ``dataset``: gold copied from the data set, not derived); noted in ``notes``.

    Raises:
        DataError: malformed records, gold that the corpus lacks, a repeated title that no context
            resolves, or no question with that gold source.
        FaultListError: both files are malformed.
    """
    passages, drafts = read_pair(
        lambda: read_corpus(corpus, trim_titles=trim_titles),
        lambda: _drafts(questions, trim_titles=trim_titles, contexts=gold_unit == "passage"),
    )
    where = f"{questions}, {corpus}"
    kept, notes = _select(drafts, gold_source_prefix, where)
    found = [draft.question for draft in kept]
    if gold_unit == "passage":
        check_gold(found, passages, "title", where=where)
        found = gold_contents(found, [draft.contexts for draft in kept], passages, where)
    if trim_titles:
        notes = ("titles trimmed", *notes)
    return assemble(name, passages, found, gold_unit, where=where, notes=notes)


def _drafts(path: Path, *, trim_titles: bool, contexts: bool) -> list[_Draft]:
    faults = Faults(path)
    unique = UniqueIds(faults, "question id")
    drafts = []
    for row in object_rows(read_list(path, "questions"), faults):
        titles = [title.strip() if trim_titles else title for title in _gold_titles(row, faults)]
        gold = tuple(sorted(set(titles)))
        question = Question(
            id=identifier(row, ("_id", "id"), faults),
            text=string(row, ("question",), faults, blank=False),
            gold=gold,
            answers=answers(row, faults),
            hops=len(gold) or None,
            kind=string(row, ("type",), faults, default=""),
        )
        unique.add(question.id, row[0])
        source = string(row, ("gold_source",), faults) if "gold_source" in row[1] else None
        context = read_contexts(row, faults, trim_titles=trim_titles) if contexts else {}
        drafts.append(_Draft(question, context, source))
    faults.check()
    return drafts


def _gold_titles(row: Row, faults: Faults) -> list[str]:
    position, _ = row
    titles = []
    for number, fact in enumerate(listing(row, "supporting_facts", faults), start=1):
        if isinstance(fact, list) and fact and isinstance(fact[0], str) and fact[0].strip():
            titles.append(fact[0])
        else:
            faults.add(f"{position}, supporting fact {number}", "is not a list [title, sentence]")
    return titles


def _select(
    drafts: Sequence[_Draft], prefix: str | None, where: str
) -> tuple[list[_Draft], tuple[str, ...]]:
    """The drafts with the wanted gold source, and the notes about gold sources."""
    if prefix is None:
        derived = sum(not (d.gold_source or "dataset").startswith("dataset") for d in drafts)
        total = counted(len(drafts), "question")
        note = f"gold of {derived} of {total} is derived, not from the data set"
        return list(drafts), (note,) if derived else ()
    kept = [draft for draft in drafts if (draft.gold_source or "").startswith(prefix)]
    if not kept:
        known = sorted({draft.gold_source for draft in drafts if draft.gold_source is not None})
        raise DataError(
            f"no question has a gold_source that starts with {prefix!r}",
            where=where,
            fix=f"use a prefix of one of {known}"
            if known
            else "leave dataset.gold_source_prefix out",
        )
    meaning = "gold copied from the data set" if prefix == "dataset" else f"gold source {prefix}…"
    note = f"{len(kept)} of {counted(len(drafts), 'question')}: {meaning}"
    return kept, (note,)
