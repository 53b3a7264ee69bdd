"""The registry: names, sources, file lists of other releases, states of files."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from hippo_exp.datasets import (
    RELEASE,
    HubSource,
    RegisteredDataset,
    ReleaseFile,
    apply_index,
    check_file,
    choose_datasets,
    dataset_card,
    read_index,
    source_addresses,
    terms,
)
from hippo_exp.errors import ConfigError, DataError, FaultListError


def blob(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def registered(name: str) -> RegisteredDataset:
    return RegisteredDataset(
        name=name,
        about=f"About {name}.",
        format="musique",
        gold_unit="passage",
        folder=name,
        files=(
            ReleaseFile(
                "questions", f"{name}/q.json", f"data/{name}.json", blob(b"q" + name.encode())
            ),
            ReleaseFile(
                "corpus", f"{name}/c.json", f"data/{name}_c.json", blob(b"c" + name.encode())
            ),
            ReleaseFile("query_entities", f"{name}/query_ner.json", None, None, note="by hand"),
        ),
        source="the release",
        licence="CC BY 4.0",
        citation="Somebody, 2022",
        hub=HubSource("some/copy", None, "validation", "abc"),
    )


ONE, TWO = registered("one"), registered("two")
BOTH = (ONE, TWO)


def test_names_are_chosen_in_their_order_and_all_is_all() -> None:
    assert choose_datasets(BOTH, ["two", "one", "two"]) == (TWO, ONE)
    assert choose_datasets(BOTH, ["all"]) == BOTH


def test_every_unknown_name_is_reported_with_the_nearest() -> None:
    with pytest.raises(FaultListError) as caught:
        choose_datasets(BOTH, ["ones", "qqq", "two"])
    first, second = map(str, caught.value.errors)
    assert "did you mean one?" in first
    assert "there are: one, two, all" in second


def test_addresses_of_the_release_and_of_a_mirror() -> None:
    spaced = replace(ONE.files[0], upstream="data/a b.json")
    assert source_addresses(RELEASE, spaced) == (f"{RELEASE}/data/a%20b.json",)
    assert source_addresses("http://m/x/", ONE.files[0]) == (
        "http://m/x/data/one.json",
        "http://m/x/one/q.json",
    )
    assert source_addresses(RELEASE, ONE.files[2]) == ()
    assert source_addresses("http://m", ONE.files[2]) == ("http://m/one/query_ner.json",)


def test_a_mirror_folder(tmp_path: Path) -> None:
    found = source_addresses(str(tmp_path), ONE.files[0])
    assert found == (str(tmp_path / "data/one.json"), str(tmp_path / "one/q.json"))
    with pytest.raises(ConfigError, match="--mirror"):
        source_addresses("ftp://m", ONE.files[0])


def test_an_index_gives_ids_and_leaves_out_what_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "index.tsv"
    own, ner = blob(b"own"), blob(b"ner")
    path.write_text(
        f"path\tgit_blob_sha1\tsize_bytes\ndata/one.json\t{own}\t\none/query_ner.json\t{ner}\t12\n"
    )
    (dataset,) = apply_index(BOTH, read_index(path))
    questions, entities = dataset.files
    assert (questions.part, questions.git_blob_sha1) == ("questions", own)
    assert (entities.part, entities.git_blob_sha1) == ("query_entities", ner)
    assert entities.upstream == "one/query_ner.json"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "no columns"),
        ("file\tid\n", "no columns"),
        ("path\tgit_blob_sha1\nx\tabc\ny\t\n", "2 problems"),
        (f"path\tgit_blob_sha1\n\t{'0' * 40}\n", "line 2"),
    ],
)
def test_a_malformed_index_is_one_error(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "index.tsv"
    path.write_text(text)
    with pytest.raises(DataError, match=expected):
        read_index(path)


def test_an_absent_index_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="--index"):
        read_index(tmp_path / "none.tsv")


def test_states_of_files(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    states = [check_file(tmp_path, file, BOTH) for file in ONE.files]
    assert [state.state for state in states] == ["missing", "missing", "absent"]
    (tmp_path / "one/q.json").write_bytes(b"qone")
    (tmp_path / "one/c.json").write_bytes(b"ctwo")
    (tmp_path / "one/query_ner.json").write_bytes(b"{}")
    states = [check_file(tmp_path, file, BOTH) for file in ONE.files]
    assert [state.state for state in states] == ["ok", "altered", "present"]
    assert [state.is_sound for state in states] == [True, False, True]
    assert states[1].is_other == "two/c.json"
    assert states[1].found == blob(b"ctwo")
    (tmp_path / "one/c.json").unlink()
    (tmp_path / "one/c.json").mkdir()
    assert check_file(tmp_path, ONE.files[1], BOTH).state == "unreadable"


def test_card_and_terms() -> None:
    card = dataset_card(ONE, {"questions": 1000})
    for piece in (
        "# one",
        "CC BY 4.0",
        "Somebody, 2022",
        "1,000 questions",
        "some/copy",
        "by hand",
    ):
        assert piece in card
    assert f"| corpus | one/c.json | {blob(b'cone')} |  |" in card
    assert "| query_entities | one/query_ner.json | none published | by hand; not in the" in card
    assert terms(ONE).count("\n") == 2
