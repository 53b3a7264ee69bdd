"""Retrievers built from settings; rows share every stage that they do not change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.llm.multi_step import inner_of, make_ircot
from hippo_exp.pipeline.llm.session import LLMSession
from hippo_exp.pipeline.retrievers.beyond import BEYOND, FUSIONS
from hippo_exp.pipeline.retrievers.encoding import AnyStoredEncoder, StoredEncoder, stored_encoder
from hippo_exp.pipeline.retrievers.expansion import make_expansion
from hippo_exp.pipeline.retrievers.identity import method_identity
from hippo_exp.pipeline.retrievers.index import Index, build_index
from hippo_exp.pipeline.retrievers.searched import Searched
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.pipeline.source.propositions import propositions_of
from hippo_exp.pipeline.source.summaries import summary_tree
from hippo_exp.reporting import Stopwatch
from hippo_exp.retrieval import (
    BM25Retriever,
    CosineLinker,
    DenseRetriever,
    EnsembleRetriever,
    Expand,
    HippoRAGRetriever,
    LateInteractionLinker,
    LateInteractionRetriever,
    Linker,
    PropositionRetriever,
    Retriever,
)
from hippo_exp.retrieval.raptor import RaptorRetriever
from hippo_exp.storage import Store, digest_json
from hippo_exp.text import ANALYZERS, NORMALIZERS


@dataclass
class Workbench:
    """Everything that the rows of one table have in common.

    Attributes:
        inputs: data set and extractions.
        store: stage outputs on disk.
        solves: how PageRank was solved, each distinct report once.
        watch: times the stages.
        llm: the language model; None where no row asks one.
    """

    inputs: Inputs
    store: Store
    watch: Stopwatch = field(default_factory=Stopwatch)
    llm: LLMSession | None = None
    solves: list[dict[str, object]] = field(default_factory=list)
    _indexes: dict[str, Index] = field(default_factory=dict)
    _dense: dict[str, Retriever] = field(default_factory=dict)
    _solvers: dict[str, list[str]] = field(default_factory=dict)

    def retriever(self, settings: RetrievalSettings, name: str) -> Retriever:
        """The retriever ``name`` (``RowSettings.method``) under a row's settings."""
        inner = inner_of(name)
        if inner is not None:
            assert self.llm is not None
            found = self.retriever(settings, inner)
            return make_ircot(settings, inner, found, self.inputs.dataset, self.llm)
        if name == "bm25":
            return self.bm25(settings)
        if name == "dense":
            return self.dense(settings)
        if name == "proposition":
            return self._proposition(settings)
        if name == "raptor":
            return self._raptor(settings)
        if name in BEYOND:
            return BEYOND[name](self, settings)
        hipporag = self.hipporag(settings)
        if name == "hipporag":
            return hipporag
        ensemble = settings.retriever.ensemble
        return EnsembleRetriever(
            hipporag, self.dense(settings), threshold=ensemble.threshold, weight=ensemble.weight
        )

    def index(self, settings: RetrievalSettings) -> Index:
        """The knowledge graph of a row, built once per distinct construction."""
        plain = settings.model_dump(mode="json", include={"openie", "encoder", "graph"})
        synonymy = settings.synonymy.model_dump() if settings.synonymy.enabled else None
        key = digest_json(plain | {"synonymy": synonymy})
        if key not in self._indexes:
            extraction = self.inputs.extraction(settings)
            self._indexes[key] = build_index(
                settings, self.inputs.dataset, extraction, self.encoder(settings), self.store
            )
        return self._indexes[key]

    def dense(self, settings: RetrievalSettings) -> Retriever:
        """The retriever of the passages by the row's encoder, by single vectors or tokens."""
        return self._over(settings, self._contents())

    def hipporag(self, settings: RetrievalSettings) -> HippoRAGRetriever:
        """HippoRAG under the row's settings."""
        options = settings.retriever.hipporag
        index = self.index(settings)
        return HippoRAGRetriever(
            index.graph,
            linker=_linker(index, self.encoder(settings)),
            normalize=NORMALIZERS[settings.graph.normalizer],
            expand=self.expansion(settings, index.phrases, "hipporag"),
            node_specificity=options.node_specificity,
            link_merge=options.link_merge,
            link_empty=settings.graph.keep_empty_phrases,
            no_entity=options.no_entity,
            fallback=self.dense(settings) if options.no_entity == "dense" else None,
        )

    def expansion(self, settings: RetrievalSettings, graph: Searched, name: str) -> Expand:
        """The row's expansion over a graph; its solves are recorded for the retriever ``name``."""
        record = partial(self._record, _ranked_as(settings, name))
        return make_expansion(settings.expansion, graph, record, self.watch)

    def solvers(self, settings: RetrievalSettings, name: str) -> tuple[str, ...]:
        """The PageRank solvers that a row's questions were given to, in the order of use."""
        plain = name if name in BEYOND and name not in FUSIONS else "hipporag"
        return tuple(self._solvers.get(_ranked_as(settings, plain), ()))

    def _record(self, ranked_as: str, report: dict[str, object]) -> None:
        if report not in self.solves:
            self.solves.append(report)
        names = self._solvers.setdefault(ranked_as, [])
        if str(report["solver"]) not in names:
            names.append(str(report["solver"]))

    def bm25(self, settings: RetrievalSettings) -> BM25Retriever:
        """BM25 under the row's settings."""
        options = settings.retriever.bm25
        analyze = ANALYZERS[options.analyzer]
        return BM25Retriever(self._contents(), analyze=analyze, k1=options.k1, b=options.b)

    def _proposition(self, settings: RetrievalSettings) -> PropositionRetriever:
        passages = self.inputs.dataset.passages
        found = propositions_of(settings, passages)
        inner = self._over(settings, found.texts)
        return PropositionRetriever(inner, found.passages, len(passages))

    def _raptor(self, settings: RetrievalSettings) -> RaptorRetriever:
        contents = self._contents()
        tree = summary_tree(settings, contents)
        inner = self._over(settings, tree.texts(contents))
        return RaptorRetriever(inner, tree, reading=settings.retriever.raptor.reading)

    def _over(self, settings: RetrievalSettings, texts: Sequence[str]) -> Retriever:
        """A retriever of texts by the row's encoder, made once for each list of texts."""
        key = digest_json([settings.encoder.model_dump(mode="json"), list(texts)])
        if key not in self._dense:
            encoder = self.encoder(settings)
            if isinstance(encoder, StoredEncoder):
                vectors = encoder.encode(texts, "passage")
                self._dense[key] = DenseRetriever(vectors, encoder.queries)
            else:
                tokens = encoder.documents(texts)
                self._dense[key] = LateInteractionRetriever(tokens, encoder.queries)
        return self._dense[key]

    def encoder(self, settings: RetrievalSettings) -> AnyStoredEncoder:
        """The row's encoder, its vectors kept in the store."""
        return stored_encoder(settings.encoder, self.store, self.watch)

    def _contents(self) -> list[str]:
        return [passage.contents for passage in self.inputs.dataset.passages]


def _linker(index: Index, encoder: AnyStoredEncoder) -> Linker:
    if isinstance(encoder, StoredEncoder):
        assert index.node_vectors is not None
        return CosineLinker(index.node_vectors, encoder.phrases)
    assert index.node_tokens is not None
    return LateInteractionLinker(index.node_tokens, encoder.tokens)


def _ranked_as(settings: RetrievalSettings, name: str) -> str:
    """Rows of one method are ranked once; how that was solved holds for all of them."""
    return digest_json(method_identity(settings, name))
