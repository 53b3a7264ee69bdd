"""Reading JSON and JSON lines with errors that name the place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from hippo_exp.errors import DataError


def read_json(path: Path) -> object:
    """The value of a JSON file; NaN and infinities are tolerated, a byte-order mark is skipped.

    Raises:
        DataError: the file is missing, unreadable, not UTF-8, empty or not JSON.
    """
    text = _read_text(path)
    if not text.strip():
        raise DataError("the file is empty", where=str(path), fix="fetch or write it again")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(
            f"not JSON ({error.msg})",
            where=f"{path}, line {error.lineno}, column {error.colno}",
            fix="the file is damaged or of another format; put the whole one in its place",
        ) from error
    except RecursionError as error:
        raise DataError("JSON nested too deeply", where=str(path), fix="check the file") from error
    except ValueError as error:  # an integer of thousands of digits
        raise DataError(f"unreadable number ({error})", where=str(path), fix="mend it") from error


def read_json_lines(path: Path) -> Iterator[tuple[int, object]]:
    """Yield (line number from 1, value) of a JSON-lines file; blank lines are skipped.

    Raises:
        DataError: as :func:`read_json`, naming the line.
    """
    for number, line in enumerate(_read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            raise DataError(
                f"not a JSON object ({error})",
                where=f"{path}, line {number}",
                fix="each line of a .jsonl file holds one JSON object",
            ) from error


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise DataError("file not found", where=str(path), fix="check the folder") from error
    except UnicodeDecodeError as error:
        raise DataError(
            f"not UTF-8 (byte {error.start})", where=str(path), fix="save the file as UTF-8"
        ) from error
    except OSError as error:
        raise DataError(
            f"cannot be read ({error.strerror})", where=str(path), fix="check its permissions"
        ) from error
