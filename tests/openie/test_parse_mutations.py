"""Ten thousand damaged replies: no exception, and no damaged row becomes a triple."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo_exp.openie.extract import Parsed, parse_entities, parse_triples
from hippo_exp.types import Triple
from hippo_exp.types.extraction import ExtractionStatus

SEEDS = (
    '{"named_entities": ["Ada Lovelace", "Charles Babbage", "1843", "Analytical Engine"]}',
    '{"triples": [["Ada", "wrote", "notes"], ["Babbage", "designed", "the \\"Engine\\""]]}',
    '```json\n[["Ada", "wrote", "notes"],\n ["Ada", "born in", "London"]]\n```\nDone.',
    '[{"subject": "Ada", "relation": "wrote", "object": "notes", "n": 1.5e3}]',
    '{"PERSON": ["Ada", "Byron"], "PLACE": ["London"], "OTHER": [null, true, 12]}',
    'Sure, here it is [1]: {"output": {"entities": [{"name": "Ada"}, {"text": "Z\\u00fcrich"}]}}',
    '<think>perhaps [x]</think>{"facts": [{"head": "a", "rel": "b", "tail": "c"}]}',
)
NOISE = "[]{}\",:\\'`…\u0000\ud800\n tfn019.-eE/*#"
STATUSES: tuple[ExtractionStatus, ...] = ("ok", "ok_empty", "truncated", "parse_error")


def mutate(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 6)):
        at = rng.randint(0, len(text))
        end = min(len(text), at + rng.randint(0, 12))
        match rng.randint(0, 5):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + rng.choice(NOISE) + text[at:]
            case 2:
                text = text[:at] + rng.choice(NOISE) + text[end:]
            case 3:
                text = text[:at]
            case 4:
                text = text[:at] + text[at:end] + text[at:]
            case _:
                other = rng.choice(SEEDS)
                text = text[:at] + other[rng.randint(0, len(other)) :]
    return text


def check(text: str, cut_off: bool) -> None:
    entities: Parsed[str] = parse_entities(text, cut_off=cut_off)
    triples: Parsed[Triple] = parse_triples(text, cut_off=cut_off)
    for parsed in (entities, triples):
        assert parsed.status in STATUSES
        assert (parsed.status in ("ok", "ok_empty")) == (parsed.detail == "")
        assert (parsed.status == "ok") <= bool(parsed.items)
        assert not (parsed.status in ("ok_empty", "parse_error") and parsed.items)
        assert not (cut_off and parsed.status in ("ok", "ok_empty"))
    for name in entities.items:
        assert type(name) is str
        assert name.strip() == name != ""
    for triple in triples.items:
        assert type(triple) is Triple
        assert len(triple) == 3
        for part in triple:
            assert type(part) is str
            assert part.strip() == part != ""
            part.encode("utf-8")


@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_mutations(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1000):
        check(mutate(rng.choice(SEEDS), rng), cut_off=rng.random() < 0.2)


@settings(max_examples=500, deadline=None)
@given(st.text(), st.booleans())
def test_any_text(text: str, cut_off: bool) -> None:
    check(text, cut_off)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["triples", "named_entities", "subject", "relation", "object", "data"])
            | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@settings(max_examples=500, deadline=None)
@given(JSON)
def test_any_json(value: object) -> None:
    check(json.dumps(value), cut_off=False)


WORD = st.text(st.characters(exclude_categories=("Cs",)), min_size=1).map(str.strip).filter(bool)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(WORD, max_size=5), max_size=6), st.data())
def test_rows_of_three_are_kept_in_order_and_no_others(
    rows: list[list[str]], data: st.DataObject
) -> None:
    parsed = parse_triples(json.dumps({"triples": rows}, ensure_ascii=data.draw(st.booleans())))
    good = tuple(Triple(*row) for row in rows if len(row) == 3)
    assert parsed.items == good
    assert parsed.dropped.get("wrong_arity", 0) == len(rows) - len(good)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(WORD, WORD, WORD), min_size=1, max_size=5), st.data())
def test_a_cut_reply_gives_a_beginning_of_the_whole_one(
    rows: list[tuple[str, str, str]], data: st.DataObject
) -> None:
    text = json.dumps(rows, ensure_ascii=False)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    parsed = parse_triples(cut)
    assert parsed.status == "truncated"
    assert parsed.items == tuple(Triple(*row) for row in rows)[: len(parsed.items)]
