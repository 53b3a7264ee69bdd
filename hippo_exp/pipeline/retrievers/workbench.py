"""Retrievers built from settings; rows share every stage that they do not change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.llm.multi_step import inner_of, make_ircot
from hippo_exp.pipeline.llm.session import LLMSession
from hippo_exp.pipeline.retrievers.expansion import make_expansion
from hippo_exp.pipeline.retrievers.identity_parts import method_identity
from hippo_exp.pipeline.retrievers.index import Index, build_index
from hippo_exp.pipeline.retrievers.makers import MAKERS
from hippo_exp.pipeline.retrievers.searched import Searched
from hippo_exp.pipeline.retrievers.stored_encoders import (
    AnyStoredEncoder,
    StoredEncoder,
    stored_encoder,
)
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.reporting import Stopwatch
from hippo_exp.retrieval import (
    BM25Retriever,
    CosineLinker,
    DenseRetriever,
    Expand,
    HippoRAGRetriever,
    LateInteractionLinker,
    LateInteractionRetriever,
    Linker,
    Retriever,
)
from hippo_exp.storage import Store, digest_json
from hippo_exp.text import ANALYZERS, NORMALIZERS

_INDEXES_HELD = 8
"""Indexes held in memory; a sweep over thresholds makes many, each soon made again."""
_AS_HIPPORAG = ("hipporag_ensemble", "score_fusion", "rank_fusion")
"""Retrievers that search the graph by HippoRAG itself."""


@dataclass
class Workbench:
    """Everything that the rows of one table have in common.

    Attributes:
        inputs: data set and extractions.
        store: stage outputs on disk.
        watch: times the stages.
        llm: the language model; None where no row asks one.
        query_store: keeps the vectors of questions and their entities; None for ``store``. Where
            questions are timed, it keeps nothing, so that each of them is encoded.
    """

    inputs: Inputs
    store: Store
    watch: Stopwatch = field(default_factory=Stopwatch)
    llm: LLMSession | None = None
    query_store: Store | None = None
    _indexes: dict[str, Index] = field(default_factory=dict)
    _dense: dict[str, Retriever] = field(default_factory=dict)
    _solves: dict[str, list[Mapping[str, object]]] = field(default_factory=dict)

    def retriever(self, settings: RetrievalSettings, name: str) -> Retriever:
        """The retriever ``name`` (``RowSettings.method``) under a row's settings."""
        inner = inner_of(name)
        if inner is not None:
            assert self.llm is not None
            found = self.retriever(settings, inner)
            return make_ircot(settings, inner, found, self.inputs.dataset, self.llm)
        return MAKERS[name](self, settings)

    def index(self, settings: RetrievalSettings) -> Index:
        """The knowledge graph of a row, built once per distinct construction."""
        plain = settings.model_dump(mode="json", include={"openie", "encoder", "graph"})
        synonymy = settings.synonymy.model_dump() if settings.synonymy.enabled else None
        key = digest_json(plain | {"synonymy": synonymy})
        if key not in self._indexes:
            extraction = self.inputs.extraction(settings)
            index = build_index(
                settings, self.inputs.dataset, extraction, self.encoder(settings), self.store
            )
            while len(self._indexes) >= _INDEXES_HELD:
                del self._indexes[next(iter(self._indexes))]
            self._indexes[key] = index
        return self._indexes[key]

    def dense(self, settings: RetrievalSettings) -> Retriever:
        """The retriever of the passages by the row's encoder, by single vectors or tokens."""
        return self.over(settings, self._contents(), self.inputs.dataset.digest)

    def hipporag(self, settings: RetrievalSettings) -> HippoRAGRetriever:
        """HippoRAG under the row's settings."""
        options = settings.retriever.hipporag
        index = self.index(settings)
        return HippoRAGRetriever(
            index.graph,
            linker=_linker(index, self.query_encoder(settings)),
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

    def solves(self, settings: RetrievalSettings, name: str) -> tuple[Mapping[str, object], ...]:
        """How PageRank was solved for a row's questions, each distinct report once."""
        return tuple(self._solves.get(_ranked_as(settings, _solved_as(settings, name)), ()))

    def all_solves(self) -> list[Mapping[str, object]]:
        """How PageRank was solved for any row, each distinct report once."""
        distinct: list[Mapping[str, object]] = []
        for report in chain.from_iterable(self._solves.values()):
            if report not in distinct:
                distinct.append(report)
        return distinct

    def recall_solves(
        self, settings: RetrievalSettings, name: str, reports: Sequence[Mapping[str, object]]
    ) -> None:
        """Take over the reports of a row whose rankings were kept from an earlier run."""
        for report in reports:
            self._record(_ranked_as(settings, _solved_as(settings, name)), report)

    def _record(self, ranked_as: str, report: Mapping[str, object]) -> None:
        reports = self._solves.setdefault(ranked_as, [])
        if report not in reports:
            reports.append(report)

    def bm25(self, settings: RetrievalSettings) -> BM25Retriever:
        """BM25 under the row's settings."""
        options = settings.retriever.bm25
        analyze = ANALYZERS[options.analyzer]
        return BM25Retriever(self._contents(), analyze=analyze, k1=options.k1, b=options.b)

    def over(self, settings: RetrievalSettings, texts: Sequence[str], digest: str) -> Retriever:
        """A retriever of texts by the row's encoder, made once for each list of texts.

        Args:
            settings: the row's.
            texts: (n_texts,) what is scored.
            digest: of the texts, or of what they come from.
        """
        key = digest_json([settings.encoder.model_dump(mode="json"), digest])
        if key not in self._dense:
            encoder, asked = self.encoder(settings), self.query_encoder(settings)
            if isinstance(encoder, StoredEncoder):
                assert isinstance(asked, StoredEncoder)
                vectors = encoder.encode(texts, "passage")
                self._dense[key] = DenseRetriever(vectors, asked.queries)
            else:
                assert not isinstance(asked, StoredEncoder)
                tokens = encoder.documents(texts)
                self._dense[key] = LateInteractionRetriever(tokens, asked.queries)
        return self._dense[key]

    def encoder(self, settings: RetrievalSettings) -> AnyStoredEncoder:
        """The row's encoder, its vectors kept in the store."""
        return stored_encoder(settings.encoder, self.store, self.watch)

    def query_encoder(self, settings: RetrievalSettings) -> AnyStoredEncoder:
        """The same for questions and their entities."""
        store = self.store if self.query_store is None else self.query_store
        return stored_encoder(settings.encoder, store, self.watch)

    def _contents(self) -> list[str]:
        return [passage.contents for passage in self.inputs.dataset.passages]


def _linker(index: Index, encoder: AnyStoredEncoder) -> Linker:
    if isinstance(encoder, StoredEncoder):
        assert index.node_vectors is not None
        return CosineLinker(index.node_vectors, encoder.phrases)
    assert index.node_tokens is not None
    return LateInteractionLinker(index.node_tokens, encoder.tokens)


def _solved_as(settings: RetrievalSettings, name: str) -> str:
    """The retriever under whose name a row's solves are recorded."""
    if name == "perfect_reader" and settings.retriever.perfect_reader is not None:
        name = settings.retriever.perfect_reader.inner
    return "hipporag" if name in _AS_HIPPORAG else name


def _ranked_as(settings: RetrievalSettings, name: str) -> str:
    """Rows of one method are ranked once; how that was solved holds for all of them."""
    return digest_json(method_identity(settings, name))
