"""Retrievers built from settings; rows share every stage that they do not change."""

from __future__ import annotations

from dataclasses import dataclass, field

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.encoding import StoredEncoder, make_encoder
from hippo_exp.pipeline.expansion import make_expansion
from hippo_exp.pipeline.index import Index, build_index
from hippo_exp.pipeline.inputs import Inputs
from hippo_exp.retrieval import (
    BM25Retriever,
    CosineLinker,
    DenseRetriever,
    EnsembleRetriever,
    HippoRAGRetriever,
    Retriever,
)
from hippo_exp.storage import Store, digest_json
from hippo_exp.text import ANALYZERS, NORMALIZERS


@dataclass
class Workbench:
    """Everything that the rows of one table have in common.

    Attributes:
        inputs: data set and extractions.
        store: stage outputs on disk.
        solves: how PageRank was solved, each distinct report once.
    """

    inputs: Inputs
    store: Store
    solves: list[dict[str, object]] = field(default_factory=list)
    _indexes: dict[str, Index] = field(default_factory=dict)
    _dense: dict[str, DenseRetriever] = field(default_factory=dict)

    def retriever(self, settings: RetrievalSettings, name: str) -> Retriever:
        """The retriever ``name`` under a row's settings."""
        if name == "bm25":
            return self._bm25(settings)
        if name == "dense":
            return self.dense(settings)
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
                settings, self.inputs.dataset, extraction, self._encoder(settings), self.store
            )
        return self._indexes[key]

    def dense(self, settings: RetrievalSettings) -> DenseRetriever:
        """The dense retriever of the row's encoder."""
        key = digest_json(settings.encoder.model_dump(mode="json"))
        if key not in self._dense:
            encoder = self._encoder(settings)
            vectors = encoder.encode(self._contents(), "passage")
            self._dense[key] = DenseRetriever(vectors, encoder.queries)
        return self._dense[key]

    def hipporag(self, settings: RetrievalSettings) -> HippoRAGRetriever:
        """HippoRAG under the row's settings."""
        options = settings.retriever.hipporag
        index = self.index(settings)
        return HippoRAGRetriever(
            index.graph,
            linker=CosineLinker(index.node_vectors, self._encoder(settings).phrases),
            normalize=NORMALIZERS[settings.graph.normalizer],
            expand=make_expansion(settings.expansion, index, self._record),
            node_specificity=options.node_specificity,
            link_merge=options.link_merge,
            no_entity=options.no_entity,
            fallback=self.dense(settings) if options.no_entity == "dense" else None,
        )

    def _record(self, report: dict[str, object]) -> None:
        if report not in self.solves:
            self.solves.append(report)

    def _bm25(self, settings: RetrievalSettings) -> BM25Retriever:
        options = settings.retriever.bm25
        analyze = ANALYZERS[options.analyzer]
        return BM25Retriever(self._contents(), analyze=analyze, k1=options.k1, b=options.b)

    def _encoder(self, settings: RetrievalSettings) -> StoredEncoder:
        return StoredEncoder(make_encoder(settings.encoder), self.store)

    def _contents(self) -> list[str]:
        return [passage.contents for passage in self.inputs.dataset.passages]
