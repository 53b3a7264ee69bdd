"""The released code's method in straight-line form, as an oracle (official behaviour, rows 1-13).

Nothing here comes from the harness but the encoder's vectors, which are compared elsewhere.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import igraph
import numpy as np

Phrases = Callable[[list[str]], Any]


def normalized(phrase: str) -> str:
    return re.sub("[^A-Za-z0-9 ]", " ", phrase.lower()).strip()


class Released:
    """Index and search of one corpus; ``phrases`` gives (n, dim) unit vectors, dense or sparse."""

    def __init__(self, openie: Path, phrases: Phrases, *, synonymy: bool = True) -> None:
        self.phrases = phrases
        docs = json.loads(openie.read_text("utf-8"))["docs"]
        kept = [
            [tuple(normalized(str(part)) for part in row) for row in doc["extracted_triples"]]
            for doc in docs
        ]
        self.passages = [[row for row in rows if len(row) == 3] for rows in kept]
        ends = {end for rows in self.passages for s, _, o in rows for end in (s, o)}
        self.nodes = sorted(ends)
        self.position = {node: index for index, node in enumerate(self.nodes)}
        self.vectors = phrases(self.nodes)
        self.weights = self._fact_weights()
        if synonymy:
            self._set_synonyms()
        pairs = [pair for pair in self.weights if pair[0] != pair[1]]
        self.graph = igraph.Graph(len(self.nodes), pairs)
        self.graph.es["weight"] = [self.weights[pair] for pair in pairs]
        self.matrix = self._passage_matrix()
        self.in_passages = (self.matrix != 0).sum(axis=0)

    def _fact_weights(self) -> dict[tuple[int, int], float]:
        weights: dict[tuple[int, int], float] = defaultdict(float)
        for rows in self.passages:
            for subject, _, other in rows:
                one, two = self.position[subject], self.position[other]
                weights[one, two] += 1
                weights[two, one] += 1
        return dict(weights)

    def _set_synonyms(self) -> None:
        wide = self.vectors.astype(np.float64)
        squares = wide.multiply(wide) if hasattr(wide, "multiply") else wide * wide
        norms = np.sqrt(np.asarray(squares.sum(axis=1)).ravel())
        norms[norms == 0] = 1.0
        for start in range(0, len(self.nodes), 512):
            block = similarities(self.vectors[start : start + 512], self.vectors)
            block /= norms[start : start + 512, None] * norms
            for node, scores in enumerate(block.astype(np.float32), start):
                if len(re.sub("[^A-Za-z0-9]", "", self.nodes[node])) <= 2:
                    continue
                near = np.flatnonzero(scores >= 0.8 - 5e-8)
                near = near[np.argsort(-scores[near], kind="stable")]
                for other in near[near != node][:101].tolist():
                    self.weights[node, other] = float(scores[other])

    def _passage_matrix(self) -> np.ndarray:
        matrix = np.zeros((len(self.passages), len(self.nodes)))
        for passage, rows in enumerate(self.passages):
            for subject, _, other in dict.fromkeys(rows):
                for end in dict.fromkeys((subject, other)):
                    matrix[passage, self.position[end]] += 1
        return matrix

    def scores(self, entities: list[str], *, specificity: bool = True) -> np.ndarray:
        """(n_passages,) min-max-normalised scores."""
        reset = np.zeros(len(self.nodes))
        for entity in entities:
            found = similarities(self.phrases([normalized(entity)]), self.vectors)[0]
            node = int(np.argmax(found))
            reset[node] = 1 / max(1, self.in_passages[node]) if specificity else 1.0
        if not reset.any():
            return np.full(len(self.passages), 1 / len(self.passages))
        mass = self.graph.personalized_pagerank(
            damping=0.5, reset=reset, weights="weight", directed=False, implementation="prpack"
        )
        raw = self.matrix @ np.array(mass)
        return (raw - raw.min()) / (raw.max() - raw.min())


def similarities(one: Any, two: Any) -> np.ndarray:
    product = one.astype(np.float64) @ two.T.astype(np.float64)
    return np.asarray(product.todense() if hasattr(product, "todense") else product)
