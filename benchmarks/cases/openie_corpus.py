"""A generated corpus with its OpenIE file and questions, in the released file layout."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from benchmarks.cases.hipporag_graph import Size, draw_triples
from hippo_exp.pathfinding.names import N_NAMES, name
from hippo_exp.types import Passage, Query

SEED = 20_240_519
CASE_SIZES = {
    "full": Size(passages=6_119, nodes=42_694, triples=50_671, edges=0),
    "small": Size(passages=150, nodes=1_000, triples=1_200, edges=0),
}
VARIANTS = 0.2
"""Share of phrases that are another spelling of the one before."""

_VERBS = ("wrote", "directed", "founded", "is located in", "was born in", "studied at", "married")
_ADVERBS = ("", " first", " later", " also", " once", " formally", " jointly", " briefly")
_NOTHING = "No further details are known beyond those that the early registers give."


@dataclass(frozen=True)
class OpenIECorpus:
    """A corpus as it stands before indexing.

    Attributes:
        passages: (n_passages,) the corpus.
        openie: bytes of the OpenIE file.
        queries: questions with their entities.
    """

    passages: tuple[Passage, ...]
    openie: bytes
    queries: tuple[Query, ...]


def openie_corpus(size: Size, n_queries: int) -> OpenIECorpus:
    """Draw a corpus: the triples of a random knowledge graph, told in sentences."""
    rng = np.random.default_rng(SEED)
    phrases = draw_phrases(size.nodes, rng)
    owners, objects = draw_triples(size, rng)
    relations = [verb + adverb for verb in _VERBS for adverb in _ADVERBS]
    chosen = rng.integers(0, len(relations), len(owners))
    rows: list[list[list[str]]] = [[] for _ in range(size.passages)]
    for owner, relation, target in zip(owners, chosen, objects, strict=True):
        rows[owner].append([phrases[owner], relations[relation], phrases[target]])
    passages = tuple(
        Passage(str(number), phrases[number], _text(facts)) for number, facts in enumerate(rows)
    )
    docs = [_doc(passage, facts) for passage, facts in zip(passages, rows, strict=True)]
    content = json.dumps({"docs": docs}, ensure_ascii=False).encode("utf-8")
    return OpenIECorpus(passages, content, _queries(phrases, n_queries, rng))


def draw_phrases(n: int, rng: Generator) -> list[str]:
    """(n,) distinct phrases of one to three invented words; some are variants of the last one."""
    counts = rng.integers(1, 4, n)
    words = rng.integers(0, N_NAMES, (n, 3))
    variant = rng.random(n) < VARIANTS
    found: dict[str, None] = {}
    last = ""
    for number in range(n):
        fresh = " ".join(name(int(word)) for word in words[number, : counts[number]])
        phrase = f"The {last}s" if variant[number] and last else fresh
        while phrase in found:
            phrase += " " + name(int(rng.integers(N_NAMES)))
        found[phrase] = None
        last = fresh
    return list(found)


def _text(facts: Sequence[Sequence[str]]) -> str:
    return " ".join(f"{' '.join(fact)}." for fact in facts) or _NOTHING


def _doc(passage: Passage, facts: Sequence[Sequence[str]]) -> dict[str, object]:
    entities = dict.fromkeys(end for fact in facts for end in (fact[0], fact[2]))
    return {
        "idx": int(passage.id),
        "title": passage.title,
        "text": passage.text,
        "passage": passage.contents,
        "extracted_entities": list(entities),
        "extracted_triples": list(facts),
    }


def _queries(phrases: Sequence[str], n: int, rng: Generator) -> tuple[Query, ...]:
    """(n,) questions that name one to three phrases."""
    queries = []
    for number in range(n):
        chosen = rng.choice(len(phrases), int(rng.integers(1, 4)), replace=False)
        entities = tuple(phrases[index] for index in chosen)
        queries.append(Query(f"q{number}", f"What joins {' and '.join(entities)}?", entities))
    return tuple(queries)
