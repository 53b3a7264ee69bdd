"""Reading a JSON value out of a model's reply: tolerant of its usual faults, evaluating nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

MAX_DEPTH = 32
"""Brackets inside brackets beyond this number make a reply broken."""


class Other(Enum):
    """What stands for every number, truth value and null, and for a key that is repeated."""

    OTHER = "other"


OTHER = Other.OTHER


class CutList(list["Value"]):
    """A list that the end of the reply cut; holds its complete elements."""


class CutObject(dict[str, "Value"]):
    """An object that the end of the reply cut; holds its complete entries."""


Value: TypeAlias = "str | Other | list[Value] | dict[str, Value]"


@dataclass(frozen=True, slots=True)
class Scan:
    """One value in a text.

    Attributes:
        value: strings, lists, objects; anything else is ``OTHER``. A container that the end of
            the text cut is a ``CutList`` or ``CutObject``.
        end: position after the value.
        whole: False when the text ended inside the value.
    """

    value: Value
    end: int
    whole: bool


class BrokenJSONError(ValueError):
    """A bracket that opens no JSON value.

    Attributes:
        position: where reading failed.
        is_prose: nothing was read before the failure, so the bracket may belong to a sentence.
    """

    def __init__(self, position: int, *, is_prose: bool) -> None:
        super().__init__(f"no JSON at character {position}")
        self.position = position
        self.is_prose = is_prose


def scan_values(text: str) -> Iterator[Scan]:
    """The values of a text that begin with a bracket, one after another, none inside another.

    Code fences, sentences around a value and brackets in sentences are passed over. Beyond JSON,
    a comma before a closing bracket and line breaks inside strings are accepted.

    Raises:
        BrokenJSONError: a value that breaks after its first string or number, or is too deep.
    """
    at = 0
    while opening := _OPENING.search(text, at):
        try:
            scan = _Scanner(text, opening.start()).scan()
        except BrokenJSONError as error:
            if not error.is_prose:
                raise
            at = opening.end()
        else:
            yield scan
            at = scan.end


_OPENING = re.compile(r"[\[{]")
_BLANK = re.compile(r"\s*")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_OTHER = re.compile(r"(?:-?\d[\d.eE+-]*|true|false|null|NaN|-?Infinity)(?!\w)")
_CUT_OTHER = re.compile(
    r"(?:-?\d[\d.eE+-]*|-|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?)\Z"
)


class _CutError(Exception):
    """The text ended where a value was to begin, or inside a string or number."""


class _Scanner:
    """Reads one value from ``at``; recursion ends at ``MAX_DEPTH``."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.tokens = 0
        self.whole = True

    def scan(self) -> Scan:
        value = self._value(0)
        return Scan(value, self.at, self.whole)

    def _value(self, depth: int) -> Value:
        sign = self._next()
        if sign == "":
            raise _CutError
        if depth == MAX_DEPTH:
            raise BrokenJSONError(self.at, is_prose=False)
        if sign == "[":
            return self._list(depth)
        if sign == "{":
            return self._object(depth)
        return self._string() if sign == '"' else self._other()

    def _list(self, depth: int) -> Value:
        items: list[Value] = []
        self.at += 1
        while True:
            sign = self._next()
            if sign == "]":
                self.at += 1
                return items
            try:
                items.append(self._value(depth + 1))
            except _CutError:
                self.whole = False
            if not self.whole or not self._continues("]"):
                return CutList(items)

    def _object(self, depth: int) -> Value:
        entries: dict[str, Value] = {}
        self.at += 1
        while True:
            sign = self._next()
            if sign == "}":
                self.at += 1
                return entries
            try:
                key, value = self._entry(depth)
                entries[key] = OTHER if key in entries else value
            except _CutError:
                self.whole = False
            if not self.whole or not self._continues("}"):
                return CutObject(entries)

    def _entry(self, depth: int) -> tuple[str, Value]:
        sign = self._next()
        if sign not in ('"', ""):
            raise self._broken()
        key = self._string()
        sign = self._next()
        if sign == "":
            raise _CutError
        if sign != ":":
            raise self._broken()
        self.at += 1
        return key, self._value(depth + 1)

    def _continues(self, closing: str) -> bool:
        """Pass a comma, or stand before the closing bracket; False at the end of the text."""
        sign = self._next()
        if sign == "":
            self.whole = False
            return False
        if sign == ",":
            self.at += 1
        elif sign != closing:
            raise self._broken()
        return True

    def _string(self) -> str:
        match = _STRING.match(self.text, self.at)
        if match is None:
            raise _CutError  # no closing quotation mark up to the end of the text
        try:
            value = json.loads(match.group(), strict=False)
        except json.JSONDecodeError as error:
            raise self._broken() from error
        self.at = match.end()
        self.tokens += 1
        return str(value)

    def _other(self) -> Value:
        match = _OTHER.match(self.text, self.at)
        if _CUT_OTHER.match(self.text, self.at):
            raise _CutError
        if match is None:
            raise self._broken()
        self.at = match.end()
        self.tokens += 1
        return OTHER

    def _next(self) -> str:
        """The next sign that is no white space; empty at the end of the text."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        return self.text[self.at : self.at + 1]

    def _broken(self) -> BrokenJSONError:
        return BrokenJSONError(self.at, is_prose=self.tokens == 0)
