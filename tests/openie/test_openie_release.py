from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import DataError
from hippo_exp.graph import collect_facts
from hippo_exp.openie import read_openie
from hippo_exp.openie.join import Record, join_records
from hippo_exp.types import Passage, PassageExtraction

PASSAGES = (
    Passage("0", "Ada", "Ada wrote notes."),
    Passage("1", "Byron", "Byron was a poet."),
    Passage("2", "Cedar", "A tree."),
)


def doc(passage: Passage, entities: Any, triples: Any) -> dict[str, Any]:
    return {
        "title": passage.title,
        "text": passage.text,
        "passage": passage.contents,
        "extracted_entities": entities,
        "extracted_triples": triples,
    }


def docs() -> list[dict[str, Any]]:
    return [
        doc(PASSAGES[0], ["Ada"], [["Ada", "wrote", "notes"]]),
        doc(PASSAGES[1], ["Byron"], [["Byron", "was", "a poet"], ["Byron", "poet"]]),
        doc(PASSAGES[2], [], []),
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "openie.json"


def read(path: Path, records: Any, passages: Any = PASSAGES, **options: Any) -> Any:
    path.write_text(json.dumps({"docs": records, "avg_ent_chars": float("nan")}), "utf-8")
    return read_openie(path, passages, name="gpt", **options)


def test_join_by_order_with_nan_in_the_file(path: Path) -> None:
    extraction = read(path, docs())
    assert extraction.name == "gpt"
    assert extraction.source == "openie.json"
    assert extraction.passages == (
        PassageExtraction(("Ada",), (("Ada", "wrote", "notes"),), "ok"),
        PassageExtraction(("Byron",), (("Byron", "was", "a poet"), ("Byron", "poet")), "ok"),
        PassageExtraction((), (), "ok_empty"),
    )


def test_join_by_contents_in_another_order(path: Path) -> None:
    straight = read(path, docs())
    shuffled = read(path, docs()[::-1])
    assert shuffled.passages == straight.passages
    assert shuffled.digest == straight.digest


@pytest.mark.parametrize("key", ["title", "passage"])
def test_title_with_text_or_passage_is_enough(path: Path, key: str) -> None:
    records = docs()
    for record in records:
        del record[key]
    assert read(path, records).passages == read(path, docs()).passages
    del records[1]["passage" if key == "title" else "title"]
    with pytest.raises(DataError, match="doc 2: has neither 'title' and 'text' nor 'passage'"):
        read(path, records)


def test_white_space_at_the_ends_of_titles_is_not_compared(path: Path) -> None:
    records = docs()
    records[0] = records[0] | {"title": "Ada ", "passage": "Ada \nAda wrote notes.\n"}
    assert read(path, records).passages[0].entities == ("Ada",)


def test_passage_without_title(path: Path) -> None:
    passage = Passage("0", "", "Only text.")
    (extraction,) = read(path, [doc(passage, ["x"], [])], [passage]).passages
    assert extraction.entities == ("x",)


def test_records_beyond_the_corpus_are_not_used(path: Path) -> None:
    subset = [PASSAGES[2], PASSAGES[0]]
    extraction = read(path, docs(), subset)
    assert [record.entities for record in extraction.passages] == [(), ("Ada",)]
    assert extraction.source == "openie.json (1 of 3 records unused)"


def test_another_corpus_is_refused_with_both_names(path: Path) -> None:
    others = [Passage(str(n), f"T{n}", "text") for n in range(4)] + [PASSAGES[0]]
    with pytest.raises(DataError) as caught:
        read(path, docs(), others, corpus="musique_corpus.json")
    message = str(caught.value)
    assert "4 of 5 passages of musique_corpus.json have no record" in message
    assert "'0' 'T0\\ntext'; '1' 'T1\\ntext'; '2' 'T2\\ntext'; and 1 more" in message
    assert "2 records of no passage: doc 2 'Byron\\nByron was a poet.'; doc 3" in message
    assert str(path) in message


def test_equal_contents_take_their_own_record_or_share_one(path: Path) -> None:
    twin = Passage("3", "Ada", "Ada wrote notes.")
    passages = [*PASSAGES, twin]
    shared = read(path, docs(), passages)
    assert shared.passages[3] == shared.passages[0]
    assert shared.source == "openie.json"
    records = [*docs(), doc(twin, ["Lovelace"], [])]
    for given_docs in (records, [records[1], records[0], records[2], records[3]]):
        own = read(path, given_docs, passages)
        assert [own.passages[n].entities for n in (0, 3)] == [("Ada",), ("Lovelace",)]


def test_only_strings_are_entities_and_nothing_is_evaluated(path: Path) -> None:
    records = docs()
    records[0]["extracted_entities"] = ["Ada", 1815, None, ["Byron"], "__import__('os')"]
    assert read(path, records).passages[0].entities == ("Ada", "__import__('os')")


def test_rows_keep_their_parts_as_text_and_others_are_counted(path: Path) -> None:
    records = docs()
    records[0]["extracted_triples"] = [
        ["Ada", "born in", 1815],
        ["Ada", None, True, 0.5],
        [],
        "['Ada', 'wrote', 'notes']",
        {"subject": "Ada", "relation": "wrote", "object": "Ä"},
        None,
    ]
    extraction = read(path, records)
    assert extraction.passages[0].rows == (("Ada", "born in", "1815"), ())
    assert extraction.passages[0].spoilt == 4
    counts = collect_facts(extraction, str.lower, keep_empty=False).counts
    assert counts["dropped_wrong_type"] == 4
    assert counts["dropped_arity_0"] == 1


def test_odd_parts_as_text_count_like_any_other(path: Path) -> None:
    records = docs()
    records[0]["extracted_triples"] = [["Ada", None, ["x", 1]], [True, 0.5, {"a": "b"}], "abc"]
    kept = read(path, records, odd_parts="as_text")
    assert kept.passages[0].rows == (
        ("Ada", "None", "['x', 1]"),
        ("True", "0.5", "{'a': 'b'}"),
    )
    assert kept.passages[0].spoilt == 1


@pytest.mark.parametrize("triples", ["[['a', 'b', 'c']]", None, {"a": 1}, 3])
def test_triples_that_are_no_list_are_a_parse_error_of_that_passage(
    path: Path, triples: object
) -> None:
    records = docs()
    records[0]["extracted_triples"] = triples
    extraction = read(path, records)
    assert [record.status for record in extraction.passages] == ["parse_error", "ok", "ok_empty"]
    assert extraction.passages[0] == PassageExtraction(("Ada",), (), "parse_error")


def test_entities_that_are_no_list_are_a_parse_error_of_that_passage(path: Path) -> None:
    records = docs()
    records[1]["extracted_entities"] = "Byron"
    record = read(path, records).passages[1]
    assert (record.entities, len(record.rows), record.status) == ((), 2, "parse_error")


def test_entities_may_be_absent(path: Path) -> None:
    records = docs()
    del records[0]["extracted_entities"]
    assert read(path, records).passages[0] == PassageExtraction(
        (), (("Ada", "wrote", "notes"),), "ok"
    )


def test_malformed_records_are_reported_together(path: Path) -> None:
    records: list[Any] = docs()
    records[0] = "Ada"
    del records[1]["extracted_triples"]
    records[2]["text"] = 3
    with pytest.raises(DataError) as caught:
        read(path, records)
    message = str(caught.value)
    assert "3 problems: doc 1: is a string, not an object" in message
    assert "doc 3, 'text': is a number, not a string" in message
    assert "doc 2: key 'extracted_triples' is missing" in message


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[]", "not an OpenIE file: a list where"),
        ('{"docs": null}', "key 'docs' is null"),
        ("{}", "key 'docs' is null"),
        ("", "empty"),
        ('{"docs": []}', "3 of 3 passages of the corpus have no record"),
    ],
)
def test_not_an_openie_file(path: Path, text: str, problem: str) -> None:
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=problem):
        read_openie(path, PASSAGES, name="gpt")


def test_digest_covers_every_record(path: Path) -> None:
    records = docs()
    first = read(path, records).digest
    records[1]["extracted_triples"][0][2] = "a lord"
    assert read(path, records).digest != first


@given(order=st.permutations(range(6)), copies=st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_join_is_right_for_any_order_and_repetition(order: list[int], copies: list[int]) -> None:
    passages = [Passage(str(n), f"T{copy}", "text") for n, copy in enumerate(copies)]
    records = [
        Record((passages[n].contents,), PassageExtraction((passages[n].title,), ())) for n in order
    ]
    joined, unused = join_records(records, passages, where="f", corpus="c")
    assert [record.entities[0] for record in joined] == [passage.title for passage in passages]
    assert unused == 0


STATUSES = ("ok", "ok_empty", "parse_error", "truncated", "api_error")


@pytest.mark.parametrize("status", STATUSES)
def test_a_record_s_own_status_counts(path: Path, status: str) -> None:
    """A passage whose reply could not be read is not one that says nothing."""
    records = [{**doc(PASSAGES[0], [], []), "status": status}, *docs()[1:]]
    assert read(path, records).passages[0] == PassageExtraction((), (), status)  # type: ignore[arg-type]


@pytest.mark.parametrize("status", ["done", "", None, 3, ["ok"]])
def test_another_status_says_nothing(path: Path, status: object) -> None:
    records = [{**record, "status": status} for record in docs()]
    assert [item.status for item in read(path, records).passages] == ["ok", "ok", "ok_empty"]


def test_a_record_that_cannot_be_read_is_no_success(path: Path) -> None:
    records = [{**doc(PASSAGES[0], [], None), "status": "ok"}, *docs()[1:]]
    assert read(path, records).passages[0].status == "parse_error"
