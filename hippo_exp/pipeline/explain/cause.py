"""Why gold passages are missing from the top: the classes of table 11, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.config.schema.retrievers import links_entities
from hippo_exp.evaluation.errors import QueryEntity, diagnose
from hippo_exp.pipeline.errors.diagnosing import error_index
from hippo_exp.pipeline.errors.wording import reason_of
from hippo_exp.pipeline.explain.case import Case
from hippo_exp.pipeline.explain.names import Names
from hippo_exp.reporting.explain import Cause, LinkedEntity
from hippo_exp.types import Question

CAUSES = {"ner": "query entities", "openie": "extraction", "ppr": "ranking"}
"""Class of an error -> the step of the method that it names."""


def causes_of(
    case: Case, question: Question, entities: Sequence[LinkedEntity], missing: Mapping[str, int]
) -> tuple[Cause, ...]:
    """Diagnose a question's missing passages.

    Args:
        case: the query under a method that starts from query entities; none of others are known.
        question: with its gold.
        entities: as they are linked.
        missing: missing gold keys with the ranks of their best passages.
    """
    if not missing or not links_entities(case.method):
        return ()
    index = case.bench.index(case.settings)
    position = {node: place for place, node in enumerate(index.facts.nodes)}
    linked = [
        QueryEntity(item.phrase, -1 if item.node is None else position[item.node])
        for item in entities
    ]
    found = diagnose(error_index(case.settings, case.bench), question, linked, missing)
    names = Names(case.bench.inputs.dataset, index)
    return tuple(
        Cause(
            title=names.passage(item.passage),
            rank=missing[item.key],
            cause=CAUSES[item.cause],
            evidence=item.evidence,
            text=reason_of(item, named=names.passage),
        )
        for item in found.missing
    )
