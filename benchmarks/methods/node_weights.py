"""One passage more: node specificity kept locally, and inverse document frequency."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from benchmarks.harness.method import OURS, Method
from hippo_exp.graph import inverse_document_frequency, node_specificity
from hippo_exp.types import FloatArray, IntArray, SparseArray


@dataclass(frozen=True)
class WeightCase:
    """A passage matrix whose last row is that of the passage that comes.

    Attributes:
        matrix: (n_passages + 1, n_nodes) CSR, the grown corpus.
        new: nodes of the last passage.
        counts: (n_nodes,) passages that hold each node, without the last one.
    """

    matrix: SparseArray
    new: IntArray
    counts: IntArray

    @property
    def n_passages(self) -> int:
        """Number of passages before the new one."""
        return int(self.matrix.shape[0]) - 1


class Weigh(NamedTuple):
    """A way to have the weights after one passage more.

    Attributes:
        run: does it once; what it changes it changes back.
        answer: (n_weighed,) weights that it has to make, after the passage came.
        expected: the same by the library's function of the whole matrix.
    """

    run: Callable[[int], object]
    answer: Callable[[], FloatArray]
    expected: Callable[[], FloatArray]


def weight_case(matrix: SparseArray) -> WeightCase:
    """The last passage of a matrix as the one that comes."""
    last = matrix.indices[matrix.indptr[-2] :].astype(np.int64)
    counts = np.bincount(matrix.indices, minlength=matrix.shape[1]).astype(np.int64)
    counts[last] -= 1
    return WeightCase(matrix, last, counts)


def local_specificity(case: WeightCase) -> Weigh:
    """Count and weight of the passage's own nodes."""
    counts = case.counts.copy()
    weights = 1.0 / np.maximum(counts, 1)

    def shift(sign: int) -> None:
        counts[case.new] += sign
        weights[case.new] = 1.0 / np.maximum(counts[case.new], 1)

    def run(_: int) -> None:
        shift(1)
        shift(-1)

    def answer() -> FloatArray:
        shift(1)
        grown = weights.copy()
        shift(-1)
        return grown

    return Weigh(run, answer, lambda: node_specificity(case.matrix))


def idf_from_counts(case: WeightCase) -> Weigh:
    """Counts of the passage's nodes, weights of all nodes."""
    counts = case.counts.copy()

    def weigh(passages: int, sign: int) -> FloatArray:
        counts[case.new] += sign
        weights: FloatArray = np.log((1.0 + passages) / (1.0 + counts)) + 1.0
        return weights

    def run(_: int) -> None:
        weigh(case.n_passages + 1, 1)
        weigh(case.n_passages, -1)

    def answer() -> FloatArray:
        grown = weigh(case.n_passages + 1, 1)
        counts[case.new] -= 1
        return grown

    return Weigh(run, answer, lambda: inverse_document_frequency(case.matrix))


def idf_from_matrix(case: WeightCase) -> Weigh:
    """Counts and weights of all nodes from all passages."""

    def weigh() -> FloatArray:
        return inverse_document_frequency(case.matrix)

    return Weigh(lambda _: (weigh(), weigh()), weigh, weigh)


def idf_when_asked(case: WeightCase) -> Weigh:
    """Counts of the passage's nodes; weights of as many nodes when a question names them."""
    counts = case.counts.copy()

    def weigh(passages: int, sign: int) -> FloatArray:
        counts[case.new] += sign
        weights: FloatArray = np.log((1.0 + passages) / (1.0 + counts[case.new])) + 1.0
        return weights

    def run(_: int) -> None:
        weigh(case.n_passages + 1, 1)
        weigh(case.n_passages, -1)

    def answer() -> FloatArray:
        grown = weigh(case.n_passages + 1, 1)
        counts[case.new] -= 1
        return grown

    return Weigh(run, answer, lambda: inverse_document_frequency(case.matrix)[case.new])


NODE_WEIGHTS: tuple[Method[WeightCase, Weigh], ...] = (
    Method(
        OURS,
        local_specificity,
        remark="node weights: node specificity, count and weight of the passage's own nodes, when "
        "the passage comes and when it goes",
    ),
    Method(
        "IDF of a question's nodes",
        idf_when_asked,
        remark="counts as before, the weight computed when a question names a node",
    ),
    Method("IDF of all nodes, counts kept", idf_from_counts, remark="a logarithm for every node"),
    Method(
        "IDF of all nodes, counted anew",
        idf_from_matrix,
        remark="`inverse_document_frequency`: every entry of P, then every node",
    ),
)
