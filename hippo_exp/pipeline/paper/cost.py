"""What the paper says that rows with a language model cost."""

from __future__ import annotations

from collections.abc import Sequence

import yaml

from hippo_exp.config import config_folder
from hippo_exp.pipeline.paper.printed import paper_table

_TABLES = ("table17", "table18")
"""Cost online and offline."""


def cost_sentence(rows: Sequence[str]) -> str:
    """Money and time of the rows, as tables 17 and 18 print them, else the price of a token.

    Args:
        rows: ids of the rows that need a language model.
    """
    found = [text for table in _TABLES for text in _printed(table, rows)]
    if found:
        return f"Money and time: {'; '.join(found)}."
    setup = yaml.safe_load((config_folder() / "paper/setup.yaml").read_text(encoding="utf-8"))
    prices = setup["prices_per_million_tokens_usd"][setup["extractor"]]
    return (
        "Money and time: the paper's tables 17 and 18 have no such row; its "
        f"{setup['extractor']} costs {prices['input']:g} USD per million tokens of prompts and "
        f"{prices['output']:g} USD per million of replies (configs/paper/setup.yaml)."
    )


def _printed(name: str, rows: Sequence[str]) -> list[str]:
    """What a table says of the methods of these rows, each method once."""
    table = paper_table(name)
    methods = [
        method
        for method in table.rows
        if any(_is_of(row, method.removesuffix("_colbertv2")) for row in rows)
    ]
    return [
        f"{_text(values.get('api_usd'))} USD and {_text(values.get('minutes'))} minutes "
        f"({table.rows[method].label}, {label}, the paper's table {name.removeprefix('table')})"
        for method in methods
        for dataset, label in _datasets(name)
        if (values := table.rows[method].data.get(dataset))
    ]


def _is_of(row: str, method: str) -> bool:
    """Whether a row's id begins with a method's; the paper's cost is of ColBERTv2."""
    return row == method or row.startswith(f"{method}_")


def _datasets(name: str) -> list[tuple[str, str]]:
    return [(key, label.casefold()) for key, label in paper_table(name).datasets.items()]


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return " to ".join(f"{part:g}" for part in value)
    return f"{value:g}" if isinstance(value, int | float) else "?"
