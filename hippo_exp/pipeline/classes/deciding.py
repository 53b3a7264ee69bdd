"""The class of every question under a row's reading of the definitions."""

from __future__ import annotations

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pathfinding.classes import Case, Classified, ClassRules, FactCorpus, classify
from hippo_exp.pipeline.retrievers.entities import entity_identity
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.text import NORMALIZERS

SHARES = ("path_following", "path_finding", "neither", "followable")
"""The metrics: three classes, of which each question has one, and whether it can be followed."""


def classes_of(settings: RetrievalSettings, bench: Workbench) -> dict[str, Classified]:
    """Question id -> its class with the evidence, in the order of the questions.

    Args:
        settings: the row's; ``classes`` are the rules, ``graph.normalizer`` and ``synonymy`` tell
            which phrases are one entity.
        bench: data set, extraction and encoder.
    """
    assert settings.classes is not None
    inputs = bench.inputs
    extraction = inputs.extraction(settings)
    corpus = FactCorpus(
        [
            [(row[0], row[1], row[2]) for row in p.rows if len(row) == 3]
            for p in extraction.passages
        ],
        identity=entity_identity(bench, settings, answers=True),
        named=[record.entities for record in extraction.passages],
        relation=NORMALIZERS[settings.graph.normalizer],
    )
    rules = ClassRules(**settings.classes.model_dump())
    return {
        question.id: classify(
            corpus,
            Case(question.entities or (), inputs.chain_positions(question), question.answers),
            rules,
        )
        for question in inputs.dataset.questions
    }


def share_values(found: Classified) -> dict[str, float]:
    """Metric -> 100 where the question counts, else 0."""
    values = {name: 100.0 * (found.label == name) for name in SHARES[:3]}
    return values | {"followable": 100.0 * found.following.holds}
