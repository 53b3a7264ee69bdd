"""One path-finding instance: the answer is the one entity that every seed's chain reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hippo_exp.pathfinding.names import draw_names
from hippo_exp.pathfinding.parameters import InstanceParameters
from hippo_exp.pathfinding.passages import RELATIONS, render_passages, render_question
from hippo_exp.pathfinding.topology import Edge, build_topology
from hippo_exp.types import FloatArray, IntArray, Passage, SparseArray, Triple


@dataclass(frozen=True, eq=False)
class Instance:
    """A question with its facts, passages and fact graph.

    Node positions, fact order and fact directions are random, so none reveals the answer.

    Attributes:
        parameters: what it was made from.
        nodes: (n_nodes,) distinct fictional names; a node whose facts are all lost stays.
        facts: (n_facts,) in random order.
        seeds: (seeds,) node positions of the query entities, in the order of ``hops_per_seed``.
        answer: node position of the answer.
        candidates: (n_candidates,) int64 node positions of the answer and the dead ends, sorted.
        passages: (n_facts,) one sentence per fact; none mentions two seeds.
        adjacency: (n_nodes, n_nodes) symmetric CSR float64, 1 where a fact joins two nodes.
        mentions: (n_facts, n_nodes) CSR float64, 1 where the passage names the node.
        tie_order: (n_candidates,) int64 random permutation; of tied candidates the one with the
            smaller entry comes first.
    """

    parameters: InstanceParameters
    nodes: tuple[str, ...]
    facts: tuple[Triple, ...]
    seeds: tuple[int, ...]
    answer: int
    candidates: IntArray
    passages: tuple[Passage, ...]
    adjacency: SparseArray
    mentions: SparseArray
    tie_order: IntArray

    @property
    def answer_position(self) -> int:
        """Position of the answer among the candidates."""
        return int(np.searchsorted(self.candidates, self.answer))

    @property
    def seed_names(self) -> tuple[str, ...]:
        """(seeds,) the query entities."""
        return tuple(self.nodes[seed] for seed in self.seeds)

    @property
    def question(self) -> str:
        """A question that names all seeds."""
        return render_question(self.seed_names)

    @property
    def reset(self) -> FloatArray:
        """(n_nodes,) float64 reset vector: 1/seeds on each seed, summing to one."""
        reset = np.zeros(len(self.nodes))
        reset[list(self.seeds)] = 1.0 / len(self.seeds)
        return reset


def generate_instance(parameters: InstanceParameters, rng: np.random.Generator) -> Instance:
    """Draw an instance.

    Raises:
        ConfigError, FaultListError: settings out of range (``InstanceParameters.check``).
    """
    parameters.check()
    topology = build_topology(parameters, rng)
    names = draw_names(topology.n_nodes, rng)
    position = rng.permutation(topology.n_nodes)  # role -> node position
    kept = rng.permutation(len(topology.edges))[: parameters.n_facts]
    ends = _directed_ends([topology.edges[index] for index in kept], position, rng)
    relations = rng.integers(len(RELATIONS), size=len(ends))
    facts = tuple(
        Triple(names[subject], RELATIONS[relation], names[object_])
        for (subject, object_), relation in zip(ends.tolist(), relations.tolist(), strict=True)
    )
    roles = [parameters.seeds, *topology.dead_ends]
    return Instance(
        parameters=parameters,
        nodes=names,
        facts=facts,
        seeds=tuple(int(node) for node in position[: parameters.seeds]),
        answer=int(position[parameters.seeds]),
        candidates=np.sort(position[roles]),
        passages=render_passages(facts),
        adjacency=_adjacency(ends, topology.n_nodes),
        mentions=_mentions(ends, topology.n_nodes),
        tie_order=rng.permutation(len(roles)),
    )


def instance_rng(parameters: InstanceParameters, seed: int, index: int) -> np.random.Generator:
    """The generator of instance ``index`` of a run; it does not depend on how many are made.

    Its entropy is (seed, number of seeds, hops of each seed, index), so settings other than the
    chains share their draws where they can.
    """
    hops = parameters.hops_per_seed
    return np.random.default_rng(np.random.SeedSequence((seed, len(hops), *hops, index)))


def _directed_ends(edges: Sequence[Edge], position: IntArray, rng: np.random.Generator) -> IntArray:
    """(n_facts, 2) node positions of subject and object, each direction with probability 1/2."""
    ends = position[np.array(edges, dtype=np.int64).reshape(-1, 2)]
    flipped = rng.integers(2, size=len(ends)).astype(bool)
    ends[flipped] = ends[flipped, ::-1]
    return ends


def _adjacency(ends: IntArray, n_nodes: int) -> SparseArray:
    rows, columns = np.concatenate([ends, ends[:, ::-1]]).T
    ones = np.ones(len(rows))
    from scipy import sparse

    return sparse.csr_array((ones, (rows, columns)), shape=(n_nodes, n_nodes))


def _mentions(ends: IntArray, n_nodes: int) -> SparseArray:
    pointers = np.arange(0, ends.size + 1, 2)
    columns = np.sort(ends, axis=1).ravel()
    from scipy import sparse

    return sparse.csr_array((np.ones(ends.size), columns, pointers), shape=(len(ends), n_nodes))
