"""Synonymy edges by the encoder's own similarity, kept in the store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hippo_exp.config.schema import ColBERTSettings, RetrievalSettings
from hippo_exp.config.schema.method import SynonymySettings
from hippo_exp.encoders import TokenVectors
from hippo_exp.graph import find_late_interaction_synonyms, find_synonyms
from hippo_exp.pipeline.progress import Progress
from hippo_exp.pipeline.retrievers.stored_encoders import StoredEncoder, StoredTokenEncoder
from hippo_exp.storage import Store, digest_json
from hippo_exp.types import SynonymEdges, Vectors

VERSION = 2
_WORTH_SAYING = 5000
"""Nodes from which on the search is announced."""


def cosine_synonyms(
    options: SynonymySettings,
    nodes: Sequence[str],
    vectors: Vectors,
    encoder: StoredEncoder,
    store: Store,
) -> SynonymEdges | None:
    """Synonymy edges by cosine (official behaviour, row 5); None where they are switched off.

    Args:
        options: threshold, cap, which nodes are sources.
        nodes: (n_nodes,) phrases.
        vectors: (n_nodes, dim) their vectors.
        encoder: what made the vectors.
        store: keeps the edges.
    """
    if not options.enabled:
        return None
    key = _key(options, options.max_neighbors, nodes, encoder.encoder.identity)

    def compute() -> SynonymEdges:
        with Progress("synonymy edges", len(nodes), "nodes") as progress:
            if len(nodes) >= _WORTH_SAYING:
                progress.start()
            return find_synonyms(
                vectors,
                nodes,
                threshold=options.threshold,
                max_neighbors=options.max_neighbors,
                min_alnum=options.min_alnum,
                alnum=options.alnum,
                memory_mb=options.memory_mb,
            )

    return _stored(store, key, compute)


def late_interaction_synonyms(
    settings: RetrievalSettings,
    nodes: Sequence[str],
    documents: TokenVectors,
    encoder: StoredTokenEncoder,
    store: Store,
) -> SynonymEdges | None:
    """Synonymy edges by late interaction (official behaviour, row 6); None where switched off.

    Args:
        settings: the cap is the smaller of ``synonymy.max_neighbors`` and
            ``encoder.max_synonyms``.
        nodes: (n_nodes,) phrases.
        documents: their token vectors, as documents.
        encoder: what made them; its vectors of the nodes as queries are not kept.
        store: keeps the edges.
    """
    options = settings.synonymy
    if not options.enabled:
        return None
    cap = options.max_neighbors
    if isinstance(settings.encoder, ColBERTSettings):
        cap = min(cap, settings.encoder.max_synonyms)
    key = _key(options, cap, nodes, encoder.encoder.identity)

    def compute() -> SynonymEdges:
        with Progress("synonymy edges", len(nodes), "nodes") as progress:
            if len(nodes) >= _WORTH_SAYING:
                progress.start()

            def queries(texts: Sequence[str]) -> TokenVectors:
                progress.advance(len(texts))
                return encoder.encoder.encode_tokens(texts, "query")

            return find_late_interaction_synonyms(
                documents,
                nodes,
                queries,
                threshold=options.threshold,
                max_neighbors=cap,
                min_alnum=options.min_alnum,
                alnum=options.alnum,
                memory_mb=options.memory_mb,
            )

    return _stored(store, key, compute)


def _key(
    options: SynonymySettings, cap: int, nodes: Sequence[str], identity: Mapping[str, object]
) -> dict[str, object]:
    return {
        "threshold": options.threshold,
        "max_neighbors": cap,
        "min_alnum": options.min_alnum,
        "alnum": options.alnum,
        "encoder": dict(identity),
        "nodes": digest_json(list(nodes)),
    }


def _stored(
    store: Store, key: Mapping[str, object], compute: Callable[[], SynonymEdges]
) -> SynonymEdges:
    def arrays() -> Mapping[str, NDArray[np.generic]]:
        edges = compute()
        return {"source": edges.source, "target": edges.target, "score": edges.score}

    stored = store.arrays("synonymy", VERSION, key, arrays)
    return SynonymEdges(
        source=stored["source"].astype(np.int64),
        target=stored["target"].astype(np.int64),
        score=stored["score"].astype(np.float32),
    )
