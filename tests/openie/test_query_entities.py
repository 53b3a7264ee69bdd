from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo_exp.errors import DataError
from hippo_exp.openie import read_query_entities
from hippo_exp.openie.query_entities import _rows


def tsv(path: Path, rows: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter="\t", lineterminator="\n").writerows(rows)
    return path


def names(*entities: str) -> str:
    return json.dumps({"named_entities": entities}, ensure_ascii=False)


def test_release_layout_with_quotes_line_breaks_and_spare_columns(tmp_path: Path) -> None:
    question = 'Who directed "Big Stone Gap"? '
    path = tsv(
        tmp_path / "q.tsv",
        [
            ["", "Unnamed: 0", "0", "query", "triples"],
            ["0", "0", question, question, names("Big Stone Gap")],
            ["1", "1", "b", "b", '{\n  "named_entities": ["Téa\\u0301", "A\\tB"]\n}'],
            ["2", "2", "c", "c", names()],
        ],
    )
    assert read_query_entities(path) == {
        question: ("Big Stone Gap",),
        "b": ("Téa\u0301", "A\tB"),
        "c": (),
    }


def test_column_question_is_preferred_and_the_last_row_of_a_question_counts(
    tmp_path: Path,
) -> None:
    path = tsv(
        tmp_path / "q.tsv",
        [
            ["query", "question", "triples"],
            ["x", "Q?", names("old")],
            ["y", "Q?", names("new")],
        ],
    )
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_query_entities(path) == {"Q?": ("new",)}


def test_very_long_cells_and_the_limit_of_the_process_is_left_alone(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    path = tsv(
        tmp_path / "q.tsv",
        [["question", "paragraphs", "triples"], ["Q?", "x" * (before + 1), names("A")]],
    )
    assert read_query_entities(path) == {"Q?": ("A",)}
    assert csv.field_size_limit() == before


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        ("{'named_entities': ['Ada']}", "is not JSON"),
        ("", "is not JSON"),
        ('{"named_entities": ["Ada", ...]}', "is not JSON"),
        ('{"named_entities": ["Ad', "is not JSON"),
        ('["Ada"]', "is no object with the key 'named_entities'"),
        ('{"entities": ["Ada"]}', "is no object with the key 'named_entities'"),
        ('{"named_entities": {"PERSON": ["Ada"]}}', "the entities are an object, not a list"),
        ('{"named_entities": "Ada"}', "the entities are a string, not a list"),
        ('{"named_entities": ["Ada", 7]}', "an entity is a number, not a string"),
        ('{"named_entities": NaN}', "the entities are NaN, not a list"),
    ],
)
def test_wrong_cell(tmp_path: Path, cell: str, problem: str) -> None:
    path = tsv(
        tmp_path / "q.tsv", [["question", "triples"], ["two\nlines", names("A")], ["Q?", cell]]
    )
    with pytest.raises(DataError) as caught:
        read_query_entities(path)
    message = str(caught.value)
    assert "1 problem: line 4: " in message
    assert problem in message
    assert str(path) in message


def test_wrong_cells_are_counted_in_one_error(tmp_path: Path) -> None:
    rows = [[f"Q{n}?", "{'named_entities': ['Ada']}"] for n in range(5)]
    path = tsv(tmp_path / "q.tsv", [["question", "triples"], ["Q?", names("A")], *rows, ["short"]])
    with pytest.raises(DataError) as caught:
        read_query_entities(path)
    message = str(caught.value)
    assert "6 problems: line 3: " in message
    assert "line 5: " in message
    assert "and 3 more" in message


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", r"the header is \[\]"),
        (b"question,triples\n", "the header is"),
        (b"id\ttriples\n", "columns question"),
        (b"question\ttriples\n", "holds no questions"),
        (b"question\ttriples\n\xff\t{}\n", "not UTF-8"),
        (b'question\ttriples\n"Big" gap\t{}\n', "line 2.*quote cells"),
        (b'question\ttriples\n"Big gap\t{}\n', "not a tab-separated file.*line 2"),
    ],
)
def test_unusable_tsv(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "q.tsv"
    path.write_bytes(content)
    with pytest.raises(DataError, match=problem):
        read_query_entities(path)


def test_json(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_text('{"Q?": ["Ada", "Byron"], "R?": []}', "utf-8")
    assert read_query_entities(path) == {"Q?": ("Ada", "Byron"), "R?": ()}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('["Q?"]', "holds a list instead of an object"),
        ("{}", "holds no questions"),
        ('{"Q?": "Ada"}', "1 problem: entry 1 'Q\\?': the entities are a string"),
        ('{"P?": [], "Q?": {"PERSON": ["Ada"]}}', "entry 2 'Q\\?': the entities are an object"),
        ('{"Q?": [1]}', "an entity is a number"),
    ],
)
def test_unusable_json(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "q.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=problem):
        read_query_entities(path)


def test_other_suffix_and_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a file \.csv"):
        read_query_entities(tmp_path / "q.csv")
    with pytest.raises(DataError, match=r"cannot be read.*absent\.tsv"):
        read_query_entities(tmp_path / "absent.tsv")
    with pytest.raises(DataError, match=r"absent\.json"):
        read_query_entities(tmp_path / "absent.json")


@given(
    rows=st.lists(
        st.lists(st.text(alphabet="ab\"'\t\n ,"), min_size=2, max_size=2), min_size=1, max_size=5
    )
)
def test_every_written_table_reads_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    path = tsv(tmp_path_factory.mktemp("t") / "q.tsv", rows)
    assert [row for _, row in _rows(path)] == rows
