"""``questions.csv`` and ``questions.md``: every question's parts, and which win and lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.evaluation import mean
from hippo_exp.pipeline.mass.groups import OUTCOMES, TRAITS, GainGroup, by_outcome
from hippo_exp.pipeline.mass.question import K, Part, QuestionMass
from hippo_exp.pipeline.pages.case_study_trace import escaped, passage_name
from hippo_exp.reporting.decimals import printed, printed_signed, rounded
from hippo_exp.reporting.records import csv_bytes
from hippo_exp.reporting.tables import interval_text
from hippo_exp.types import Dataset, Question

SHOWN = 10
"""Questions shown of those won, and of those lost."""
_COLUMNS = (
    *("row", "qid", "hops", "outcome", "gain", "recall", "hipporag", "by_entities", "by_reset"),
    *("linked", "cosine", "facts", "gold_linked", "entity_share", "reset_share"),
    *(f"{name}_{part}" for name in ("gold", "weakest", "other") for part in ("entities", "reset")),
)


def questions_csv(found: Mapping[str, Sequence[QuestionMass]]) -> bytes:
    """One line for each row and question; see ``QuestionMass``."""
    lines = [
        (
            *(row, q.qid, q.hops, q.outcome, q.gain),
            *(q.recall, q.hipporag, q.by_entities, q.by_reset),
            *(q.linked, q.cosine, q.facts, q.gold_linked, q.entity_share, q.reset_share),
            *(v for part in (q.gold, q.weakest, q.other) for v in (part.entities, part.reset)),
        )
        for row, questions in found.items()
        for q in questions
    ]
    return csv_bytes(_COLUMNS, lines)


def questions_page(
    dataset: Dataset,
    found: Mapping[str, Sequence[QuestionMass]],
    groups: Mapping[str, Mapping[str, Sequence[GainGroup]]],
    labels: Mapping[str, str],
) -> str:
    """Outcomes, gain by what questions are like, and the questions that win and lose most.

    Args:
        dataset: the questions.
        found: row id -> its questions.
        groups: row id -> trait -> groups.
        labels: row id -> label.
    """
    lines = [
        f"# Which questions of {dataset.name} win and lose, and where the mass comes from",
        "",
        f"Gain: recall@{K} of passages as nodes less HippoRAG's with the same links, in points.",
        "Mass: percent of the whole graph's, from the query entities + from the passage reset.",
    ]
    for row, questions in found.items():
        lines += ["", f"## {labels[row]}", "", *_outcomes(questions)]
        lines += ["", *_groups(groups[row])]
        for outcome, title in (("won", "Won most"), ("lost", "Lost most")):
            own = sorted(
                (question for question in questions if question.outcome == outcome),
                key=lambda question: -abs(question.gain),
            )
            if own:
                lines += ["", f"### {title}: {min(SHOWN, len(own))} of {len(own)}", ""]
                lines += _listed(dataset, own[:SHOWN])
    return "\n".join(lines) + "\n"


def _outcomes(questions: Sequence[QuestionMass]) -> list[str]:
    lines = [
        "| questions | n | links | lowest cosine | facts a gold passage "
        "| gold with a linked node (%) | gold passages | weakest gold passage "
        "| best other passage |",
        "|---|" + "---:|" * 8,
    ]
    for outcome, own in by_outcome(questions).items():
        cosines = [question.cosine for question in own if question.cosine is not None]
        cells = [
            OUTCOMES[outcome],
            str(len(own)),
            printed(mean([question.linked for question in own]), 1),
            printed(mean(cosines), 2) if cosines else "–",
            printed(mean([question.facts for question in own]), 1),
            printed(mean([question.gold_linked for question in own]), 0),
            *(
                _mean_part([getattr(question, name) for question in own])
                for name in ("gold", "weakest", "other")
            ),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _mean_part(parts: Sequence[Part]) -> str:
    return _part(
        Part(mean([part.entities for part in parts]), mean([part.reset for part in parts]))
    )


def _part(part: Part) -> str:
    return f"{printed(part.entities, 3)} + {printed(part.reset, 3)}"


def _groups(groups: Mapping[str, Sequence[GainGroup]]) -> list[str]:
    lines = ["| gain by | from | to | n | gain | 95 % interval |", "|---|---:|---:|---:|---:|---:|"]
    for trait in TRAITS:
        for group in groups.get(trait, ()):
            ends = [printed(end, 2).rstrip("0").rstrip(".") for end in (group.low, group.high)]
            gain = printed_signed(rounded(group.gain, 1))
            interval = interval_text(group.ci_low, group.ci_high, 1)
            lines.append(f"| {' | '.join([trait, *ends, str(group.n), gain, interval])} |")
    return lines


def _listed(dataset: Dataset, questions: Sequence[QuestionMass]) -> list[str]:
    texts = {question.id: question for question in dataset.questions}
    lines = [
        "| question | gain | gold passages: place with HippoRAG → as nodes | weakest gold passage "
        "| best other passage |",
        "|---|---:|---|---:|---:|",
    ]
    for question in questions:
        known: Question = texts[question.qid]
        places = "; ".join(
            f"{escaped(passage_name(dataset, rank.passage))} {rank.hipporag} → {rank.passage_nodes}"
            for rank in question.ranks
        )
        gain = printed_signed(rounded(question.gain, 0))
        cells = [escaped(known.text), gain, places, _part(question.weakest), _part(question.other)]
        lines.append(f"| {' | '.join(cells)} |")
    return lines
