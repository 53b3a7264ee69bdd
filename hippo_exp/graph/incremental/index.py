"""A knowledge graph to which passages are added and from which they are removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hippo_exp.errors import ConfigError, GraphError
from hippo_exp.graph.incremental.arrays import whole_graph
from hippo_exp.graph.incremental.checks import check_known, check_new
from hippo_exp.graph.incremental.rules import Change, IndexedPassage, IndexRules
from hippo_exp.graph.incremental.similar import check_vectors
from hippo_exp.graph.incremental.state import IndexState
from hippo_exp.types import FactTable, KnowledgeGraph, SynonymEdges, Vectors

Encode = Callable[[Sequence[str]], Vectors]
"""Phrases to (n_phrases, dim) float32 vectors of norm 1 or 0; a phrase has one vector."""


class IncrementalIndex:
    """The graph of ``collect_facts``, ``find_synonyms`` and ``build_graph``, kept up to date.

    After any adds and removes the index equals a build from scratch of the passages that are left:
    the same nodes in code-point order, and with passages in the same order the same adjacency,
    matrix P, specificities and counts, to the bit. Passages stand in the order in which they were
    added; :meth:`graph` takes any other. It is taken for granted that a phrase is always encoded
    to the same vector.

    A change costs what it touches (:class:`Change`), with two exceptions. New nodes are searched
    among all nodes: by a product with every vector where vectors are dense, by the postings of a
    phrase's rarer features where they are sparse. And now and then vectors are copied together,
    each a logarithmic number of times in all. Node specificity is a count kept for each node, so
    that a passage changes those of its own nodes alone (paper, section 2.3).

    :meth:`neighbors`, :meth:`specificity` and :meth:`passage` read the index as it is.
    :meth:`graph` and :meth:`node_vectors` make the arrays that retrievers take, which costs what
    the whole graph holds.

    Args:
        rules: as for a build from scratch.
        encode: vectors of new phrases; None keeps no vectors, for ``rules.synonymy=None`` only.

    Raises:
        ConfigError: a rule out of range, or synonymy without an encoder.
    """

    def __init__(self, rules: IndexRules, encode: Encode | None = None) -> None:
        if rules.synonymy is not None:
            rules.synonymy.check()
            if encode is None:
                fix = "pass encode, or rules without synonymy"
                raise ConfigError("synonymy edges need vectors", where="encode", fix=fix)
        self._encode = encode
        self._state = IndexState(rules)

    @classmethod
    def from_index(
        cls,
        rules: IndexRules,
        passages: Sequence[IndexedPassage],
        *,
        nodes: Sequence[str],
        vectors: Vectors,
        synonyms: SynonymEdges | None,
        encode: Encode,
    ) -> IncrementalIndex:
        """Take over an index that was built from scratch; nothing is searched or encoded.

        Args:
            rules: those it was built by.
            passages: (n_passages,) in corpus order.
            nodes, vectors: (n_nodes,) phrases and their (n_nodes, dim) vectors.
            synonyms: what ``find_synonyms`` gave under the same rule; None without synonymy.
            encode: vectors of phrases to come.

        Raises:
            GraphError: nodes that are not those of the passages, or as :meth:`add`.
            ConfigError: synonymy edges without a rule, or a rule without them.
        """
        if (synonyms is None) != (rules.synonymy is None):
            what = f"synonymy edges are {'absent' if synonyms is None else 'given'}"
            raise ConfigError(what, where="synonyms", fix="give them just where rules.synonymy is")
        index = cls(rules, encode)
        table = index._table(passages)
        if tuple(nodes) != table.nodes:
            what = f"{len(nodes)} nodes are not the {len(table.nodes)} of these passages"
            raise GraphError(what, where="nodes", fix="give those that collect_facts found")
        checked = check_vectors(vectors, nodes)
        matrix = index._state.matrix(passages, table)
        index._state.load(passages, table, matrix, checked, synonyms)
        return index

    def add(self, passages: Sequence[IndexedPassage]) -> Change:
        """Add passages behind those that are there.

        Raises:
            GraphError: an id that is there or named twice, or vectors that do not fit; nothing has
                changed then.
            ConfigError: an unknown passage matrix.
        """
        table = self._table(passages)
        matrix = self._state.matrix(passages, table)
        new = self._state.nodes.unknown(table.nodes)
        vectors = None
        if self._encode is not None and new:
            vectors = check_vectors(self._encode(new), new)
        return self._state.add(passages, table, matrix, vectors)

    def remove(self, ids: Sequence[str]) -> Change:
        """Remove passages, with every node that no other passage holds.

        Raises:
            GraphError: an id that is not there or named twice; nothing has changed then.
        """
        check_known(ids, self._state.passages)
        return self._state.remove(ids)

    @property
    def passage_ids(self) -> tuple[str, ...]:
        """(n_passages,) in order of addition."""
        return tuple(self._state.passages)

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self._state.nodes)

    def neighbors(self, phrase: str) -> dict[str, float]:
        """Neighbours of a node and the weights of its edges, in no particular order.

        Raises:
            GraphError: no such node.
        """
        row = self._state.adjacency.rows.get(self._state.number(phrase), {})
        return {self._state.nodes.phrases[number]: weight for number, weight in row.items()}

    def specificity(self, phrase: str) -> float:
        """1 / number of passages that hold a node.

        Raises:
            GraphError: no such node.
        """
        return 1.0 / self._state.nodes.passages[self._state.number(phrase)]

    def passage(self, name: str) -> dict[str, float]:
        """A passage's row of P: its nodes and their entries.

        Raises:
            GraphError: no such passage.
        """
        check_known([name], self._state.passages)
        stored = self._state.passages[name]
        entries = zip(stored.nodes.tolist(), stored.counts.tolist(), strict=True)
        return {self._state.nodes.phrases[number]: count for number, count in entries}

    def graph(self, order: Sequence[str] | None = None) -> KnowledgeGraph:
        """The graph as a build from scratch makes it; costs what the whole graph holds.

        Args:
            order: all passage ids, as a rebuilt corpus would have them; None: order of addition.

        Raises:
            GraphError: an order that does not name every passage once.
        """
        ids = self.passage_ids if order is None else order
        check_known(ids, self._state.passages)
        if len(ids) != len(self._state.passages):
            what = f"{len(ids)} of {len(self._state.passages)} passages are named"
            raise GraphError(what, where="order", fix="name every passage once")
        return whole_graph(self._state, ids)

    def node_vectors(self) -> Vectors:
        """(n_nodes, dim) vectors in the order of the graph's nodes; costs what all of them hold.

        Raises:
            GraphError: the index keeps no vectors.
        """
        if self._encode is None:
            raise GraphError("no vectors are kept", where="index", fix="make it with an encoder")
        numbers = self._state.nodes.in_order()[1]
        return self._state.similar.rows(numbers) if numbers.size else self._encode([])

    def _table(self, passages: Sequence[IndexedPassage]) -> FactTable:
        check_new([passage.id for passage in passages], self._state.passages)
        return self._state.table([passage.extraction for passage in passages])
