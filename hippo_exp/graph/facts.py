"""From raw OpenIE rows to the table of normalised, distinct facts and their nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from scipy import sparse

from hippo_exp.types import Extraction, FactTable, IntArray, SparseArray, Triple

_ARITY = 3


def collect_facts(
    extraction: Extraction, normalize: Callable[[str], str], *, keep_empty: bool
) -> FactTable:
    """Collect the facts of a corpus (official behaviour, rows 2 and 3).

    A row counts when it has exactly three parts; nothing is padded or shifted. Each part is
    normalised. Nodes are the distinct subjects and objects of the kept rows, in code-point order;
    named entities that stand in no kept row are not nodes.

    Args:
        extraction: (n_passages,) records in corpus order.
        normalize: phrase normaliser, applied once to each distinct part.
        keep_empty: True keeps a row whose subject or object normalises to nothing, so that the
            empty phrase is a node like any other (the released code); False drops the row.

    Returns:
        The table. Its ``counts``: ``passages``, ``passages_without_facts``, ``rows``, ``kept``,
        ``dropped_wrong_arity``, one ``dropped_arity_N`` for each other number of parts that occurs,
        ``dropped_wrong_type`` (rows that are no list of texts), ``dropped_empty_phrase`` (rows; 0
        under ``keep_empty``), ``empty_phrases`` (empty subjects and objects of kept rows),
        ``self_loops`` (kept rows with equal ends) and ``distinct_relations``. ``rows`` = ``kept``
        + ``dropped_wrong_arity`` + ``dropped_wrong_type`` + ``dropped_empty_phrase``.
    """
    passages, triples, counts = _kept_rows(extraction, normalize, keep_empty)
    position: dict[Triple, int] = {}
    ids = np.fromiter(
        (position.setdefault(triple, len(position)) for triple in triples), np.int64, len(triples)
    )
    facts = tuple(sorted(position))
    rank = np.empty(len(facts), dtype=np.int64)
    rank[np.fromiter((position[fact] for fact in facts), np.int64, len(facts))] = np.arange(
        len(facts)
    )
    fact_ids = rank[ids]
    nodes = tuple(sorted({phrase for fact in facts for phrase in (fact.subject, fact.object)}))
    passage_facts = _incidence(passages, fact_ids, (len(extraction.passages), len(facts)))
    return FactTable(
        nodes=nodes,
        facts=facts,
        fact_ends=_fact_ends(facts, nodes),
        passage_facts=passage_facts,
        occurrences=np.bincount(fact_ids, minlength=len(facts)).astype(np.int64),
        counts={
            "passages": len(extraction.passages),
            "passages_without_facts": int(np.count_nonzero(np.diff(passage_facts.indptr) == 0)),
            **counts,
            "distinct_relations": len({fact.relation for fact in facts}),
        },
    )


def _kept_rows(
    extraction: Extraction, normalize: Callable[[str], str], keep_empty: bool
) -> tuple[IntArray, list[Triple], dict[str, int]]:
    """(n_kept,) passage position and normalised triple of each kept row, and the row counts."""
    known: dict[str, str] = {}
    passages: list[int] = []
    triples: list[Triple] = []
    arities: Counter[int] = Counter()
    rows = spoilt = dropped_empty = empty_phrases = self_loops = 0
    for position, record in enumerate(extraction.passages):
        rows += len(record.rows) + record.spoilt
        spoilt += record.spoilt
        for row in record.rows:
            if len(row) != _ARITY:
                arities[len(row)] += 1
                continue
            for part in row:
                if part not in known:
                    known[part] = normalize(part)
            triple = Triple(known[row[0]], known[row[1]], known[row[2]])
            empty = (not triple.subject) + (not triple.object)
            if empty and not keep_empty:
                dropped_empty += 1
                continue
            empty_phrases += empty
            self_loops += triple.subject == triple.object
            passages.append(position)
            triples.append(triple)
    counts = {
        "rows": rows,
        "kept": len(triples),
        "dropped_wrong_arity": arities.total(),
        **{f"dropped_arity_{arity}": arities[arity] for arity in sorted(arities)},
        "dropped_wrong_type": spoilt,
        "dropped_empty_phrase": dropped_empty,
        "empty_phrases": empty_phrases,
        "self_loops": self_loops,
    }
    return np.array(passages, dtype=np.int64), triples, counts


def _fact_ends(facts: Sequence[Triple], nodes: Sequence[str]) -> IntArray:
    """(n_facts, 2) node positions of subject and object."""
    position = {phrase: index for index, phrase in enumerate(nodes)}
    ends = [(position[fact.subject], position[fact.object]) for fact in facts]
    return np.array(ends, dtype=np.int64).reshape(-1, 2)


def _incidence(rows: IntArray, columns: IntArray, shape: tuple[int, int]) -> SparseArray:
    """CSR of 0/1 (float64): 1 where a (row, column) pair occurs at least once."""
    matrix = sparse.csr_array((np.ones(rows.size), (rows, columns)), shape=shape)
    matrix.sum_duplicates()
    matrix.data[:] = 1.0
    return matrix
