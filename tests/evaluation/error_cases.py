"""Small corpora whose errors have a certain cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hippo_exp.evaluation.errors import (
    Diagnosis,
    ErrorIndex,
    MissingPassage,
    QueryEntity,
    diagnose,
)
from hippo_exp.graph import build_graph, collect_facts
from hippo_exp.text import normalize_paper
from hippo_exp.types import Extraction, PassageExtraction, Question, SynonymEdges

Rows = Sequence[tuple[str, str, str]]

# Title -> text and facts. The chain Erik Hort -> Montebello -> Rockland County is whole.
CORPUS: Mapping[str, tuple[str, Rows]] = {
    "Hort": ("Erik Hort was born in Montebello.", [("Erik Hort", "born in", "Montebello")]),
    "Montebello": (
        "Montebello is a village in Rockland County.",
        [("Montebello", "is in", "Rockland County")],
    ),
    "Rockland": (
        "Rockland County is north of Bergen.",
        [("Rockland County", "north of", "Bergen")],
    ),
    "Other": ("Anna Hort sings in Oslo.", [("Anna Hort", "sings in", "Oslo")]),
}


def index_of(
    corpus: Mapping[str, tuple[str, Rows]],
    *,
    synonyms: Sequence[tuple[str, str]] = (),
    names: Mapping[str, Sequence[str]] | None = None,
) -> ErrorIndex:
    """The index of passages whose match key is their title."""
    records = tuple(PassageExtraction((), tuple(rows)) for _, rows in corpus.values())
    facts = collect_facts(Extraction("e", records, ""), normalize_paper, keep_empty=False)
    place = {phrase: position for position, phrase in enumerate(facts.nodes)}
    pairs = [(place[one], place[two]) for one, two in synonyms]
    hits = SynonymEdges(
        np.array([one for one, _ in pairs], dtype=np.int64),
        np.array([two for _, two in pairs], dtype=np.int64),
        np.ones(len(pairs), dtype=np.float32),
    )
    graph = build_graph(
        facts,
        hits,
        fact_weight="triple_count",
        synonym_merge="add",
        passage_matrix="fact_count",
    )
    return ErrorIndex(
        graph=graph,
        facts=facts,
        synonyms=hits if synonyms else None,
        keys=tuple(corpus),
        contents=tuple(text for text, _ in corpus.values()),
        names=tuple((names or {}).get(title, ()) for title in corpus),
        normalize=normalize_paper,
    )


def changed(**rows: Rows) -> Mapping[str, tuple[str, Rows]]:
    """The corpus with other facts for some passages."""
    return {title: (text, rows.get(title, own)) for title, (text, own) in CORPUS.items()}


def entity(index: ErrorIndex, phrase: str, linked: str | None = None) -> QueryEntity:
    """A query entity linked to the node ``linked``, by default its own; -1 where there is none."""
    nodes = index.graph.nodes
    wanted = phrase if linked is None else linked
    return QueryEntity(phrase, nodes.index(wanted) if wanted in nodes else -1)


def diagnosed(
    index: ErrorIndex,
    entities: Sequence[QueryEntity],
    missing: Sequence[str],
    *,
    gold: Sequence[str] = ("Hort", "Montebello"),
    text: str = "In which county was he born?",
) -> Diagnosis:
    """The diagnosis of a question with these gold passages, of which some are missing."""
    question = Question("q", text, tuple(gold))
    return diagnose(index, question, entities, dict.fromkeys(missing))


def only(diagnosis: Diagnosis) -> MissingPassage:
    """The one missing passage."""
    (item,) = diagnosis.missing
    return item
