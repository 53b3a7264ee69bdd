"""An index of a corpus: the graph, the encoder, and the retrievers over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hippo_exp.api.corpus import Corpus
from hippo_exp.config import cache_root
from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.config.schema.retrievers import on_graph
from hippo_exp.errors import ConfigError, DataError, EncoderError
from hippo_exp.pipeline.planning.availability import encoder_gaps
from hippo_exp.pipeline.planning.gaps import reason_of, remedy_of
from hippo_exp.pipeline.planning.one_method import (
    TABLE_ONLY,
    check_method,
    has_graph,
    method_row,
    method_settings,
)
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.retrieval import Retriever
from hippo_exp.storage import Store
from hippo_exp.types import FactTable, KnowledgeGraph

_OF_CORPUS = ("dataset", "query_ner", "limit", "data")
"""Settings that are given where the data set is loaded."""


@dataclass(frozen=True, repr=False)
class SearchIndex:
    """What :func:`hippo_exp.build_index` gives.

    Attributes:
        corpus: what is searched.
        settings: resolved, every default included.
        bench: encodings, graph and retrievers, each made once.
    """

    corpus: Corpus
    settings: RetrievalSettings
    bench: Workbench = field(repr=False)
    _retrievers: dict[str, Retriever] = field(default_factory=dict, repr=False)

    @property
    def has_graph(self) -> bool:
        """Whether there are triples, so that the methods on the graph can search."""
        if self.corpus.in_memory:
            return bool(self.corpus.inputs.generated)
        return has_graph(self.settings)

    @property
    def graph(self) -> KnowledgeGraph:
        """Phrases, adjacency, the matrix P, specificity; shapes: ``KnowledgeGraph``.

        Raises:
            DataError: there are no triples.
        """
        self._require_graph("the graph")
        return self.bench.index(self.settings).graph

    @property
    def facts(self) -> FactTable:
        """The facts of the graph and the passages that state them; shapes: ``FactTable``.

        Raises:
            DataError: there are no triples.
        """
        self._require_graph("the fact table")
        return self.bench.index(self.settings).facts

    @property
    def counts(self) -> Mapping[str, int]:
        """Statistics of the graph by name, as in tables 1 and 8; empty without triples."""
        return self.graph.counts if self.has_graph else {}

    def retriever(self, method: str, *, own_entities: bool) -> Retriever:
        """The retriever of a method.

        Args:
            method: see :func:`hippo_exp.retrieve`.
            own_entities: whether the questions bring query entities, so that those of the data
                set need not be there.

        Raises:
            ConfigError: an unknown method.
            DataError: what it needs is not there.
        """
        method_row(method)
        if not self.corpus.in_memory:
            check_method(self.settings, method, self.corpus.inputs, own_entities=own_entities)
        elif on_graph(method):
            self._require_graph(method)
        elif method in ("proposition", "raptor"):
            fix = "use bm25, dense or a method on the graph"
            raise DataError(f"{method} needs files, and this corpus has none", fix=fix)
        if method not in self._retrievers:
            self._retrievers[method] = self.bench.retriever(self.settings, method)
        return self._retrievers[method]

    def _require_graph(self, what: str) -> None:
        if not self.has_graph:
            fix = "load the data set with triples, or search by bm25 or dense"
            raise DataError(f"{what} needs triples", where=self.corpus.name, fix=fix)

    def __repr__(self) -> str:
        name = f"index of {self.corpus.name}, encoder {self.settings.encoder.name}"
        if not self.has_graph:
            return f"<{name}: no triples, bm25 and dense only>"
        counts = self.counts
        parts = [f"{counts[key]:,} {key.replace('_', ' ')}" for key in ("nodes", "facts")]
        return f"<{name}: {', '.join(parts)}, {counts['synonymy_pairs']:,} synonymy edges>"


def build_index(
    dataset: Corpus, *settings: str, encoder: str = "char_ngram", preset: str | None = None
) -> SearchIndex:
    """Build the index of a data set: facts, phrase vectors, synonymy edges, graph.

    >>> index = build_index(dataset)
    >>> index = build_index(dataset, "synonymy.threshold=0.9", encoder="minilm")
    >>> index.graph.adjacency.shape                               # (n_nodes, n_nodes)

    Vectors and synonymy edges are kept in the cache (``HIPPO_EXP_CACHE``) by their contents, so
    that a second call is quick. Without triples only ``bm25`` and ``dense`` can search.

    Args:
        dataset: of :func:`load_dataset`.
        *settings: ``key=value`` as of an experiment, for example ``expansion.restart_prob=0.3``,
            ``expansion=query_nodes``, ``retriever.bm25.k1=0.9``.
        encoder: ``char_ngram`` (needs nothing), ``minilm``, ``contriever``, ``gtr``, ``colbertv2``.
        preset: ``paper`` (the released code), ``clean`` or ``recommended``; None for the data set's
            own.

    Returns:
        The index; ``graph``, ``facts`` and ``counts`` show what is in it.

    Raises:
        FaultListError: everything that is wrong with the settings.
        DataError: triples that are damaged or of another corpus.
        EncoderError: weights or packages that are not there.

    Source: paper, section 2.3; each step with its file: docs/method_to_code.md.
    """
    faulty = [text for text in settings if text.split("=")[0].split(".")[0] in _OF_CORPUS]
    if faulty:
        fix = "give it to load_dataset"
        raise ConfigError("a setting of the data set", where=faulty[0], fix=fix)
    chosen = [*dataset.settings, f"encoder={encoder}", *([f"preset={preset}"] if preset else [])]
    resolved = method_settings(
        None, [*chosen, *settings], unused=TABLE_ONLY, files=not dataset.in_memory
    )
    gaps = encoder_gaps(resolved)
    if gaps:
        raise EncoderError(f"no encoder {encoder}: {reason_of(gaps)}", fix=remedy_of(gaps))
    bench = Workbench(dataset.inputs, Store(cache_root(resolved.cache.root)))
    index = SearchIndex(dataset, resolved, bench)
    if index.has_graph:
        bench.index(resolved)
    return index
