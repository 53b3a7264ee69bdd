"""Which phrases of a corpus and its questions are one entity, by the row's synonymy edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.errors import ConfigError
from hippo_exp.pathfinding.classes import Identity, merged_identity, named_only
from hippo_exp.pipeline.retrievers.index import Index
from hippo_exp.pipeline.retrievers.stored_encoders import AnyStoredEncoder, StoredEncoder
from hippo_exp.pipeline.retrievers.synonyms import cosine_synonyms
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.retrieval import CosineLinker
from hippo_exp.storage import Store
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import Extraction


class Indexed(Protocol):
    """What entities are told from; the workbench has it."""

    inputs: Inputs
    store: Store

    def index(self, settings: RetrievalSettings) -> Index:
        """The knowledge graph."""
        ...

    def encoder(self, settings: RetrievalSettings) -> AnyStoredEncoder:
        """The encoder."""
        ...


def entity_identity(
    parts: Indexed, settings: RetrievalSettings, *, answers: bool = False
) -> Identity:
    """Phrase -> entity: by the row's normaliser, and merged by its synonymy edges if it has any.

    A query entity that is no node of the graph stands for the nearest one, where their cosine
    reaches the threshold of synonymy edges. Numbers and dates are no entities.

    Args:
        parts: graph, encoder, questions.
        settings: the row's.
        answers: whether accepted answers stand for their nearest nodes likewise.

    Raises:
        ConfigError: the encoder gives one vector for each token.
    """
    normalize = NORMALIZERS[settings.graph.normalizer]
    if not settings.synonymy.enabled:
        return named_only(normalize)
    encoder, index = parts.encoder(settings), parts.index(settings)
    if not isinstance(encoder, StoredEncoder) or index.node_vectors is None:
        raise ConfigError(
            "entities are merged by single vectors, and this encoder gives one for each token",
            where=f"encoder {settings.encoder.name}",
            fix="choose another with encoder=NAME, or set synonymy.enabled=false",
        )
    nodes = index.facts.nodes
    edges = cosine_synonyms(settings.synonymy, nodes, index.node_vectors, encoder, parts.store)
    assert edges is not None
    ends = zip(edges.source.tolist(), edges.target.tolist(), edges.score.tolist(), strict=True)
    alike = [(nodes[source], nodes[target], score) for source, target, score in ends]
    questions = parts.inputs.dataset.questions
    asked = [entity for question in questions for entity in question.entities or ()]
    if answers:
        asked += [answer for question in questions for answer in question.answers]
    unknown = _without(dict.fromkeys(map(normalize, asked)), nodes)
    links = CosineLinker(index.node_vectors, encoder.phrases).link(unknown)
    found = zip(unknown, links.nodes.tolist(), links.cosines.tolist(), strict=True)
    near = {p: nodes[n] for p, n, cosine in found if cosine >= settings.synonymy.threshold}
    return named_only(merged_identity(normalize, alike, near))


def passage_names(extraction: Extraction, identity: Identity) -> list[Mapping[str, str]]:
    """(n_passages,) entity -> the phrase by which the passage's triples, or its named entities,
    first name it."""
    named: list[Mapping[str, str]] = []
    for record in extraction.passages:
        ends = [end for row in record.rows if len(row) == 3 for end in (row[0], row[2])]
        phrases: dict[str, str] = {}
        for phrase in (*ends, *record.entities):
            entity = identity(phrase)
            if entity:
                phrases.setdefault(entity, phrase)
        named.append(phrases)
    return named


def _without(phrases: Iterable[str], nodes: Iterable[str]) -> list[str]:
    known = dict.fromkeys(nodes)
    return [phrase for phrase in phrases if phrase and phrase not in known]
