from __future__ import annotations

import hashlib
from pathlib import Path

from hippo_exp.datasets import DataFile, altered_files, missing_files

CONTENT = b"[]\n"
BLOB = hashlib.sha1(b"blob 3\0" + CONTENT).hexdigest()
SOURCE = "OSU-NLP-Group/HippoRAG, branch legacy, commit b144c46, data/musique.json"
FILE = DataFile("musique/musique.json", SOURCE, BLOB, "CC BY 4.0")


def test_missing_file_says_what_where_and_how(tmp_path: Path) -> None:
    (error,) = missing_files(tmp_path, [FILE])
    message = str(error)
    assert error.what == "missing data file"
    assert error.where == str(tmp_path / "musique" / "musique.json")
    for part in (SOURCE, BLOB, "CC BY 4.0", "data.root", "HIPPO_EXP_DATA"):
        assert part in message
    assert "\n" not in message


def test_absent_folder_is_named_and_never_an_empty_set(tmp_path: Path) -> None:
    other = DataFile("x.json", "somewhere", None, "MIT")
    errors = missing_files(tmp_path / "nowhere", [FILE, other])
    assert [error.what for error in errors] == [
        "missing data file (its folder does not exist either)"
    ] * 2
    assert "git blob" not in str(errors[1])


def test_folder_in_place_of_a_file_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / FILE.path).mkdir(parents=True)
    (error,) = missing_files(tmp_path, [FILE])
    assert error.what.startswith("unreadable data file")
    assert altered_files(tmp_path, [FILE]) == []


def test_file_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / FILE.path
    path.parent.mkdir()
    path.write_bytes(CONTENT)
    assert missing_files(tmp_path, [FILE]) == []
    assert altered_files(tmp_path, [FILE]) == []
    path.write_bytes(CONTENT + b" ")
    assert missing_files(tmp_path, [FILE]) == []
    (error,) = altered_files(tmp_path, [FILE])
    assert "altered data file" in str(error)
    assert BLOB in str(error)
