from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hippo_exp.datasets import read_custom, read_musique, read_supporting_facts
from hippo_exp.errors import DataError

Write = Callable[[str, Any], Path]


def test_beir_layout_with_its_only_split(tmp_path: Path, write: Write) -> None:
    write("corpus.jsonl", [{"_id": "p", "text": "x"}])
    write("queries.jsonl", [{"_id": "q", "text": "x?"}])
    write("qrels/dev.tsv", "q\tp\t1\n")
    assert read_custom(tmp_path, name="own").questions[0].gold == ("x",)
    write("qrels/train.tsv", "q\tp\t1\n")
    with pytest.raises(DataError, match=r"several splits \(dev, train\)"):
        read_custom(tmp_path, name="own")
    write("qrels/test.tsv", "q\tp\t1\n")
    assert read_custom(tmp_path, name="own").name == "own"


def test_a_chosen_split_of_several(tmp_path: Path, write: Write) -> None:
    write("corpus.jsonl", [{"_id": "p", "text": "x"}, {"_id": "r", "text": "y"}])
    write("queries.jsonl", [{"_id": "q", "text": "x?"}])
    write("qrels/dev.tsv", "q\tp\t1\n")
    write("qrels/train.tsv", "q\tr\t1\n")
    with pytest.raises(DataError, match=r"choose one with dataset\.split=dev"):
        read_custom(tmp_path, name="own")
    assert read_custom(tmp_path, name="own", split="train").questions[0].gold == ("y",)
    with pytest.raises(DataError, match="other"):
        read_custom(tmp_path, name="own", split="other")


def test_the_release_s_layout_has_no_splits(tmp_path: Path, write: Write) -> None:
    write("a.json", [{"question": "?"}])
    write("a_corpus.json", [{"title": "A", "text": "x"}])
    with pytest.raises(DataError, match=r"leave dataset\.split out"):
        read_custom(tmp_path, name="own", split="dev")


def test_release_layouts_are_told_by_the_first_question(
    tmp_path: Path,
    write: Write,
    musique_questions: Any,
    musique_corpus: Any,
    hotpot_questions: Any,
    hotpot_corpus: Any,
) -> None:
    paths = write("m/own.json", musique_questions), write("m/own_corpus.json", musique_corpus)
    assert read_custom(tmp_path / "m", name="own") == read_musique(*paths, name="own")
    paths = write("h/own.json", hotpot_questions), write("h/own_corpus.json", hotpot_corpus)
    expected = read_supporting_facts(*paths, name="own", gold_unit="title")
    assert read_custom(tmp_path / "h", name="own", gold_unit="title") == expected
    write("h/own.json", [{"question": "?"}])
    with pytest.raises(DataError, match="neither 'paragraphs' nor 'supporting_facts'"):
        read_custom(tmp_path / "h", name="own")


def test_folder_absent_empty_or_ambiguous(tmp_path: Path, write: Write) -> None:
    with pytest.raises(DataError, match=r"does not exist.*nowhere"):
        read_custom(tmp_path / "nowhere", name="own")
    with pytest.raises(DataError, match="no known layout; files there: none"):
        read_custom(tmp_path, name="own")
    write("notes.txt", "x")
    with pytest.raises(DataError, match=r"files there: notes.txt.*corpus\.jsonl"):
        read_custom(tmp_path, name="own")
    write("a_corpus.json", [])
    write("b_corpus.json", [])
    with pytest.raises(DataError, match=r"a_corpus.json, b_corpus.json"):
        read_custom(tmp_path, name="own")
    write("corpus.jsonl", "")
    with pytest.raises(DataError, match="keep the files of one layout"):
        read_custom(tmp_path, name="own")


def test_corpus_without_questions(tmp_path: Path, write: Write) -> None:
    write("a_corpus.json", [{"title": "A", "text": "x"}])
    with pytest.raises(DataError, match=r"a\.json"):
        read_custom(tmp_path, name="own")
