"""``crosstab.md`` and ``examples.md``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from hippo_exp.evaluation.errors import (
    ALL,
    ERROR_CLASSES,
    FOUND,
    Crossed,
    Diagnosis,
    ErrorClass,
    MissingPassage,
)
from hippo_exp.pipeline.errors.diagnosing import Link, Missed
from hippo_exp.pipeline.errors.wording import reason_of
from hippo_exp.pipeline.pages.case_study_trace import escaped, passage_name
from hippo_exp.reporting import metric_style
from hippo_exp.types import Dataset, Question

TITLES: Mapping[ErrorClass, str] = {
    "ner": "NER: the query entities lack what the question says",
    "openie": "OpenIE: the entity that leads on is in no fact of the gold passages",
    "ppr": "PPR: the facts are there, and the ranking put others first",
}
"""Class -> its meaning in one line."""


def crosstab_page(crossed: Sequence[Crossed], labels: Mapping[str, str], baseline: str) -> str:
    """What the other rows find of the baseline's missed questions, and what they miss anew."""
    counts = {item.group: item.n for item in crossed}
    groups = (*ERROR_CLASSES, ALL)
    names: dict[str, str] = {name: metric_style(f"{name}_missed").heading for name in ERROR_CLASSES}
    heads = [f"{names.get(name, 'all missed')} ({counts[name]})" for name in groups]
    lines = [
        f"# What other rows make of the questions that {escaped(labels[baseline])} misses",
        "",
        "Mended: questions of this class whose gold passages the row finds all, in percent of the",
        "class. Newly missed: in percent of the questions that the first row finds. The intervals",
        "are exact ones of 95 % (Clopper and Pearson).",
        "",
        f"| row | {' | '.join(f'mended of {head}' for head in heads)} "
        f"| newly missed of {counts[FOUND]} found |",
        "|---" * (len(groups) + 2) + "|",
    ]
    by_key = {(item.row, item.group): item for item in crossed}
    for row in dict.fromkeys(item.row for item in crossed):
        cells = [_crossed(by_key[row, group]) for group in (*groups, FOUND)]
        lines.append(f"| {escaped(labels[row])} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _crossed(item: Crossed) -> str:
    if item.share is None:
        return "–"
    ends = f" [{item.interval[0]:.0f}, {item.interval[1]:.0f}]" if item.interval else ""
    return f"{item.count} ({item.share:.0f} %{ends})"


def examples_page(
    dataset: Dataset,
    missed: Mapping[str, Missed],
    labels: Mapping[str, str],
    baseline: str,
    *,
    k: int,
    count: int,
) -> str:
    """The first questions of each class that the baseline misses, with what speaks for it."""
    found = missed[baseline]
    lines = [f"# Questions of {dataset.name} that {escaped(labels[baseline])} misses at {k}", ""]
    for cause in ERROR_CLASSES:
        own = [
            question
            for question in dataset.questions
            if question.id in found.keys and (found.diagnoses or {})[question.id].cause == cause
        ]
        lines += [
            f"## {TITLES[cause]}",
            "",
            f"{len(own)} of {len(found.keys)} missed questions.",
            "",
        ]
        for question in own[:count]:
            lines += _example(dataset, question, missed, labels, baseline)
    return "\n".join(lines).rstrip("\n") + "\n"


def _example(
    dataset: Dataset,
    question: Question,
    missed: Mapping[str, Missed],
    labels: Mapping[str, str],
    baseline: str,
) -> list[str]:
    found = missed[baseline]
    assert found.diagnoses is not None
    diagnosis: Diagnosis = found.diagnoses[question.id]
    answer = f" (answer: {escaped(question.answers[0])})" if question.answers else ""
    lines = [f"**{escaped(question.text)}**{answer} `{question.id}`", ""]
    links = [f"{escaped(link.entity)} → {_node(link)}" for link in found.links[question.id]]
    lines.append(f"- query entities: {'; '.join(links) or 'none'}")
    here = [key for key in question.gold if key not in found.keys[question.id]]
    places = {key: place for place, key in reversed(list(enumerate(dataset.match_keys)))}
    if here:
        names = [f"*{escaped(passage_name(dataset, places[key]))}*" for key in here]
        lines.append(f"- found: {', '.join(names)}")
    lines += [f"- missing: {_missing(dataset, item)}" for item in diagnosis.missing]
    finders = [
        labels[row]
        for row, other in missed.items()
        if row != baseline and question.id not in other.keys
    ]
    lines.append(f"- found whole by: {', '.join(map(escaped, finders)) or 'no other row'}")
    return [*lines, ""]


def _node(link: Link) -> str:
    return f"{escaped(link.node)} ({link.cosine:.2f})" if link.node else "no node"


def _missing(dataset: Dataset, item: MissingPassage) -> str:
    """One missing passage and why, in a sentence."""
    name = f"*{escaped(passage_name(dataset, item.passage))}*"
    rank = f"rank {item.rank}" if item.rank is not None else "not ranked"
    reason = reason_of(item, named=partial(_named, dataset), text=escaped)
    return f"{name}, {rank}, `{item.cause}`: {reason}"


def _named(dataset: Dataset, passage: int) -> str:
    return f"*{escaped(passage_name(dataset, passage))}*"
