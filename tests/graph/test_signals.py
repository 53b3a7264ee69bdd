"""Signals of an index, by hand on a corpus of three passages."""

from __future__ import annotations

import numpy as np
import pytest

from hippo_exp.graph import build_graph, collect_facts
from hippo_exp.graph.signals import SIGNALS, Observed, jaccard
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import Extraction, FactTable, Passage, PassageExtraction

ROWS = (
    (("alhandra", "born in", "lisbon"), ("vila", "born in", "lisbon")),
    (("vila", "wrote", "book"),),
    (),
)
TEXTS = ("one two three four five", "one two three four five", "one two three four five six")


def table(rows: tuple[tuple[tuple[str, ...], ...], ...]) -> FactTable:
    passages = tuple(PassageExtraction((), row) for row in rows)
    extraction = Extraction("toy", passages, "0" * 64)
    return collect_facts(extraction, NORMALIZERS["clean"], keep_empty=False)


def observed(rows: tuple[tuple[tuple[str, ...], ...], ...] = ROWS) -> Observed:
    facts = table(rows)
    graph = build_graph(
        facts,
        None,
        fact_weight="per_direction",
        synonym_merge="replace",
        passage_matrix="fact_count",
    )
    return Observed(
        passages=[Passage(str(n), str(n), text) for n, text in enumerate(TEXTS)],
        names=[["alhandra", "porto"], ["vila"], ["book"]],
        facts=facts,
        graph=graph,
        cosines=np.array([1.0, 0.5]),
        again=table((ROWS[0][:1], ROWS[1], ())),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("facts_per_passage", 1.0),
        ("facts_per_100_words", 100 * 3 / 16),
        ("passages_with_facts", 2 / 3),
        ("entity_coverage", 2 / 4),  # alhandra, vila; neither porto nor the third passage's book
        ("mean_link_score", 0.75),
        ("exact_links", 0.5),
        ("largest_component", 1.0),
        ("mean_degree", 6 / 4),
        ("nodes_in_many_passages", 1 / 4),  # vila
        ("agreement", 2 / 3),
    ],
)
def test_by_hand(name: str, value: float) -> None:
    assert SIGNALS[name][1](observed()) == pytest.approx(value)


def test_an_index_without_facts_has_signals_too() -> None:
    seen = observed(((), (), ()))
    assert all(np.isfinite(function(seen)) for _, function in SIGNALS.values())


def test_jaccard_counts_a_fact_in_each_passage() -> None:
    one, two = table((ROWS[0], ROWS[0], ())), table((ROWS[0], (), ()))
    assert jaccard(one, two) == pytest.approx(2 / 4)
    assert jaccard(one, one) == 1
    assert jaccard(table(((), (), ())), table(((), (), ()))) == 0
