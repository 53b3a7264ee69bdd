"""One corpus: its variety, and the effects of the two ablations there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.config import cache_root, load_settings
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.variety import VarietyPoint
from hippo_exp.errors import HippoExpError
from hippo_exp.graph.variety import gini, nodes_per_cluster, passages_of_nodes
from hippo_exp.pipeline.cells.keeper import keeper_of
from hippo_exp.pipeline.planning.plan import plan_rows
from hippo_exp.pipeline.progress import say
from hippo_exp.pipeline.retrievers.index import Index
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.ranking import queries_of
from hippo_exp.pipeline.run.scoring import score_rows
from hippo_exp.pipeline.source.inputs import read_inputs
from hippo_exp.reporting import Stopwatch, compare_rows
from hippo_exp.storage import Store
from hippo_exp.types import Comparison

FULL = "hipporag"
ABLATIONS = {"synonymy_gain": "without_synonymy", "specificity_gain": "without_node_specificity"}
"""Metric -> the row whose absence it is the gain of."""
RECALL = "recall@5"
_FEWEST = 20
"""Questions from which on an effect is worth an interval."""


@dataclass(frozen=True)
class Corpus:
    """What one corpus shows.

    Attributes:
        point: of the settings.
        name: of the data set.
        n: questions.
        n_nodes: phrases of the graph, on which the measures rest.
        measures: metric -> value.
        gains: metric -> comparison of the full system with the ablation.
        reason: why there is nothing; empty where there is.
    """

    point: VarietyPoint
    name: str = ""
    n: int = 0
    n_nodes: int = 0
    measures: dict[str, float] | None = None
    gains: dict[str, Comparison] | None = None
    reason: str = ""


def look_at(point: VarietyPoint, common: Sequence[str]) -> Corpus:
    """Build the corpus's index, rank by the full system and the two ablations.

    Args:
        point: which corpus.
        common: overrides of all points, for example the encoder.
    """
    try:
        settings = load_settings(
            RetrievalSettings, "experiment/table5", [*point.overrides, *common]
        )
        return _looked_at(point, settings)
    except HippoExpError as error:
        return Corpus(point, reason=str(error))


def _looked_at(point: VarietyPoint, settings: RetrievalSettings) -> Corpus:
    say(f"{point.id}")
    inputs = read_inputs(settings)
    cache = cache_root(settings.cache.root)
    bench = Workbench(inputs, Store(cache, waiting=say))
    planned = plan_rows(settings, inputs)
    keeper = keeper_of(settings.cells, cache)
    scored = score_rows(planned, bench, (RECALL,), Stopwatch(), keeper)
    n = len(inputs.dataset.questions)
    gains = {}
    if n >= _FEWEST:
        for metric, ablation in ABLATIONS.items():
            (found,) = compare_rows(
                scored.frame[scored.frame["row"].isin([FULL, ablation])],
                [FULL, ablation],
                ablation,
                experiment=settings.experiment.name,
                dataset=inputs.dataset.name,
                metrics=(RECALL,),
                seed=settings.seed,
                resamples=settings.evaluation.bootstrap_resamples,
                permutations=settings.evaluation.permutation_resamples,
            )
            gains[metric] = found
    n_nodes = len(bench.index(settings).graph.nodes)
    return Corpus(point, inputs.dataset.name, n, n_nodes, _measures(settings, bench), gains)


def _measures(settings: RetrievalSettings, bench: Workbench) -> dict[str, float]:
    index = bench.index(settings)
    assert index.synonyms is not None
    return {
        "nodes_per_cluster": nodes_per_cluster(index.synonyms, len(index.graph.nodes)),
        "links_by_synonym": 100 * _by_synonym(settings, bench, index),
        "df_gini": gini(passages_of_nodes(index.graph.passage_nodes)),
    }


def _by_synonym(settings: RetrievalSettings, bench: Workbench, index: Index) -> float:
    """Share of the linked query entities that reach a gold passage by a synonymy edge alone.

    The node itself stands in no gold passage of its question, and a neighbour by synonymy does.
    """
    assert index.synonyms is not None
    dataset = bench.inputs.dataset
    linked = bench.hipporag(settings).link(queries_of(dataset))
    neighbours = _neighbours(index)
    matrix = index.graph.passage_nodes
    needed = total = 0
    for question, query in zip(dataset.questions, linked, strict=True):
        gold = [at for at, key in enumerate(dataset.match_keys) if key in question.gold]
        held = np.zeros(len(index.graph.nodes), dtype=bool)
        for at in gold:
            held[matrix.indices[matrix.indptr[at] : matrix.indptr[at + 1]]] = True
        nodes = [entity.node for entity in query.entities if entity.node >= 0]
        total += len(nodes)
        needed += sum(
            bool(not held[node] and held[neighbours.get(node, [])].any()) for node in nodes
        )
    return needed / max(1, total)


def _neighbours(index: Index) -> dict[int, list[int]]:
    assert index.synonyms is not None
    found: dict[int, list[int]] = {}
    for one, two in zip(
        index.synonyms.source.tolist(), index.synonyms.target.tolist(), strict=True
    ):
        found.setdefault(one, []).append(two)
        found.setdefault(two, []).append(one)
    return found
