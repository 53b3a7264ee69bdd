"""One explained question as plain values, in the order in which a reader meets them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hippo_exp.reporting.explain.drawn import Drawing, EdgeKind

PartKind = Literal["node", "fact", "term", "restart", "retriever", "similarity", "mass"]


@dataclass(frozen=True, slots=True)
class Asked:
    """The question.

    Attributes:
        id: of the data set's question; empty for one that it has not.
        text, kind, hops, answers: as the data set has them.
        entities: query entities, in order.
        entities_from: where they are from, one clause.
        gold: titles of the gold passages; empty where there is no gold.
    """

    id: str
    text: str
    kind: str
    hops: int | None
    answers: tuple[str, ...]
    entities: tuple[str, ...]
    entities_from: str
    gold: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinkedEntity:
    """A query entity and the node that it starts.

    Attributes:
        entity, phrase: as given, and normalised.
        node: the linked node; None where there is none.
        cosine: similarity of phrase and node.
        passages: number of passages that hold the node.
        specificity: 1 / passages.
        weight: restart weight of the node.
        share: that weight over the sum of all.
    """

    entity: str
    phrase: str
    node: str | None
    cosine: float
    passages: int
    specificity: float
    weight: float
    share: float


@dataclass(frozen=True, slots=True)
class LinkedFact:
    """A fact that the question is linked to, with its score in [0, 1]."""

    subject: str
    relation: str
    object: str
    score: float
    kept: bool


@dataclass(frozen=True, slots=True)
class Share:
    """What one source sends to a node or a passage.

    Attributes:
        source: a restart node, or ``passage reset``.
        amount: its part; the parts of all sources sum to the whole.
    """

    source: str
    amount: float


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a way.

    Attributes:
        source, target: the nodes, or the title of a passage.
        kind: where the edge is from.
        relation: of its first fact; empty for a synonymy edge.
        forward: whether ``source`` is the subject of that fact.
        n_facts: facts on the edge.
        similarity: of the synonymy hit; 0 without one.
        passages: titles of the passages that state the facts.
    """

    source: str
    target: str
    kind: EdgeKind
    relation: str
    forward: bool
    n_facts: int
    similarity: float
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """The likeliest walk from a restart node to a node.

    Attributes:
        source: the restart node.
        steps: its edges; none where the node is the restart node itself.
        carried: part of the node's mass that goes exactly this way; None where the expansion is
            no PageRank.
    """

    source: str
    steps: tuple[Step, ...]
    carried: float | None


@dataclass(frozen=True, slots=True)
class NodeMass:
    """A node of the graph.

    Attributes:
        node, position: the phrase, and its place in the index.
        mass: its score after expansion.
        passages: number of passages that hold it.
        shares: its mass by source; empty where the expansion is not linear.
        way: how most of it comes here; None where most is from the passage reset.
    """

    node: str
    position: int
    mass: float
    passages: int
    shares: tuple[Share, ...]
    way: Way | None


@dataclass(frozen=True, slots=True)
class Part:
    """What one thing adds to a passage's score.

    Attributes:
        kind: ``node`` (a phrase), ``fact``, ``term`` (of BM25), ``restart`` (at the passage
            itself), ``retriever`` (of several), ``similarity`` (of question and passage vectors),
            ``mass`` (of the passage, undivided).
        label: the phrase, fact, term or retriever.
        amount: what it adds.
        count, node_score: of a node under HippoRAG, whose amount is their product.
    """

    kind: PartKind
    label: str
    amount: float
    count: float | None = None
    node_score: float | None = None


@dataclass(frozen=True, slots=True)
class PassageScore:
    """A passage and the parts of its score.

    Attributes:
        rank: from 1.
        name: its title, with the id where others have the same.
        position, id, title, text: of the corpus.
        gold: whether it is a gold passage.
        score: as the retriever returns it.
        mixture: of several retrievers, each one's part; sums to ``score``.
        raw: before min-max normalisation; None where the score is not normalised, or where the
            graph did not make it.
        low, high: the least and greatest raw score of the corpus: ``score`` (or HippoRAG's in a
            mixture) is (raw - low) / (high - low).
        parts: by node, term or the like; sums to ``raw``, else to ``score``.
        facts: the same by fact of the passage, with everything that is no fact's.
        shares: the same by source; empty where the expansion is not linear.
    """

    rank: int
    name: str
    position: int
    id: str
    title: str
    text: str
    gold: bool
    score: float
    mixture: tuple[Part, ...]
    raw: float | None
    low: float | None
    high: float | None
    parts: tuple[Part, ...]
    facts: tuple[Part, ...]
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class GoldPlace:
    """Where a gold passage is ranked; the best of those with its key, ranks from 1."""

    title: str
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a gold passage is missing from the top, by the rules of ``evaluation.errors``."""

    title: str
    rank: int
    cause: str
    evidence: str
    text: str


@dataclass(frozen=True, slots=True)
class Explained:
    """Everything that is said of one question under one method.

    Attributes:
        dataset, method, encoder, preset: names; encoder empty for BM25.
        settings: ``key=value`` of what is not as shipped.
        command: makes this explanation again.
        question: what is asked.
        n_passages: size of the corpus.
        outcome: see the retriever.
        depth: a gold passage below this rank is missing.
        entities: query entities as they are linked; empty for methods without.
        linked_facts: facts that the question is linked to; empty for methods without.
        nodes: those of most mass.
        passages: the best, then gold passages below them.
        gold: place of each gold passage, in the order of their ranks.
        causes: why gold passages are missing.
        drawing: None for methods without a graph.
        notes: what must be known to read the rest.
    """

    dataset: str
    method: str
    encoder: str
    preset: str
    settings: tuple[str, ...]
    command: str
    question: Asked
    n_passages: int
    outcome: str
    depth: int
    entities: tuple[LinkedEntity, ...]
    linked_facts: tuple[LinkedFact, ...]
    nodes: tuple[NodeMass, ...]
    passages: tuple[PassageScore, ...]
    gold: tuple[GoldPlace, ...]
    causes: tuple[Cause, ...]
    drawing: Drawing | None
    notes: tuple[str, ...]
