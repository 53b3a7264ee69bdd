"""What a setting may hold, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MinLen
from pydantic.fields import FieldInfo


def allowed_values(field: FieldInfo) -> str:
    """For example ``a number from 0.001 to 1`` or ``one of ascii, unicode``."""
    return _describe(field.annotation, field.metadata)


def _describe(annotation: Any, marks: Sequence[Any] = ()) -> str:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _describe(arguments[0], [*marks, *_flat(arguments[1:])])
    if origin is Literal:
        return f"one of {', '.join(map(str, arguments))}" if arguments[1:] else str(arguments[0])
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(_describe(item, marks) for item in arguments))
    if origin in (tuple, list):
        return _list(arguments, marks)
    if origin is dict or annotation is dict:
        return "NAME: VALUE pairs in braces"
    return _plain(annotation, marks)


def _plain(annotation: Any, marks: Sequence[Any]) -> str:
    if annotation is NoneType:
        return "null"
    if annotation is bool:
        return "true or false"
    if annotation in (int, float):
        noun = "a whole number" if annotation is int else "a number"
        return f"{noun}{_range(marks)}"
    if annotation is str:
        pattern = next((item.pattern for item in marks if getattr(item, "pattern", None)), None)
        return f"a name of the pattern {pattern}" if pattern else "a text"
    return "its parts, one by one"


def _list(arguments: Sequence[Any], marks: Sequence[Any]) -> str:
    if Ellipsis not in arguments and len(arguments) > 1:
        return f"a list of {len(arguments)}, each {_describe(arguments[0])}"
    least = next((item.min_length for item in marks if isinstance(item, MinLen)), 0)
    size = f" of at least {least}" if least else ""
    return f"a list [a,b]{size} (each {_describe(arguments[0])})"


def _range(marks: Sequence[Any]) -> str:
    low = next((f"from {_number(item.ge)}" for item in marks if isinstance(item, Ge)), "")
    low = next((f"above {_number(item.gt)}" for item in marks if isinstance(item, Gt)), low)
    high = next((f"to {_number(item.le)}" for item in marks if isinstance(item, Le)), "")
    high = next((f"below {_number(item.lt)}" for item in marks if isinstance(item, Lt)), high)
    if low.startswith("above") and high.startswith("to"):
        high = f"and at most{high.removeprefix('to')}"
    text = " ".join(part for part in (low, high) if part)
    return f" {text}" if text else ""


def _number(value: Any) -> str:
    return str(value) if isinstance(value, int) else f"{value:g}"


def _flat(marks: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for mark in marks:
        found += mark.metadata if isinstance(mark, FieldInfo) else [mark]
    return found
