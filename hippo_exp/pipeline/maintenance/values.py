"""Values of the agreement of two rows' rankings, and of the weights that a passage changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from hippo_exp.evaluation import kendall_tau, overlap
from hippo_exp.graph import document_frequency, node_specificity
from hippo_exp.retrieval import NodeSpecificity, seed_weights
from hippo_exp.types import IntArray, KnowledgeGraph, Ranking

if TYPE_CHECKING:
    import pandas as pd

Records: TypeAlias = list[tuple[str, str, str, float]]
"""(row, question or passage, metric, value)."""

WEIGHTS_CHANGED = "weights_changed"
_AGREEMENT: Mapping[str, Callable[[Sequence[int], Sequence[int], int], float]] = {
    "overlap": lambda one, two, k: 100.0 * overlap(one, two, k),
    "kendall": kendall_tau,
}
AGREEMENT = tuple(_AGREEMENT)
"""Names of ``NAME@k``: percent of the top k that both rows have, and Kendall's tau of the top k."""


def agreement_records(
    rankings: Mapping[str, Sequence[Ranking]], baseline: str, metrics: Sequence[str]
) -> Records:
    """How far each row's rankings agree with the baseline's, question by question.

    Args:
        rankings: row id -> (n_questions,) rankings, in one order.
        baseline: a row id; it is not compared with itself.
        metrics: those that are no agreement are left out.
    """
    records: Records = []
    for row, own in rankings.items():
        if row == baseline or baseline not in rankings:
            continue
        for metric in metrics:
            name, _, k = metric.partition("@")
            if name not in _AGREEMENT:
                continue
            for one, two in zip(own, rankings[baseline], strict=True):
                lists = one.passages.tolist(), two.passages.tolist()
                records.append((row, one.question_id, metric, _AGREEMENT[name](*lists, int(k))))
    return records


def weight_records(
    row: str, graph: KnowledgeGraph, kind: NodeSpecificity, passages: IntArray, ids: Sequence[str]
) -> Records:
    """For each passage the nodes whose weight is another with it than without it.

    Args:
        row: id of the row that weighs so.
        graph: the index with all passages.
        kind: the weight, see ``seed_weights``.
        passages: (n,) positions of passages that are taken out, one at a time.
        ids: (n_passages,) of the corpus.
    """
    weights = seed_weights(graph, kind)
    everything = np.arange(graph.passage_nodes.shape[0])
    records: Records = []
    for passage in passages.tolist():
        rest = graph.passage_nodes[np.delete(everything, passage)]
        without = replace(graph, passage_nodes=rest, specificity=node_specificity(rest))
        changed = seed_weights(without, kind) != weights
        changed |= document_frequency(rest) == 0  # a node that comes with the passage
        records.append((row, ids[passage], WEIGHTS_CHANGED, float(np.count_nonzero(changed))))
    return records


def as_frame(records: Records) -> pd.DataFrame:
    """Columns ``row, qid, metric, value``; of ``weights_changed`` the ``qid`` is a passage's id."""
    import pandas as pd

    return pd.DataFrame(records, columns=["row", "qid", "metric", "value"])
